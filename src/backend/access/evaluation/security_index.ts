/**
 * The index in which a cluster keeps its security configuration. Wildcards mean it like any other
 * index, and nobody but the holder of an administrator's certificate sees its documents or changes
 * it, whatever the roles say. Source: docs/reference/engine.md#security-index.
 */
import { PatternSet } from '../patterns/pattern';
import type { IndexTarget } from './index_targets';

const SECURITY_INDEX = '.opendistro_security';

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

/** Whether a request would change it. An alias that leads to it counts as well. */
export const changesSecurityIndex = (
  actions: readonly string[],
  targets: readonly IndexTarget[]
): boolean =>
  targets.some((target) => (target.members ?? [target]).some(isSecurityIndex)) &&
  actions.some((action) => REFUSED.matches(action));
