/** Changes that rules prepare. Each is `undefined` where it cannot be made, or would not fix. */
import type { Entity, Role, RoleMapping } from '../../contracts/entities';
import { FINDINGS_LIMITS } from '../../contracts/limits/findings';
import { resolveRoleNames } from '../access/evaluation/rule_view';
import { ruleSetFor } from '../access/evaluation/rule_set';
import { toChangedEntity, type Facts, isFixed, without } from './facts';
import type { Choice } from './rule';
import { joinNames, t } from './sentence';

type Change = Choice['change'];

/** Suspends the user, or deletes it. */
export const withoutUser = (facts: Facts, name: string): readonly (Choice | undefined)[] => [
  suspendedUser(facts, name),
  choice(
    t('security.finding.choice.deleteUser', 'Delete {user}, and remove the name from mappings.', {
      user: name,
    }),
    deletedUser(facts, name)
  ),
];

export const choice = (text: Choice['text'], change: Change | undefined): Choice | undefined =>
  change && { text, change };

export function suspendedUser({ configuration }: Facts, name: string): Choice | undefined {
  const user = configuration.entities.internalusers.get(name);
  if (!configuration.canSuspend || !user || isFixed(user)) return undefined;
  const attributes = { ...user.attributes, enabled: 'false' };
  return {
    text: t('security.finding.choice.suspend', 'Suspend {user}.', { user: name }),
    change: { internalusers: toChangedEntity(name, user, { attributes }) },
  };
}

function deletedUser(facts: Facts, name: string): Change | undefined {
  const { internalusers } = facts.configuration.entities;
  const user = internalusers.get(name);
  if (!user || isFixed(user)) return undefined;
  const mappings = facts.rolesOf(name).flatMap((role) => {
    const mapping = facts.rules.mapping(role);
    if (!mapping?.users.includes(name) || isFixed(mapping)) return [];
    return Object.entries(
      toChangedEntity(role, mapping, { users: without(mapping.users, new Set([name])) })
    );
  });
  return {
    internalusers: { [name]: null },
    ...(mappings.length > 0 && { rolesmapping: Object.fromEntries(mappings) }),
  };
}

/** With its mapping, and taken from the users who have it directly. */
export function deletedRole(facts: Facts, name: string): Change | undefined {
  const { roles, rolesmapping } = facts.configuration.entities;
  const isKept = (entity: Entity | undefined) => entity !== undefined && isFixed(entity);
  if (isKept(roles.get(name)) || isKept(rolesmapping.get(name))) return undefined;
  const users = takenDirectly(facts, name, facts.usersOf(name));
  return (
    users && {
      roles: { [name]: null },
      rolesmapping: { [name]: null },
      ...(Object.keys(users).length > 0 && { internalusers: users }),
    }
  );
}

/** Takes a role from users who have it by name, not by a backend role or pattern. */
export const takenChoice = (
  facts: Facts,
  role: string,
  users: readonly string[]
): Choice | undefined =>
  choice(
    t('security.finding.choice.takeRole', 'Remove role {role} from {users}.', {
      role,
      users: joinNames(users),
    }),
    roleTaken(facts, role, users)
  );

function roleTaken(facts: Facts, role: string, users: readonly string[]): Change | undefined {
  const { entities, settings } = facts.configuration;
  const direct = takenDirectly(facts, role, users);
  if (!direct) return undefined;
  const mapping = entities.rolesmapping.get(role);
  const after = mapping && { ...mapping, users: without(mapping.users, new Set(users)) };
  const rules = ruleSetFor(settings);
  if (after) rules.apply({ type: 'rolesmapping', name: role, after });
  const isLeft = users.some((userName) => {
    const { backend_roles: backendRoles = [] } = entities.internalusers.get(userName) ?? {};
    return resolveRoleNames(rules, { userName, backendRoles }, []).includes(role);
  });
  const isMapped = mapping && after && after.users.length < mapping.users.length;
  if (isLeft || (isMapped && isFixed(mapping))) return undefined;
  return {
    ...(isMapped && { rolesmapping: toChangedEntity(role, mapping, { users: after.users }) }),
    ...(Object.keys(direct).length > 0 && { internalusers: direct }),
  };
}

function takenDirectly(
  { configuration }: Facts,
  role: string,
  users: readonly string[]
): NonNullable<Change['internalusers']> | undefined {
  if (users.length > FINDINGS_LIMITS.usersChanged) return undefined;
  const holders = users.flatMap((name) => {
    const user = configuration.entities.internalusers.get(name);
    return user?.opendistro_security_roles.includes(role) ? [[name, user] as const] : [];
  });
  if (holders.some(([, user]) => isFixed(user))) return undefined;
  const entries = holders.map(([name, user]) =>
    toChangedEntity(name, user, {
      opendistro_security_roles: without(user.opendistro_security_roles, new Set([role])),
    })
  );
  return Object.assign({}, ...entries) as NonNullable<Change['internalusers']>;
}

/** Removes texts of one kind from a role, and entries whose list is then empty. */
export function removedFrom(
  name: string,
  role: Role,
  list: 'index_patterns' | 'tenant_patterns' | 'allowed_actions',
  texts: readonly string[]
): Choice {
  const removed = new Set(texts);
  const left = <T extends object>(entries: readonly T[]): T[] =>
    entries.flatMap((entry) => {
      const before = (entry as Partial<Record<typeof list, readonly string[]>>)[list];
      const after = before && without(before, removed);
      return after?.length === 0 ? [] : [{ ...entry, ...(after && { [list]: after }) }];
    });
  return {
    text: t('security.finding.choice.removeFrom', 'Remove {removed} from role {role}.', {
      removed: joinNames([...removed]),
      role: name,
    }),
    change: {
      roles: toChangedEntity(name, role, {
        ...(list === 'allowed_actions' && {
          cluster_permissions: without(role.cluster_permissions, removed),
        }),
        index_permissions: left(role.index_permissions),
        tenant_permissions: left(role.tenant_permissions),
      }),
    },
  };
}

const MEMBERS = ['users', 'backend_roles', 'hosts'] as const;

/** A mapping without some of its users, backend roles and hosts. */
export const membersRemoved = (
  role: string,
  mapping: RoleMapping,
  removed: readonly string[],
  lists: ReadonlyArray<(typeof MEMBERS)[number]> = MEMBERS
): Change => ({
  rolesmapping: toChangedEntity(
    role,
    mapping,
    Object.fromEntries(lists.map((list) => [list, without(mapping[list], new Set(removed))]))
  ),
});
