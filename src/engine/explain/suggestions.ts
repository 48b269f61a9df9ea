/**
 * The smallest grants that would allow what is denied: existing roles, narrowest first; an addition to one
 * of the user's own custom roles; a new role when there is none. Each is tried before it is named.
 */
import { GLOBAL_TENANT } from '../evaluation/tenant_access';
import type { Role } from '../model/entity_types';
import { ActionPaths } from './action_path';
import { BreadthMeter } from './breadth';
import { cellsOf, ownRoles, type Cell, type ExplainContext } from './context';
import { findIndexMatch } from './index_match';
import { tryChangedRole, tryRole } from './trial';
import type { PatchOperation, Suggestion } from './types';

const MAX_ROLES = 5;
/** Roles that look right and are tried, narrowest first. */
const MAX_TRIED = 40;
const MAX_EXTENDED = 3;
const NEW_ROLE = '\0new role';

/** What is missing, the same for all kinds of suggestions. */
interface Gap {
  readonly cluster: readonly string[];
  readonly cells: readonly Cell[];
  readonly tenant?: { readonly name: string; readonly needed: 'read' | 'write' };
}

/** @param showsHidden - hidden roles are named only to those who see them anyway */
export function suggestGrants(
  context: ExplainContext,
  showsHidden: boolean
): readonly Suggestion[] {
  const gap = gapOf(context);
  if (!gap) return [];
  const own = extensions(context, gap);
  return [
    ...assignments(context, gap, showsHidden),
    ...(own.length > 0 ? own : newRole(context, gap)),
  ];
}

/** `undefined` when no permission would help. */
function gapOf(context: ExplainContext): Gap | undefined {
  const { details, who } = context;
  const { outcome, reason, tenant } = details.decision;
  if (outcome === 'allowed') return undefined;
  if (reason === 'tenant_not_granted' || reason === 'tenant_read_only') {
    const name = tenant?.kind === 'global' ? GLOBAL_TENANT : (tenant?.name ?? '');
    const needed = tenant?.needed ?? 'write';
    return { cluster: [], cells: cellsOf(context).missing, tenant: { name, needed } };
  }
  const cluster = details.clusterActions.filter(
    (action) => !who.access.isClusterActionGranted(action)
  );
  const cells = cellsOf(context).missing;
  return cluster.length + cells.length > 0 ? { cluster, cells } : undefined;
}

function assignments(
  context: ExplainContext,
  gap: Gap,
  showsHidden: boolean
): readonly Suggestion[] {
  const { rules, who } = context;
  const fills = gapFiller(context, gap);
  const held = new Set(who.subject.roles);
  const meter = new BreadthMeter(rules);
  const candidates: { name: string; role: Role; breadth: number }[] = [];
  for (const name of rules.roleNames()) {
    const role = held.has(name) ? undefined : rules.role(name);
    if (!role || (role.hidden && !showsHidden) || !fills(role)) continue;
    candidates.push({ name, role, breadth: meter.of(role) });
  }
  const found: Suggestion[] = [];
  candidates.sort((a, b) => a.breadth - b.breadth || (a.name < b.name ? -1 : 1));
  for (const { name, role, breadth } of candidates.slice(0, MAX_TRIED)) {
    const { isAllowed, changesRestrictions } = tryRole(context, name);
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

/** A quick look at a role that is not compiled; thousands are looked at. */
function gapFiller(context: ExplainContext, { cluster, cells, tenant }: Gap) {
  const { rules, who, nowMs } = context;
  const paths = new Map<string, ActionPaths>();
  const pathsOf = (action: string): ActionPaths => {
    const known = paths.get(action) ?? new ActionPaths(rules, action);
    paths.set(action, known);
    return known;
  };
  const answers = new Map<string, boolean>();
  const fits = ({ target }: Cell, pattern: string): boolean => {
    const key = `${target.name}\n${pattern}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const isFit = findIndexMatch([pattern], target, who.subject, nowMs) !== undefined;
    answers.set(key, isFit);
    return isFit;
  };
  return (role: Role): boolean =>
    cluster.every((action) => pathsOf(action).find(role.cluster_permissions)) &&
    cells.every((cell) =>
      role.index_permissions.some(
        (entry) =>
          entry.index_patterns.some((pattern) => fits(cell, pattern)) &&
          pathsOf(cell.action).find(entry.allowed_actions)
      )
    ) &&
    (!tenant ||
      role.tenant_permissions.some((entry) =>
        findIndexMatch(entry.tenant_patterns, tenant, who.subject, nowMs)
      ));
}

/** Additions to roles the user has already and that may be changed. */
function extensions(context: ExplainContext, gap: Gap): readonly Suggestion[] {
  const found: Suggestion[] = [];
  for (const { name, role } of ownRoles(context)) {
    if (role.reserved || role.hidden || role.static) continue;
    const { changed, patch } = withGap(role, gap);
    const { isAllowed, changesRestrictions } = tryChangedRole(context, name, changed);
    if (!isAllowed) continue;
    const changes_restrictions = changesRestrictions;
    found.push({ kind: 'extend_role', role: name, patch, changes_restrictions });
  }
  // The fewest operations first: an entry for exactly this index needs but one more action.
  const size = (one: Suggestion): number => (one.kind === 'extend_role' ? weight(one.patch) : 0);
  return found.sort((a, b) => size(a) - size(b)).slice(0, MAX_EXTENDED);
}

const weight = (patch: readonly PatchOperation[]): number => JSON.stringify(patch).length;

function newRole(context: ExplainContext, gap: Gap): readonly Suggestion[] {
  const empty: Role = {
    reserved: false,
    hidden: false,
    cluster_permissions: [],
    index_permissions: [],
    tenant_permissions: [],
  };
  const { changed } = withGap(empty, gap);
  const { isAllowed, changesRestrictions } = tryChangedRole(context, NEW_ROLE, changed);
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

/** A role with just what is missing, and the patch that makes it so. */
function withGap(
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

/** Indices that lack the same actions share an entry. */
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
