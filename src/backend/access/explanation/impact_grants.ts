/** What a role permits, piece by piece, and whether somebody has such a piece by any role. */
import type { ImpactPermission } from '../../../contracts/api';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { expandActions } from '../evaluation/action_groups';
import type { DecisionSubject } from '../evaluation/access_decision';
import {
  isExplicitAction,
  renderPattern,
  TENANT_WRITE_ACTION,
  type CompiledIndexPermission,
  type SubjectPatterns,
} from '../evaluation/compiled_role';
import type { ActionSet } from '../evaluation/action_groups';
import { matchesTarget } from '../evaluation/permission_check';
import type { IndexTarget } from '../evaluation/index_targets';
import type { RuleView } from '../evaluation/rule_view';

/** A role, or what of one is no longer there, grants nothing by a name that means nothing. */
const ACTION_FORM = /[:*?]|^\/.*\/$/;

/** Every piece that a role grants, patterns as they are written. */
export function* grantsOf(rules: RuleView, name: string): CooperativeTask<readonly ImpactPermission[]> {
  const role = rules.role(name);
  if (!role) return [];
  const membersOf = (group: string) => rules.actionGroup(group)?.allowed_actions;
  const actionsOf = (listed: readonly string[]): readonly string[] =>
    expandActions(listed, membersOf).filter(
      (action) => ACTION_FORM.test(action) && membersOf(action) === undefined
    );
  const grants: ImpactPermission[] = [];
  const cluster = actionsOf(role.cluster_permissions);
  if (cluster.length > 0) grants.push({ kind: 'cluster', on: '', actions: cluster });
  for (const { index_patterns: patterns, allowed_actions: listed } of role.index_permissions) {
    const actions = actionsOf(listed);
    for (const on of actions.length > 0 ? patterns : [])
      grants.push({ kind: 'index', on, actions });
    yield;
  }
  for (const { tenant_patterns: patterns, allowed_actions: listed } of role.tenant_permissions) {
    const isWrite = expandActions(listed, membersOf).includes(TENANT_WRITE_ACTION);
    for (const on of patterns)
      grants.push({ kind: 'tenant', on, actions: isWrite ? ['read', 'write'] : ['read'] });
    yield;
  }
  return grants;
}

/** The actions of a grant that somebody does not have. */
export function lackingOf(
  { kind, on, actions }: ImpactPermission,
  who: DecisionSubject,
  nowMs: number
): readonly string[] {
  const { roles } = who.access;
  if (kind === 'cluster')
    return actions.filter((action) => !who.access.isClusterActionGranted(action));
  const target = targetOf(on, who, nowMs);
  const isOn = (patterns: SubjectPatterns): boolean =>
    patterns.patterns.includes(on) || matchesTarget(patterns, target, who.subject, nowMs);
  if (kind === 'tenant') {
    const held = roles.flatMap(({ tenantPermissions }) =>
      tenantPermissions.filter(({ patterns }) => isOn(patterns))
    );
    const canWrite = held.some((permission) => permission.canWrite);
    return actions.filter((action) => !(action === 'write' ? canWrite : held.length > 0));
  }
  const sets = roles.flatMap(({ indexPermissions }) =>
    indexPermissions.filter(({ patterns }) => isOn(patterns)).map((entry) => entry.actions)
  );
  return actions.filter((action) => !sets.some((set) => grants(set, action)));
}

const grants = (set: ActionSet, action: string): boolean =>
  isExplicitAction(action) ? set.matchesExplicitly(action) : set.matches(action);

/** What a pattern stands for, as if one asked for exactly that. */
export function targetOf(
  pattern: string,
  { subject }: Pick<DecisionSubject, 'subject'>,
  nowMs: number
): IndexTarget {
  const name = renderPattern(pattern, subject, nowMs) ?? pattern;
  return { name, kind: /[*?]|^\/.*\/$/.test(name) ? 'expression' : 'index' };
}

/** Whether an entry means something else for each person. */
export const isPersonal = ({ patterns }: Pick<CompiledIndexPermission, 'patterns'>): boolean =>
  patterns.dependsOnSubject;
