/** Errors of the calls. Codes never change: they begin as in the plugin that had them first. */
import { defineError } from '@sd/contracts';

export const CLUSTER_ERRORS = Object.freeze({
  noComparison: defineError('security.no_comparison', {
    status: 404,
    defaultMessage: 'This comparison has expired. Compare again.',
  }),
  comparisonSide: defineError('security.comparison_side', {
    status: 400,
    defaultMessage: 'Each side of a comparison is either a cluster or files.',
  }),
  comparisonTooLarge: defineError('security.comparison_too_large', {
    status: 413,
    defaultMessage:
      'A side has more than {count, number} entries. Compare files with fewer kinds of entries instead.',
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
      "The attribute {attribute} of the user can't be read. Restore the roles on the user's page.",
  }),
  mappingsKept: defineError('security.mappings_kept', {
    status: 409,
    defaultMessage:
      'These role mappings could not be changed: {names}. {reason} Change them on the cluster, or try again.',
  }),
});
