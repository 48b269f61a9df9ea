/**
 * While the allow list is on, it refuses even administrators whatever it does not list; and only REST administration
 * of it can switch it off again. So somebody has to be left who holds that, and the list has to list itself.
 */
import { expandActions } from '../../../access/evaluation/action_groups';
import { PatternSet } from '../../../access/patterns/pattern';
import type { EngineSettings } from '../../../contract/settings';
import type { Administrators } from '../../authentication/administrators';
import type { EntityStore } from '../../store/entity_store';
import { allowListOf, isListed } from './allow_list';
import { REST_ADMIN_PERMISSIONS } from '../call/rest_admin';

export const ALLOW_LIST_PATH = '/_plugins/_security/api/allowlist';
const PERMISSION = REST_ADMIN_PERMISSIONS.ALLOWLIST as string;
/** Roles read at once. */
const STEP = 1_000;

export const listsItself = (requests: Readonly<Record<string, unknown>>): boolean =>
  isListed(requests, 'PUT', ALLOW_LIST_PATH) || isListed(requests, 'PATCH', ALLOW_LIST_PATH);

/**
 * `off`, `kept` (an administrator can switch it off), `left` (they could, but nobody has the right) or `closed` (the
 * list or the settings refuse everybody), by what the store holds now.
 */
export function allowListState(
  store: EntityStore,
  administrators: Administrators,
  { isRestAdminEnabled }: Pick<EngineSettings, 'isRestAdminEnabled'>
): 'off' | 'kept' | 'left' | 'closed' {
  const { enabled, requests } = allowListOf(store.document('allowlist')?.body);
  if (!enabled) return 'off';
  if (!isRestAdminEnabled || !listsItself(requests)) return 'closed';
  return administrators.existAlsoIn(keeperRoles(store)) ? 'kept' : 'left';
}

function keeperRoles(store: EntityStore): readonly string[] {
  const found: string[] = [];
  for (let after: string | undefined; ;) {
    const step = store.page('roles', after, STEP);
    for (const { name, entity } of step)
      if (isKeeper(store, entity.cluster_permissions)) found.push(name);
    if (step.length < STEP) return found;
    after = step.at(-1)?.name;
  }
}

function isKeeper(store: EntityStore, permissions: readonly string[]): boolean {
  const groupOf = (name: string) => store.read('actiongroups', name)?.entity.allowed_actions;
  return new PatternSet(expandActions(permissions, groupOf)).matchesExplicitly(PERMISSION);
}
