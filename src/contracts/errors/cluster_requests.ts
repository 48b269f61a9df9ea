/** Errors of requests that name the cluster which they are for. */
import { defineError } from './define';

export const CLUSTER_REQUEST_ERRORS = Object.freeze({
  unknownCluster: defineError('security.unknown_cluster', {
    status: 404,
    defaultMessage: 'There is no connected cluster "{id}".',
  }),
  clusterForbidden: defineError('security.cluster_forbidden', {
    status: 403,
    defaultMessage: 'Only administrators of this installation can use connected clusters.',
  }),
  clusterHomeOnly: defineError('security.cluster_home_only', {
    status: 400,
    defaultMessage:
      'This call is only for this installation. Send it without the header securitycluster.',
  }),
  clusterUnconfirmed: defineError('security.cluster_unconfirmed', {
    status: 409,
    defaultMessage:
      'Changes to this cluster must be confirmed. Send the header securityclusterconfirm: {id}.',
  }),
});
