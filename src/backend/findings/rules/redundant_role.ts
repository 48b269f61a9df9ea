/** A role that grants nothing beyond another role of all its holders. */
import type { Role } from '../../../contracts/entities';
import { expandActions } from '../../access/evaluation/action_groups';
import { isExplicitAction } from '../../access/evaluation/compiled_role';
import { compileCover } from '../../access/patterns/pattern';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { object, type Facts } from '../facts';
import { deletedRole } from '../prepared';
import { each, type Report, type Rule } from '../rule';
import { t } from '../sentence';

type Groups = ReadonlyMap<string, readonly string[]>;

export const REDUNDANT_ROLE: Rule = {
  id: 'redundant-role',
  group: 'too_much',
  severity: 'low',
  reason: t(
    'security.finding.redundantRole.reason',
    'It makes no difference today, but keeps the access if the other role is removed.'
  ),
  needs: ['roles', 'rolesmapping', 'internalusers', 'actiongroups'],
  each: [each('roles', findRedundancy, { touched: rolesToCompare })],
};

function findRedundancy(facts: Facts, name: string, role: Role, report: Report): void {
  if (isEmpty(role) || hasRestriction(role)) return;
  const [first] = facts.usersOf(name);
  if (first === undefined) return;
  const wider = candidates(facts, name, first).find(
    (other) =>
      other !== name &&
      mayHaveSameHolders(facts, name, other) &&
      facts.kept.included.once(name, other, () => includes(facts, other, role)) &&
      facts.usersOf(name).every((user) => facts.rolesOf(user).includes(other))
  );
  if (wider === undefined) return;
  const change = deletedRole(facts, name);
  report({
    text: t(
      'security.finding.redundantRole.text',
      'Role {role} grants nothing beyond {wider}, which all its users have.',
      { role: name, wider }
    ),
    objects: [object('roles', name), object('roles', wider)],
    fix: t('security.finding.redundantRole.fix', 'Delete {role}.', { role: name }),
    ...(change && { change }),
  });
}

/**
 * Those whose users or permissions have changed, and those that may be compared with a role that
 * grants something else now. A change of one user concerns its roles only: others keep their users,
 * and these keep their roles.
 */
function* rolesToCompare(facts: Facts): CooperativeTask<ReadonlySet<string> | undefined> {
  const { roles, granting, mapped } = facts.touched;
  if (mapped.size > 0) return undefined;
  const names = new Set(roles);
  for (const wider of granting) {
    for (const user of facts.usersOf(wider)) {
      for (const role of facts.rolesOf(user)) names.add(role);
      yield;
    }
    for (const one of facts.rules.mapping(wider)?.backend_roles ?? [])
      for (const role of rolesByBackendRole(facts).get(one) ?? []) names.add(role);
  }
  return names;
}

const BY_BACKEND_ROLE = new WeakMap<object, Groups>();

/** Roles by the backend roles that their mappings name, until a mapping changes. */
function rolesByBackendRole({ configuration }: Facts): Groups {
  const { rolesmapping } = configuration.entities;
  const made = BY_BACKEND_ROLE.get(rolesmapping);
  if (made) return made;
  const roles = new Map<string, string[]>();
  BY_BACKEND_ROLE.set(rolesmapping, roles);
  for (const [role, { backend_roles: backendRoles }] of rolesmapping) {
    for (const one of backendRoles) {
      const known = roles.get(one);
      if (known) known.push(role);
      else roles.set(one, [role]);
    }
  }
  return roles;
}

/** The roles that can have the same holders, in order of names: few, so that few are compared. */
function candidates(facts: Facts, role: string, holder: string): readonly string[] {
  const all = facts.rolesOf(holder);
  const [backendRole] = facts.rules.mapping(role)?.backend_roles ?? [];
  const some = backendRole === undefined ? undefined : rolesByBackendRole(facts).get(backendRole);
  return some && some.length < all.length ? [...some].sort() : all;
}

/** Whether the same backend roles and hosts get the other role, and so does the last user. */
function mayHaveSameHolders(facts: Facts, name: string, other: string): boolean {
  const [mapping, its] = [facts.rules.mapping(name), facts.rules.mapping(other)];
  const isMapped = (field: 'backend_roles' | 'hosts') =>
    mapping?.[field].every((one) => its?.[field].includes(one)) ?? true;
  return (
    (mapping?.and_backend_roles.length ?? 0) === 0 &&
    isMapped('backend_roles') &&
    isMapped('hosts') &&
    facts.rolesOf(facts.usersOf(name).at(-1) ?? '').includes(other)
  );
}

const isEmpty = (role: Role): boolean =>
  role.cluster_permissions.length + role.index_permissions.length === 0;

const hasRestriction = ({ index_permissions: entries }: Role): boolean =>
  entries.some(({ dls, fls, masked_fields }) => !!dls || fls.length + masked_fields.length > 0);

/** Compares what is written, so a yes is certain. */
function includes({ rules }: Facts, other: string, role: Role): boolean {
  const wider = rules.role(other);
  if (!wider) return false;
  const expand = (listed: readonly string[]) =>
    expandActions(listed, (group) => rules.actionGroup(group)?.allowed_actions).filter(
      // The names of groups grant nothing beyond their actions.
      (one) => rules.actionGroup(one) === undefined
    );
  const allows = (granted: readonly string[], listed: readonly string[]): boolean => {
    const grants = new Set(expand(granted));
    return expand(listed).every(
      (one) =>
        grants.has(one) ||
        [...grants].some(
          // A bare * does not include some actions.
          (grant) => !(grant === '*' && isExplicitAction(one)) && compileCover(grant)(one)
        )
    );
  };
  const coversAll = (patterns: readonly string[], listed: readonly string[]): boolean =>
    listed.every((one) =>
      patterns.some((pattern) => pattern === one || compileCover(pattern)(one))
    );
  return (
    allows(wider.cluster_permissions, role.cluster_permissions) &&
    role.index_permissions.every((entry) =>
      wider.index_permissions.some(
        (other) =>
          !hasRestriction({ ...wider, index_permissions: [other] }) &&
          coversAll(other.index_patterns, entry.index_patterns) &&
          allows(other.allowed_actions, entry.allowed_actions)
      )
    ) &&
    role.tenant_permissions.every((entry) =>
      wider.tenant_permissions.some(
        (other) =>
          coversAll(other.tenant_patterns, entry.tenant_patterns) &&
          allows(other.allowed_actions, entry.allowed_actions)
      )
    )
  );
}
