/**
 * Errors about one user on all clusters and about resource sharing. In their own file, because no
 * screen refers to them, and the catalog of `errors.ts` is part of the Security app's first bundle.
 */
import { defineError } from '@sd/contracts';

export const CLUSTER_ERRORS = Object.freeze({
  clusterForbidden: defineError('security.cluster_forbidden', {
    status: 403,
    defaultMessage: 'Only administrators of this installation can use connected clusters.',
  }),
  clusterSlow: defineError('security.cluster_slow', {
    status: 503,
    defaultMessage: "The cluster didn't answer within {seconds} seconds. Try again later.",
  }),
  suspendsOneself: defineError('security.suspends_oneself', {
    status: 400,
    defaultMessage: "You can't suspend or reactivate your own user.",
  }),
  unknownRemovedRoles: defineError('security.unknown_removed_roles', {
    status: 400,
    defaultMessage:
      "The attribute {attribute} of the user can't be read. Give the roles back on the user's page.",
  }),
  mappingsKept: defineError('security.mappings_kept', {
    status: 409,
    defaultMessage:
      'These role mappings could not be changed: {names}. {reason} Change them on the cluster, or try again.',
  }),
  unknownResourceType: defineError('security.unknown_resource_type', {
    status: 404,
    defaultMessage: 'The cluster has no resources of the type "{type}".',
  }),
  unknownAccessLevel: defineError('security.unknown_access_level', {
    status: 400,
    defaultMessage: 'Resources of the type "{type}" have no access level "{level}". Use {levels}.',
  }),
  notShareable: defineError('security.not_shareable', {
    status: 403,
    defaultMessage:
      "The resource {id} doesn't exist, or you can't share it. Its owner can, and users whose access level includes sharing.",
  }),
});
