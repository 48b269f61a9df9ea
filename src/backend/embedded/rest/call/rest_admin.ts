/**
 * REST administration: permissions that make a caller super admin of an endpoint, and that nobody
 * may grant through the API. Source: docs/reference/engine.md#management-api-access.
 */
import { expandActions } from '../../../access/evaluation/action_groups';
import { ALLOW_LIST_PERMISSION } from '../../../changes/lockout/allow_list_keepers';
import { PatternSet } from '../../../access/patterns/pattern';
import type { EntityStore } from '../../store/entity_store';
import type { EndpointName } from './call';

const PREFIX = 'restapi:admin';

export const REST_ADMIN_PERMISSIONS: Readonly<Partial<Record<EndpointName, string>>> = {
  ACTIONGROUPS: `${PREFIX}/actiongroups`,
  ALLOWLIST: ALLOW_LIST_PERMISSION,
  CONFIG: `${PREFIX}/config/update`,
  INTERNALUSERS: `${PREFIX}/internalusers`,
  NODESDN: `${PREFIX}/nodesdn`,
  RATELIMITERS: `${PREFIX}/ratelimiters`,
  ROLES: `${PREFIX}/roles`,
  ROLESMAPPING: `${PREFIX}/rolesmapping`,
  SSL: `${PREFIX}/ssl/certs/info`,
  TENANTS: `${PREFIX}/tenants`,
};

/**
 * Whether a list grants REST administration: by its words, by a pattern such as `rest*`, or by an
 * action group. A bare `*` does not, as in the check of the callers; a pattern in doubt does.
 * @param harmless - what earlier calls found not to, within one change: many roles list the same
 *   groups
 */
export function grantsRestAdmin(
  store: EntityStore,
  permissions: readonly string[],
  harmless = new Set<string>()
): boolean {
  const isNew = (name: string): boolean => !harmless.has(name);
  const expanded = expandActions(permissions.filter(isNew), (name) =>
    isNew(name) ? store.read('actiongroups', name)?.entity.allowed_actions : undefined
  );
  const granted = new PatternSet(expanded);
  const isGranting =
    expanded.some((permission) => permission.startsWith(PREFIX)) ||
    Object.values(REST_ADMIN_PERMISSIONS).some((permission) =>
      granted.mayMatchExplicitly(permission)
    );
  if (!isGranting) for (const name of expanded) harmless.add(name);
  return isGranting;
}
