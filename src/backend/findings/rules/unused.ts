/** Rules about entries that nothing uses. */
import { type InternalUser, replaceVariables, type RoleMapping } from '../../../contracts/entities';
import { FINDINGS_LIMITS } from '../../../contracts/limits/findings';
import { expandActions } from '../../access/evaluation/action_groups';
import { PatternSet } from '../../access/patterns/pattern';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { isEverything } from '../../access/patterns/breadth';
import { toChangedEntity, type Facts, object, getTemplates, without } from '../facts';
import { choice } from '../prepared';
import { type Choice, eachAsWritten, getEntities, type Rule } from '../rule';
import { joinNames, t } from '../sentence';

const UNASSIGNED_ROLE: Rule = {
  id: 'unassigned-role',
  group: 'unused',
  severity: 'low',
  reason: t(
    'security.finding.unassignedRole.reason',
    'No one has it now, but a mistaken mapping would grant it.'
  ),
  needs: ['roles', 'rolesmapping', 'internalusers'],
  each: [
    eachAsWritten('roles', (facts, name, _entity, report) => {
      // Otherwise backend roles are security roles too, and those of other logins are unknown.
      if (facts.configuration.settings.rolesMappingResolution !== 'MAPPING_ONLY') return;
      if (facts.isHeld(name)) return;
      report({
        text: t(
          'security.finding.unassignedRole.text',
          'No user, backend role or host has role {role}.',
          { role: name }
        ),
        objects: [object('roles', name)],
        fix: t('security.finding.unassignedRole.fix', 'Delete {role}, or map it.', {
          role: name,
        }),
        change: { roles: { [name]: null } },
      });
    }),
  ],
};

const UNUSED_ACTION_GROUP: Rule = {
  id: 'unused-action-group',
  group: 'unused',
  severity: 'low',
  reason: t(
    'security.finding.unusedActionGroup.reason',
    'It grants nothing, and makes the list harder to read.'
  ),
  needs: ['actiongroups', 'roles'],
  given: getEntities('actiongroups', 'roles'),
  *find(facts, report): CooperativeTask<void> {
    const used = new Set<string>();
    const { roles, actiongroups } = facts.configuration.entities;
    const use = (actions: readonly string[]) => actions.forEach((one) => used.add(one));
    for (const role of roles.values()) {
      yield;
      use(role.cluster_permissions);
      for (const entry of role.index_permissions) use(entry.allowed_actions);
      for (const entry of role.tenant_permissions) use(entry.allowed_actions);
    }
    const reached = new Set(
      expandActions([...used], (name) => actiongroups.get(name)?.allowed_actions)
    );
    for (const [name] of facts.own('actiongroups')) {
      yield;
      if (reached.has(name)) continue;
      report({
        text: t('security.finding.unusedActionGroup.text', 'No role uses action group {group}.', {
          group: name,
        }),
        objects: [object('actiongroups', name)],
        fix: t('security.finding.unusedActionGroup.fix', 'Delete {group}, or use it in a role.', {
          group: name,
        }),
        change: { actiongroups: { [name]: null } },
      });
    }
  },
};

const UNNAMED_TENANT: Rule = {
  id: 'unnamed-tenant',
  group: 'unused',
  severity: 'low',
  reason: t(
    'security.finding.unnamedTenant.reason',
    'Only roles for all tenants grant access to it, so its content is easily forgotten.'
  ),
  needs: ['tenants', 'roles'],
  given: getEntities('tenants', 'roles'),
  *find(facts, report): CooperativeTask<void> {
    if (isNothing(facts.own('tenants'))) return;
    const named = yield* namedTenants(facts, () => true);
    for (const [name] of facts.own('tenants')) {
      yield;
      if (named.matches(name)) continue;
      report({
        text: t('security.finding.unnamedTenant.text', 'No role lists tenant {tenant}.', {
          tenant: name,
        }),
        objects: [object('tenants', name)],
        fix: t('security.finding.unnamedTenant.fix', 'Delete {tenant}, or add it to a role.', {
          tenant: name,
        }),
      });
    }
  },
};

const UNREADABLE_TENANT: Rule = {
  id: 'unreadable-tenant',
  group: 'unused',
  severity: 'low',
  reason: t(
    'security.finding.unreadableTenant.reason',
    "The people it was made for can't open it."
  ),
  needs: ['tenants', 'roles', 'rolesmapping', 'internalusers'],
  given: getEntities('tenants', 'roles', 'rolesmapping', 'internalusers'),
  *find(facts, report): CooperativeTask<void> {
    // Otherwise backend roles are security roles too, and those of other logins are unknown.
    if (facts.configuration.settings.rolesMappingResolution !== 'MAPPING_ONLY') return;
    if (isNothing(facts.own('tenants'))) return;
    const opened = yield* namedTenants(facts, (role) => facts.isHeld(role));
    const closed = [...facts.own('tenants')].filter(([name]) => !opened.matches(name));
    if (closed.length === 0) return;
    const named = yield* namedTenants(facts, () => true);
    for (const [name] of closed) {
      yield;
      if (!named.matches(name)) continue;
      report({
        text: t(
          'security.finding.unreadableTenant.text',
          'No user, backend role or host has a role that lists tenant {tenant}.',
          { tenant: name }
        ),
        objects: [object('tenants', name)],
        fix: t(
          'security.finding.unreadableTenant.fix',
          'Map a role that lists {tenant}, or delete the tenant.',
          { tenant: name }
        ),
      });
    }
  },
};

const isNothing = (entries: Iterable<unknown>): boolean =>
  entries[Symbol.iterator]().next().done === true;

/** Tenants that one of the roles names; all tenants (`*`) do not count. */
function* namedTenants(
  { configuration }: Facts,
  isMeant: (role: string) => boolean
): CooperativeTask<PatternSet> {
  const patterns = new Set<string>();
  for (const [name, role] of configuration.entities.roles) {
    yield;
    if (role.tenant_permissions.length === 0 || !isMeant(name)) continue;
    for (const { tenant_patterns } of role.tenant_permissions)
      for (const pattern of tenant_patterns) if (!isEverything(pattern)) patterns.add(pattern);
  }
  // A pattern with an attribute can stand for any name.
  return new PatternSet([...patterns].map((one) => replaceVariables(one, () => '*')));
}

/** Stands for the backend roles of a user. */
const BACKEND_ROLES = /\$\{user[._]roles\}/;

const MAPPED = new WeakMap<object, PatternSet>();

/** The backend roles of all mappings, until one changes. */
function mappedBackendRoles(mappings: ReadonlyMap<string, RoleMapping>): PatternSet {
  const made = MAPPED.get(mappings);
  if (made) return made;
  const exact = new Set<string>();
  for (const { backend_roles, and_backend_roles } of mappings.values())
    for (const one of [...backend_roles, ...and_backend_roles])
      if (!isEverything(one)) exact.add(one);
  const mapped = new PatternSet([...exact]);
  MAPPED.set(mappings, mapped);
  return mapped;
}

const UNMAPPED_BACKEND_ROLE: Rule = {
  id: 'unmapped-backend-role',
  group: 'unused',
  severity: 'low',
  reason: t(
    'security.finding.unmappedBackendRole.reason',
    'It grants its users nothing, and they may not know it.'
  ),
  needs: ['internalusers', 'rolesmapping', 'roles'],
  given: getEntities('internalusers', 'rolesmapping', 'roles'),
  *find(facts, report): CooperativeTask<void> {
    const { entities, settings } = facts.configuration;
    if (settings.rolesMappingResolution !== 'MAPPING_ONLY') return;
    const mapped = mappedBackendRoles(entities.rolesmapping);
    const unmapped: (readonly [string, ReadonlySet<string>])[] = [];
    for (const entry of facts.backendRoles()) {
      yield;
      if (!mapped.matches(entry[0])) unmapped.push(entry);
    }
    if (unmapped.length === 0) return;
    for (const role of entities.roles.values()) {
      yield;
      if (getTemplates(role).some((text) => BACKEND_ROLES.test(text))) return;
    }
    for (const [backendRole, users] of unmapped) {
      yield;
      const names = [...users].filter((one) => facts.isOwn('internalusers', one)).sort();
      if (names.length === 0) continue;
      report({
        text: t(
          'security.finding.unmappedBackendRole.text',
          "Backend role {backendRole} of {users} isn't mapped to a role.",
          { backendRole, users: joinNames(names) }
        ),
        objects: [object('internalusers', names[0] as string)],
        fix: t(
          'security.finding.unmappedBackendRole.fix',
          'Map {backendRole} to a role, or remove it from the users.',
          { backendRole }
        ),
        choices: [
          choice(
            t('security.finding.choice.removeBackendRole', 'Remove {backendRole} from {users}.', {
              backendRole,
              users: joinNames(names),
            }),
            backendRoleRemoved(facts, backendRole, names)
          ),
        ],
        key: backendRole,
      });
    }
  },
};

function backendRoleRemoved(
  { configuration }: Facts,
  backendRole: string,
  names: readonly string[]
): Choice['change'] | undefined {
  if (names.length > FINDINGS_LIMITS.usersChanged) return undefined;
  const users = names.map((name) => {
    const user = configuration.entities.internalusers.get(name) as InternalUser;
    const kept = without(user.backend_roles, new Set([backendRole]));
    return toChangedEntity(name, user, { backend_roles: kept });
  });
  return {
    internalusers: Object.assign({}, ...users) as Choice['change']['internalusers'] & object,
  };
}

export const UNUSED: readonly Rule[] = [
  UNASSIGNED_ROLE,
  UNUSED_ACTION_GROUP,
  UNNAMED_TENANT,
  UNREADABLE_TENANT,
  UNMAPPED_BACKEND_ROLE,
];
