/**
 * Suggests the smallest grants that would allow a denied request: existing roles, an addition to a
 * custom role of the user, or a new role. Each is simulated before it is suggested.
 */
import type { Role } from '../../../contracts/entities';
import type { Cell, ExplainContext } from './context';
import type { PatchOperation, Suggestion } from '../../../contracts/api';
import type { IndexTarget } from '../evaluation/index_targets';
import { GLOBAL_TENANT } from '../evaluation/tenant_access';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { ActionPaths } from './action_path';
import { PrivilegeScorer } from './privilege_score';
import { simulateRole, tryChangedRole } from './grant_simulation';

/** The missing permissions, common to all kinds of suggestions. */
interface Gap {
  readonly cluster: readonly string[];
  readonly cells: readonly Cell[];
  readonly tenant?: { readonly name: string; readonly needed: 'read' | 'write' };
}

/** Adds exactly the missing permissions to a role. Returns the role and the patch. */
function addMissingPermissions(
  role: Role,
  { cluster, cells, tenant }: Gap
): { changed: Role; patch: readonly PatchOperation[] } {
  const patch: PatchOperation[] = [];
  const add = (path: string, value: unknown): void => {
    patch.push({ op: 'add', path, value });
  };
  const entries = role.index_permissions.map((entry) => ({ ...entry }));
  cluster.forEach((action) => add('/cluster_permissions/-', action));
  for (const { indices, actions } of grouped(cells)) {
    const at = entries.findIndex(({ index_patterns }) => isSame(index_patterns, indices));
    const same = entries[at];
    if (same) {
      entries[at] = { ...same, allowed_actions: [...same.allowed_actions, ...actions] };
      actions.forEach((action) => add(`/index_permissions/${at}/allowed_actions/-`, action));
    } else {
      const entry = {
        index_patterns: indices,
        fls: [],
        masked_fields: [],
        allowed_actions: actions,
      };
      entries.push(entry);
      add('/index_permissions/-', { index_patterns: indices, allowed_actions: actions });
    }
  }
  const grant = tenant && {
    tenant_patterns: [tenant.name],
    allowed_actions: [tenant.needed === 'write' ? 'kibana_all_write' : 'kibana_all_read'],
  };
  if (grant) add('/tenant_permissions/-', grant);
  const changed: Role = {
    ...role,
    cluster_permissions: [...role.cluster_permissions, ...cluster],
    index_permissions: entries,
    tenant_permissions: grant ? [...role.tenant_permissions, grant] : role.tenant_permissions,
  };
  return { changed, patch };
}

/** Groups indices that lack the same actions into one entry. */
function grouped(
  cells: readonly Cell[]
): readonly { indices: readonly string[]; actions: readonly string[] }[] {
  const byIndex = new Map<string, string[]>();
  for (const { action, target } of cells) {
    byIndex.set(target.name, [...(byIndex.get(target.name) ?? []), action]);
  }
  const byActions = new Map<string, { indices: string[]; actions: readonly string[] }>();
  for (const [index, actions] of byIndex) {
    const key = JSON.stringify(actions);
    const known = byActions.get(key);
    if (known) known.indices.push(index);
    else byActions.set(key, { indices: [index], actions });
  }
  return [...byActions.values()];
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value) => b.includes(value));

const MAX_ROLES = 5;
/**
 * Simulated candidates: roles, narrowest first, and the user's own roles, smallest addition first.
 */
const MAX_TRIED = 40;
const MAX_EXTENDED = 3;
const NEW_ROLE = '\0new role';
/** Cached pattern results during a search through the roles. */
const MAX_CACHED_MATCHES = 100_000;

/** @param showsHidden - whether the caller may see hidden roles */
export function* suggestGrants(
  context: ExplainContext,
  showsHidden: boolean
): CooperativeTask<readonly Suggestion[]> {
  const gap = gapOf(context);
  if (!gap) return [];
  const own = yield* extensions(context, gap);
  return [
    ...(yield* assignments(context, gap, showsHidden)),
    ...(own.length > 0 ? own : yield* newRole(context, gap)),
  ];
}

/** `undefined` if no permission would help. */
function gapOf(context: ExplainContext): Gap | undefined {
  const { details, who } = context;
  const { outcome, reason, tenant } = details.decision;
  if (outcome === 'allowed' || reason === 'service_account') return undefined;
  const cells = context.cells.missing;
  if (reason === 'tenant_not_granted' || reason === 'tenant_read_only') {
    const name = tenant?.kind === 'global' ? GLOBAL_TENANT : (tenant?.name ?? '');
    const needed = tenant?.needed ?? 'write';
    return { cluster: [], cells, tenant: { name, needed } };
  }
  const cluster = details.clusterActions.filter(
    (action) => !who.access.isClusterActionGranted(action)
  );
  return cluster.length + cells.length > 0 ? { cluster, cells } : undefined;
}

function* assignments(
  context: ExplainContext,
  gap: Gap,
  showsHidden: boolean
): CooperativeTask<readonly Suggestion[]> {
  const { rules, who } = context;
  const fills = gapFiller(context, gap);
  const assigned = new Set(who.subject.roles);
  const meter = new PrivilegeScorer(rules);
  const candidates: { name: string; role: Role; breadth: number }[] = [];
  for (const name of [...rules.roleNames()]) {
    yield;
    const role = assigned.has(name) ? undefined : rules.role(name);
    if (!role || (role.hidden && !showsHidden) || !(yield* fills(role))) continue;
    candidates.push({ name, role, breadth: meter.of(role) });
  }
  const found: Suggestion[] = [];
  candidates.sort((a, b) => a.breadth - b.breadth || (a.name < b.name ? -1 : 1));
  for (const { name, role, breadth } of candidates.slice(0, MAX_TRIED)) {
    const { isAllowed, changesRestrictions } = yield* simulateRole(context, name);
    if (!isAllowed) continue;
    found.push({
      kind: 'assign_role',
      role: name,
      is_reserved: role.reserved,
      breadth: Math.round(breadth),
      changes_restrictions: changesRestrictions,
    });
    if (found.length === MAX_ROLES) break;
  }
  return found;
}

/** A fast check of roles that are not compiled, because there may be thousands. */
function gapFiller({ rules, patterns: indexPatterns }: ExplainContext, gap: Gap) {
  const { cluster, cells, tenant } = gap;
  const paths = new Map<string, ActionPaths>();
  const pathsOf = (action: string): ActionPaths => {
    const known = paths.get(action) ?? new ActionPaths(rules, action);
    paths.set(action, known);
    return known;
  };
  let count = 0;
  const matches = new Map<IndexTarget, Map<string, boolean>>();
  const isMatch = (target: IndexTarget, pattern: string): boolean => {
    let ofTarget = matches.get(target);
    if (!ofTarget) matches.set(target, (ofTarget = new Map<string, boolean>()));
    const known = ofTarget.get(pattern);
    if (known !== undefined) return known;
    if (++count > MAX_CACHED_MATCHES) {
      for (const remembered of matches.values()) remembered.clear();
      count = 1;
    }
    const isFit = indexPatterns.find([pattern], target) !== undefined;
    ofTarget.set(pattern, isFit);
    return isFit;
  };
  return function* (role: Role): CooperativeTask<boolean> {
    if (!cluster.every((action) => pathsOf(action).find(role.cluster_permissions))) return false;
    for (const { target, action } of cells) {
      const isFilled = role.index_permissions.some(
        (entry) =>
          entry.index_patterns.some((pattern) => isMatch(target, pattern)) &&
          pathsOf(action).find(entry.allowed_actions)
      );
      if (!isFilled) return false;
      yield;
    }
    return (
      !tenant ||
      role.tenant_permissions.some((entry) => indexPatterns.find(entry.tenant_patterns, tenant))
    );
  };
}

/** Additions to roles that the user already has and that can be changed. */
function* extensions(context: ExplainContext, gap: Gap): CooperativeTask<readonly Suggestion[]> {
  const additions: (ReturnType<typeof addMissingPermissions> & { name: string; weight: number })[] =
    [];
  for (const { name, role } of context.own) {
    if (role.reserved || role.hidden || role.static) continue;
    const addition = addMissingPermissions(role, gap);
    additions.push({ name, ...addition, weight: JSON.stringify(addition.patch).length });
    yield;
  }
  // Smallest patch first: an existing entry for exactly this index needs only one more action.
  additions.sort((a, b) => a.weight - b.weight);
  const found: Suggestion[] = [];
  for (const { name, changed, patch } of additions.slice(0, MAX_TRIED)) {
    const { isAllowed, changesRestrictions } = yield* tryChangedRole(context, name, changed);
    if (!isAllowed) continue;
    const changes_restrictions = changesRestrictions;
    found.push({ kind: 'extend_role', role: name, patch, changes_restrictions });
    if (found.length === MAX_EXTENDED) break;
  }
  return found;
}

function* newRole(context: ExplainContext, gap: Gap): CooperativeTask<readonly Suggestion[]> {
  const empty: Role = {
    reserved: false,
    hidden: false,
    cluster_permissions: [],
    index_permissions: [],
    tenant_permissions: [],
  };
  const { changed } = addMissingPermissions(empty, gap);
  const { isAllowed, changesRestrictions } = yield* tryChangedRole(context, NEW_ROLE, changed);
  if (!isAllowed) return [];
  const { cluster_permissions, index_permissions, tenant_permissions } = changed;
  return [
    {
      kind: 'create_role',
      role_body: { cluster_permissions, index_permissions, tenant_permissions },
      mapping_body: { users: [context.who.subject.userName] },
      changes_restrictions: changesRestrictions,
    },
  ];
}
