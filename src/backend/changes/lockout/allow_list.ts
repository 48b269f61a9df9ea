/** The allow list of requests. While it is on, all other requests are rejected. */
import { isJsonObject } from '../../model/entity_shape';
import type { EngineRequest, EngineResponse } from '../../api/engine';
import { json } from '../../model/responses';
import { expandActions } from '../../access/evaluation/action_groups';
import { PatternSet } from '../../access/patterns/pattern';
import type { EngineSettings } from '../../api/settings';
import { PREFIX } from '../../model/paths';
import type { Administrators } from './administrators';
import type { ConfigurationView } from './configuration_view';

type Json = Readonly<Record<string, unknown>>;

export const getAllowList = (
  document: Json | undefined
): { readonly enabled: boolean; readonly requests: Json } => ({
  enabled: document?.['enabled'] === true,
  requests: isJsonObject(document?.['requests']) ? document['requests'] : {},
});

/** Compares paths literally, except for a trailing slash. */
function isListed(requests: Json, method: string, path: string): boolean {
  const requested = trim(path);
  return Object.entries(requests).some(
    ([listed, methods]) =>
      trim(listed) === requested && Array.isArray(methods) && methods.includes(method)
  );
}

const trim = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

/** @returns the error response of a request that is not listed, or `undefined` */
export function allowListError(
  document: Json | undefined,
  request: EngineRequest
): EngineResponse | undefined {
  const { enabled, requests } = getAllowList(document);
  if (!enabled || isListed(requests, request.method, request.path)) return undefined;
  const error = `${request.method} ${request.path.slice(0, 300)} API not allowlisted`;
  return json(403, { error, status: 'FORBIDDEN' });
}

/**
 * While the allow list is on, it rejects unlisted requests of administrators too, and only REST
 * administration of the list can switch it off. Therefore a user with that permission must remain,
 * and the list must contain itself.
 */
export const ALLOW_LIST_PATH = `${PREFIX}/api/allowlist`;
/** REST administration of the allow list. */
const ALLOW_LIST_PERMISSION = 'restapi:admin/allowlist';

export const listsItself = (requests: Readonly<Record<string, unknown>>): boolean =>
  isListed(requests, 'PUT', ALLOW_LIST_PATH) || isListed(requests, 'PATCH', ALLOW_LIST_PATH);

/**
 * State of the allow list in the view: `off`, `kept` (an administrator can switch it off), `left`
 * (possible, but no administrator has the permission) or `closed` (the list or the settings reject
 * all users).
 */
export function allowListState(
  view: ConfigurationView,
  administrators: Administrators,
  { isRestAdminEnabled }: Pick<EngineSettings, 'isRestAdminEnabled'>
): 'off' | 'kept' | 'left' | 'closed' {
  const { enabled, requests } = getAllowList(view.allowList());
  if (!enabled) return 'off';
  if (!isRestAdminEnabled || !listsItself(requests)) return 'closed';
  return administrators.existAlsoIn(keeperRoles(view)) ? 'kept' : 'left';
}

function keeperRoles(view: ConfigurationView): readonly string[] {
  const found: string[] = [];
  for (const [name, { cluster_permissions: permissions }] of view.roles())
    if (isKeeper(view, permissions)) found.push(name);
  return found;
}

function isKeeper(view: ConfigurationView, permissions: readonly string[]): boolean {
  const getGroup = (name: string) => view.read('actiongroups', name)?.allowed_actions;
  return new PatternSet(expandActions(permissions, getGroup)).matchesExplicitly(
    ALLOW_LIST_PERMISSION
  );
}
