/**
 * REST administration: permissions that make a caller super administrator of an endpoint, and that
 * cannot be granted through the API.
 */
import { expandActions } from '../../../access/evaluation/action_groups';
import { endpointPermission } from '../../authentication/api_key_store/endpoint_permissions';
import { PatternSet } from '../../../access/patterns/pattern';
import type { EntityStore } from '../../configuration_store/entity_store';
import type { EndpointName } from './request_context';

const PREFIX = 'restapi:admin';

/** Endpoints that have a permission of their own. */
const ADMIN_ENDPOINTS: readonly EndpointName[] = [
  'ACTIONGROUPS',
  'ALLOWLIST',
  'CONFIG',
  'INTERNALUSERS',
  'NODESDN',
  'RATELIMITERS',
  'ROLES',
  'ROLESMAPPING',
  'SSL',
  'TENANTS',
];

export const REST_ADMIN_PERMISSIONS: Readonly<Partial<Record<EndpointName, string>>> =
  Object.fromEntries(ADMIN_ENDPOINTS.map((endpoint) => [endpoint, endpointPermission(endpoint)]));

/**
 * Whether a list grants REST administration: literally, by a pattern such as `rest*`, or through an
 * action group. A bare `*` does not, as in the access check; an uncertain pattern does.
 * @param withoutRestAdmin - groups already found not to, shared within one change: many roles list
 *   the same groups
 */
export function grantsRestAdmin(
  store: EntityStore,
  permissions: readonly string[],
  withoutRestAdmin = new Set<string>()
): boolean {
  const isNew = (name: string): boolean => !withoutRestAdmin.has(name);
  const expanded = expandActions(permissions.filter(isNew), (name) =>
    isNew(name) ? store.read('actiongroups', name)?.entity.allowed_actions : undefined
  );
  const granted = new PatternSet(expanded);
  const isGranting =
    expanded.some((permission) => permission.startsWith(PREFIX)) ||
    Object.values(REST_ADMIN_PERMISSIONS).some((permission) =>
      granted.mayMatchExplicitly(permission)
    );
  if (!isGranting) for (const name of expanded) withoutRestAdmin.add(name);
  return isGranting;
}
