/** A smaller role from what its holders used, and a replay of the record against it. */
import type { ProposalSetting } from '../../contracts/api/role_usage';
import type { IndexPermission, Role } from '../../contracts/entities';
import { type ActionSet, expandActions } from '../access/evaluation/action_groups';
import { isClusterAction } from '../access/evaluation/action_kind';
import { SubjectPatterns } from '../access/evaluation/compiled_role';
import { OverlayRules } from '../access/evaluation/overlay_rules';
import { patternKind } from '../access/patterns/pattern';
import type { RuleView } from '../access/evaluation/rule_view';
import { PERMISSION_NAMES } from '../api/permission_names';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { isGranted, type EntryUsage, type Relevant, type RoleUsage } from './role_usage';

export interface RoleProposal {
  /** Absent if nothing of the role was used. */
  readonly role?: Role;
  /** Known permissions, each counted once per entry. */
  readonly grants: {
    readonly now: number;
    /** Of `now`, those that were used. */
    readonly used: number;
    readonly then: number;
  };
}

const KNOWN: readonly string[] = [...PERMISSION_NAMES.cluster, ...PERMISSION_NAMES.index];
const NO_SUBJECT = { userName: '', backendRoles: [], roles: [], attributes: new Map() } as const;

/**
 * Entries that restrict documents or fields keep their patterns, because removing
 * one would lift its restriction. Tenant permissions stay, because events do not name tenants. Runs
 * in time slices.
 */
export function* proposeRole(
  usage: RoleUsage,
  setting: ProposalSetting,
  rules: RuleView
): CooperativeTask<RoleProposal> {
  const { role, cluster, entries } = usage;
  const lists = new ActionLists(rules, setting);
  const onCluster = [...cluster.keys()];
  const kept: IndexPermission[] = [];
  const used = entries.map(listActions);
  for (const [at, entry] of role.index_permissions.entries()) {
    const actions = used[at] as readonly string[];
    if (actions.length === 0 && !isRestricting(entry)) continue;
    kept.push(
      actions.length === 0
        ? entry
        : {
            ...entry,
            allowed_actions: yield* lists.smaller(entry.allowed_actions, actions),
            index_patterns: smallerPatterns(entry, entries[at] as EntryUsage, setting),
          }
    );
  }
  const smaller: Role = {
    ...role,
    cluster_permissions: yield* lists.smaller(role.cluster_permissions, onCluster),
    index_permissions: kept,
  };
  const isUsed = onCluster.length > 0 || used.some(({ length }) => length > 0);
  return {
    ...(isUsed && { role: smaller }),
    grants: {
      now: yield* findGrants(role, rules),
      used: usedGrants(usage),
      then: isUsed ? yield* findGrants(smaller, rules) : 0,
    },
  };
}

const listActions = ({ actions, unplaced }: EntryUsage): readonly string[] => [
  ...new Set([...actions.keys(), ...unplaced]),
];

const isRestricting = ({ dls, fls, masked_fields: masked }: IndexPermission): boolean =>
  (dls ?? '').trim() !== '' || fls.length > 0 || masked.length > 0;

/** Groups that every installation has, for lists as wide as `*`. */
const WELL_KNOWN = [
  'get',
  'search',
  'read',
  'index',
  'write',
  'delete',
  'crud',
  'create_index',
  'manage_aliases',
  'indices_monitor',
  'manage',
  'cluster_monitor',
  'cluster_composite_ops_ro',
  'cluster_composite_ops',
  'manage_snapshots',
];

/** Those that stand for a kind of work, from the narrowest to the widest. */
const OF_CLUSTER: ReadonlySet<string> = new Set([
  'cluster_composite_ops_ro',
  'cluster_composite_ops',
  'cluster_monitor',
  'manage_snapshots',
]);
const BROAD = ['create_index', 'manage_aliases', 'indices_monitor', 'write', 'read', ...OF_CLUSTER];

const KINDS = [KNOWN.filter(isClusterAction), KNOWN.filter((one) => !isClusterAction(one))];
/** Whether actions are more than half of those that are known, of the cluster or of indices. */
const isEverything = ({ matches }: ActionSet): boolean =>
  KINDS.some((known) => known.filter(matches).length > known.length / 2);

/** An item of a list of actions, with the used actions that it grants. */
interface Item {
  readonly name: string;
  readonly granted: readonly string[];
}

class ActionLists {
  constructor(
    private readonly rules: RuleView,
    private readonly setting: ProposalSetting
  ) {}

  *smaller(listed: readonly string[], used: readonly string[]): CooperativeTask<string[]> {
    if (this.setting === 'exact') return [...used].sort();
    const isGenerous = this.setting === 'generous';
    const names = yield* isGenerous
      ? this.withoutEverything(listed, used)
      : this.groupsWithin(listed);
    const items: Item[] = [];
    for (const name of names) {
      const set = actionSet([name], this.rules);
      items.push({ name, granted: used.filter((action) => set.matches(action)) });
      yield;
    }
    if (isGenerous) return without(items);
    const chosen = new Map<string, Item>();
    for (const action of used) {
      const narrowest = items.find(({ granted }) => granted.includes(action));
      const item = narrowest ?? { name: action, granted: [action] };
      chosen.set(item.name, item);
      yield;
    }
    return without([...chosen.values()]).sort();
  }

  /**
   * Names that grant most of what there is, such as `indices_all`, leave nothing out. Broad groups
   * around what was used take their place.
   */
  private *withoutEverything(
    listed: readonly string[],
    used: readonly string[]
  ): CooperativeTask<readonly string[]> {
    const { rules } = this;
    const groups = BROAD.filter((name) => rules.actionGroup(name)).map((name) => ({
      name,
      set: actionSet([name], rules),
    }));
    const broad = (action: string): string =>
      groups.find(
        ({ name, set }) => OF_CLUSTER.has(name) === isClusterAction(action) && set.matches(action)
      )?.name ?? action;
    const names: string[] = [];
    for (const name of listed) {
      yield;
      const set = actionSet([name], rules);
      if (isEverything(set)) names.push(...used.filter(set.matches).map(broad));
      else names.push(name);
    }
    return [...new Set(names)];
  }

  /**
   * Action groups that grant nothing beyond the list, from the narrowest to the widest, without
   * those that grant most of what there is.
   */
  private *groupsWithin(listed: readonly string[]): CooperativeTask<readonly string[]> {
    const { rules } = this;
    const now = actionSet(listed, rules);
    const names = [
      ...expandActions(listed, (name) => rules.actionGroup(name)?.allowed_actions),
      ...WELL_KNOWN,
    ].filter((name) => rules.actionGroup(name));
    const found: Array<{ readonly name: string; readonly width: number }> = [];
    for (const name of new Set(names)) {
      const set = actionSet([name], rules);
      const granted = KNOWN.filter(set.matches);
      if (granted.every(now.matches) && !isEverything(set))
        found.push({ name, width: granted.length });
      yield;
    }
    found.sort((a, b) => a.width - b.width || (a.name < b.name ? -1 : 1));
    return found.map(({ name }) => name);
  }
}

/** Names of the items, without those whose used actions the others grant as well. */
function without(items: readonly Item[]): string[] {
  const grantedBy = new Map<string, number>();
  const add = (action: string, count: number): void =>
    void grantedBy.set(action, (grantedBy.get(action) ?? 0) + count);
  for (const { granted } of items) for (const action of granted) add(action, 1);
  return items
    .filter(({ granted }) => {
      if (granted.some((action) => grantedBy.get(action) === 1)) return true;
      for (const action of granted) add(action, -1);
      return false;
    })
    .map(({ name }) => name);
}

/** Digits and dates at the end, by which indices of one kind differ: `sales-2026.11.01`. */
const SERIAL = /[-_.]?\d[\d\-_.]*$/;

function smallerPatterns(
  entry: IndexPermission,
  { indices, unplaced }: EntryUsage,
  setting: ProposalSetting
): readonly string[] {
  const { index_patterns: patterns } = entry;
  if (isRestricting(entry) || unplaced.size > 0) return patterns;
  const used = [...indices.keys()].sort();
  const all = patterns.map((pattern) => ({ pattern, set: new SubjectPatterns([pattern]) }));
  // Patterns with attributes mean another index for each user.
  const personal = all.filter(({ set }) => set.dependsOnSubject);
  const own = new SubjectPatterns(patterns);
  const names = used.filter((name) => own.matches(name, NO_SUBJECT));
  const getFamily = (name: string): string => {
    const family = name.replace(SERIAL, '-*');
    return family !== name && own.covers(family, NO_SUBJECT) ? family : name;
  };
  const listFixed = (): readonly string[] => {
    if (setting === 'exact') return names;
    if (setting === 'grouped') return names.map(getFamily);
    const listed = all.filter(
      ({ pattern, set }) =>
        patternKind(pattern) !== 'everything' && names.some((name) => set.matches(name, NO_SUBJECT))
    );
    const others = names.filter((name) => !listed.some(({ set }) => set.matches(name, NO_SUBJECT)));
    return [...listed.map(({ pattern }) => pattern), ...others.map(getFamily)];
  };
  return [...new Set([...listFixed(), ...personal.map(({ pattern }) => pattern)])];
}

const actionSet = (items: readonly string[], rules: RuleView): ActionSet =>
  rules.compiledPermissions({
    cluster_permissions: [...items],
    index_permissions: [],
    tenant_permissions: [],
  }).clusterActions;

/** Known permissions that a role grants, counted once per entry. */
export function* findGrants(
  { cluster_permissions: cluster, index_permissions: entries }: Role,
  rules: RuleView
): CooperativeTask<number> {
  const onCluster = actionSet(cluster, rules);
  let count = KNOWN.filter((one) => isClusterAction(one) && onCluster.matches(one)).length;
  for (const { allowed_actions: listed } of entries) {
    const set = actionSet(listed, rules);
    count += KNOWN.filter((one) => !isClusterAction(one) && set.matches(one)).length;
    yield;
  }
  return count;
}

const KNOWN_NAMES = new Set(KNOWN);
/** Those of `findGrants` that were used. */
export const usedGrants = ({ cluster, entries }: RoleUsage): number =>
  [[...cluster.keys()], ...entries.map(listActions)]
    .flat()
    .filter((action) => KNOWN_NAMES.has(action)).length;

export interface Replay {
  /** Recorded uses by the holders. */
  readonly uses: number;
  /** Those that the role would deny. */
  readonly denied: readonly Relevant[];
}

/**
 * @param role - instead of the current one; `undefined`: deleted. Runs in time slices.
 */
export function* replay(
  { relevant }: Pick<RoleUsage, 'relevant'>,
  name: string,
  role: Role | undefined,
  rules: RuleView,
  nowMs: number
): CooperativeTask<Replay> {
  const none = new Map<string, never>();
  const then = new OverlayRules(rules, {
    roles: new Map([[name, role]]),
    rolesmapping: none,
    actiongroups: none,
  });
  const denied: Relevant[] = [];
  let uses = 0;
  for (const one of relevant) {
    yield;
    uses += one.used.count;
    const { roles } = one.subject;
    const wasGranted = isGranted(rules.compiledRoles(roles), one, nowMs);
    if (wasGranted && !isGranted(then.compiledRoles(roles), one, nowMs)) denied.push(one);
  }
  return { uses, denied };
}
