/** How users are suspended, with what the configuration of a user has room for: attributes. */
import type { InternalUser } from './internal_user';

/** `false` suspends, on backends with the feature `suspension`. */
export const SUSPENSION_ATTRIBUTE = 'enabled';
/**
 * What was removed from a user of a cluster without that feature, as JSON, so that reactivating can
 * give it back. The cluster has no other place that follows the user.
 */
export const REMOVED_ACCESS_ATTRIBUTE = 'suspended_access';

export const isSuspended = ({ attributes }: Pick<InternalUser, 'attributes'>): boolean =>
  /^false$/i.test(attributes?.[SUSPENSION_ATTRIBUTE] ?? '');
