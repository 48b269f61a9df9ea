/**
 * The index of a cluster's security configuration. Only the holder of an administrator certificate
 * can read its documents or change it, whatever the roles say.
 */
import { PatternSet } from '../patterns/pattern';
import type { IndexTarget } from './index_targets';

export const SECURITY_INDEX = '.opendistro_security';

const REFUSED = new PatternSet([
  'indices:data/write*',
  'indices:admin/delete*',
  'indices:admin/mapping/delete*',
  'indices:admin/mapping/put*',
  'indices:admin/settings/update*',
  'indices:admin/close*',
  'indices:admin/aliases',
]);

export const isSecurityIndex = ({ name }: IndexTarget): boolean => name === SECURITY_INDEX;

/** Whether a request would change the security index, directly or through an alias. */
export const changesSecurityIndex = (
  actions: readonly string[],
  targets: readonly IndexTarget[]
): boolean =>
  targets.some((target) => (target.members ?? [target]).some(isSecurityIndex)) &&
  actions.some((action) => REFUSED.matches(action));
