/**
 * Suggests the smallest grants that would allow a denied request: an addition to a custom role of
 * the user, a new role, or existing roles. Each is simulated before it is suggested.
 */
import { NAMELESS, type Role } from '../../../contracts/entities';
import type { Cell, ExplainContext } from './context';
import type {
  GainingPeople,
  OpenedAccess,
  PatchOperation,
  Suggestion,
} from '../../../contracts/api';
import type { IndexTarget } from '../evaluation/index_targets';
import { GLOBAL_TENANT } from '../evaluation/tenant_access';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { ActionPaths } from './action_path';
import { PrivilegeScorer } from './privilege_score';
import { simulateRole, tryChangedRole } from './grant_simulation';
import { literalPattern } from '../patterns/pattern';
import { isAssignable, isExtensible, type Question } from './grantable_roles';
import { isPossible } from './index_match';
import { getMembership, type Membership } from './membership';
import { findHolders, numberOfPeople, openedBy } from './suggestion_reach';

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
  for (const { indices, actions } of groupAll(cells)) {
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
function groupAll(
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
const EMPTY_ROLE: Role = {
  reserved: false,
  hidden: false,
  cluster_permissions: [],
  index_permissions: [],
  tenant_permissions: [],
};
const NO_ONE: GainingPeople = { users: 0, user_patterns: [], backend_roles: [], hosts: [] };
/** Cached pattern results during a search through the roles. */
const MAX_CACHED_MATCHES = 100_000;

/** A suggestion that was tried, before it is known how many people it concerns. */
interface Candidate {
  readonly suggestion: WithoutReach<Suggestion>;
  readonly opens: OpenedAccess;
  /** By `PrivilegeScorer`, of what the suggestion opens. */
  readonly breadth: number;
  /** The role whose holders gain it; `undefined`: the user asked about. */
  readonly role?: string;
}
type WithoutReach<S> = S extends unknown ? Omit<S, 'opens' | 'gains'> : never;

/**
 * The one that opens the least to the fewest people first.
 *
 * @param showsHidden - whether the caller may see hidden roles
 */
export function* suggestGrants(
  context: ExplainContext,
  showsHidden: boolean
): CooperativeTask<readonly Suggestion[]> {
  const gap = findGap(context);
  if (!gap) return [];
  const members = newMembers(context);
  const candidates = [
    ...(yield* extensions(context, gap)),
    ...(yield* newRole(context, gap, members)),
    ...(members ? yield* assignments(context, gap, members, showsHidden) : []),
  ];
  const { userName } = context.who.subject;
  const roles = candidates.flatMap(({ role }) => (role === undefined ? [] : [role]));
  const memberships = new Map(roles.map((role) => [role, getMembership(context.rules, role)]));
  if (members) memberships.set(NEW_ROLE, members);
  const known = userName === NAMELESS ? undefined : userName;
  const byRole = yield* findHolders(context.users, memberships, known);
  const found = candidates.map(({ suggestion, opens, breadth, role = NEW_ROLE }) => {
    const gains = byRole.get(role) ?? NO_ONE;
    return {
      suggestion: { ...suggestion, opens, gains } as Suggestion,
      size: breadth * numberOfPeople(gains, context.users),
    };
  });
  // A stable sort: of equal ones, an addition comes before a new role, and that before others.
  return found.sort((a, b) => a.size - b.size).map(({ suggestion }) => suggestion);
}

/** Entries of a mapping that give a role to the user, or to a backend role of one without name. */
function newMembers({ who }: ExplainContext): Membership | undefined {
  const { userName, backendRoles } = who.subject;
  const none = { users: [], backend_roles: [], and_backend_roles: [], hosts: [] };
  if (userName !== NAMELESS) return { ...none, users: [literalPattern(userName)] };
  const [first] = backendRoles;
  return first === undefined ? undefined : { ...none, backend_roles: [literalPattern(first)] };
}

const getQuestion = ({ cluster, cells, tenant }: Gap): Question => ({
  cluster,
  onData: [...cells.map(({ action }) => action), ...(tenant ? [tenant.needed] : [])],
});

/** `undefined` if no permission would help. */
function findGap(context: ExplainContext): Gap | undefined {
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
  { users, backend_roles: some }: Membership,
  showsHidden: boolean
): CooperativeTask<readonly Candidate[]> {
  const { rules, who } = context;
  const fills = gapFiller(context, gap);
  const question = getQuestion(gap);
  const assigned = new Set(who.subject.roles);
  const meter = new PrivilegeScorer(rules);
  const candidates: { name: string; role: Role; breadth: number }[] = [];
  for (const name of [...rules.roleNames()]) {
    yield;
    const role = assigned.has(name) ? undefined : rules.role(name);
    if (!role || (role.hidden && !showsHidden) || !(yield* fills(role))) continue;
    if (!isAssignable(context, question, name, role)) continue;
    candidates.push({ name, role, breadth: meter.of(role) });
  }
  const patch: PatchOperation[] = [
    ...users.map((value) => ({ op: 'add' as const, path: '/users/-', value })),
    ...some.map((value) => ({ op: 'add' as const, path: '/backend_roles/-', value })),
  ];
  const found: Candidate[] = [];
  candidates.sort((a, b) => a.breadth - b.breadth || (a.name < b.name ? -1 : 1));
  for (const { name, role, breadth } of candidates.slice(0, MAX_TRIED)) {
    const { isAllowed, changesRestrictions } = yield* simulateRole(context, name);
    if (!isAllowed) continue;
    found.push({
      suggestion: {
        kind: 'assign_role',
        role: name,
        is_reserved: role.reserved,
        breadth: Math.round(breadth),
        mapping_patch: patch,
        changes_restrictions: changesRestrictions,
      },
      opens: openedBy(role),
      breadth,
    });
    if (found.length === MAX_ROLES) break;
  }
  return found;
}

/** A fast check of roles that are not compiled, because there may be thousands. */
function gapFiller({ rules, patterns: indexPatterns }: ExplainContext, gap: Gap) {
  const { cluster, cells, tenant } = gap;
  const paths = new Map<string, ActionPaths>();
  const listPaths = (action: string): ActionPaths => {
    const known = paths.get(action) ?? new ActionPaths(rules, action);
    paths.set(action, known);
    return known;
  };
  let count = 0;
  const matches = new Map<IndexTarget, Map<string, boolean>>();
  const isMatch = (target: IndexTarget, pattern: string): boolean => {
    if (!isPossible(pattern, target)) return false;
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
    if (!cluster.every((action) => listPaths(action).find(role.cluster_permissions))) return false;
    for (const { target, action } of cells) {
      const isFilled = role.index_permissions.some(
        (entry) =>
          entry.index_patterns.some((pattern) => isMatch(target, pattern)) &&
          listPaths(action).find(entry.allowed_actions)
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
function* extensions(context: ExplainContext, gap: Gap): CooperativeTask<readonly Candidate[]> {
  const additions: (ReturnType<typeof addMissingPermissions> & { name: string; weight: number })[] =
    [];
  for (const { name, role } of context.own) {
    yield;
    if (!isExtensible(context, getQuestion(gap), name, role)) continue;
    const addition = addMissingPermissions(role, gap);
    additions.push({ name, ...addition, weight: JSON.stringify(addition.patch).length });
  }
  // Smallest patch first: an existing entry for exactly this index needs only one more action.
  additions.sort((a, b) => a.weight - b.weight);
  const found: Candidate[] = [];
  for (const { name, changed, patch } of additions.slice(0, MAX_TRIED)) {
    const { isAllowed, changesRestrictions } = yield* tryChangedRole(context, name, changed);
    if (!isAllowed) continue;
    const changes_restrictions = changesRestrictions;
    found.push({
      suggestion: { kind: 'extend_role', role: name, patch, changes_restrictions },
      ...missingAlone(context, gap),
      role: name,
    });
    if (found.length === MAX_EXTENDED) break;
  }
  return found;
}

function* newRole(
  context: ExplainContext,
  gap: Gap,
  members: Membership | undefined
): CooperativeTask<readonly Candidate[]> {
  const { changed } = addMissingPermissions(EMPTY_ROLE, gap);
  const { isAllowed, changesRestrictions } = yield* tryChangedRole(context, NEW_ROLE, changed);
  if (!isAllowed) return [];
  const { cluster_permissions, index_permissions, tenant_permissions } = changed;
  const { users = [], backend_roles = [] } = members ?? {};
  return [
    {
      suggestion: {
        kind: 'create_role',
        role_body: { cluster_permissions, index_permissions, tenant_permissions },
        mapping_body: users.length > 0 ? { users } : { backend_roles },
        changes_restrictions: changesRestrictions,
      },
      ...missingAlone(context, gap),
    },
  ];
}

/** What the missing permissions open, without those of a role to which they are added. */
function missingAlone({ rules }: ExplainContext, gap: Gap): Pick<Candidate, 'opens' | 'breadth'> {
  const { changed } = addMissingPermissions(EMPTY_ROLE, gap);
  return { opens: openedBy(changed), breadth: new PrivilegeScorer(rules).of(changed) };
}
