/** Rules about entries that cannot work as written. */
import { ANONYMOUS_USER_NAME } from '../../../contracts/entities';
import { patternKind, patternProblem } from '../../access/patterns/pattern';
import { hasPlaceholder } from '../../access/evaluation/attributes';
import { dlsProblem } from '../../model/dls_query';
import { isServiceAccount } from '../../model/service_account';
import { challengedBefore } from '../../model/authentication_domains';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { changed, object, templatesOf, without } from '../facts';
import { choice, membersRemoved, removedFrom, takenChoice } from '../prepared';
import type { Rule } from '../rule';
import { listed, t } from '../sentence';

const MISSING_ROLE: Rule = {
  id: 'missing-role',
  group: 'broken',
  severity: 'medium',
  reason: t(
    'security.finding.missingRole.reason',
    'The access that was meant is not there. A new role of this name would get these users.'
  ),
  needs: ['roles', 'rolesmapping', 'internalusers'],
  *find(facts, report): CooperativeTask<void> {
    const { roles, internalusers } = facts.configuration.entities;
    for (const [name] of facts.own('rolesmapping')) {
      yield;
      if (roles.has(name)) continue;
      report({
        text: t(
          'security.finding.missingRole.text',
          'The mapping {role} is for a role that does not exist.',
          { role: name }
        ),
        objects: [object('rolesmapping', name)],
        mend: t('security.finding.missingRole.mend', 'Create role {role}, or delete the mapping.', {
          role: name,
        }),
        change: { rolesmapping: { [name]: null } },
      });
    }
    for (const [name, user] of internalusers) {
      yield;
      const missing = user.opendistro_security_roles.filter((role) => !roles.has(role));
      if (missing.length === 0) continue;
      const kept = without(user.opendistro_security_roles, new Set(missing));
      report({
        text: t(
          'security.finding.missingRole.user',
          '{user} has roles that do not exist: {roles}.',
          { user: name, roles: listed(missing) }
        ),
        objects: [object('internalusers', name)],
        mend: t(
          'security.finding.missingRole.mendUser',
          'Create them, or take them away from {user}.',
          { user: name }
        ),
        change: {
          internalusers: changed(name, user, { opendistro_security_roles: kept }),
        },
      });
    }
  },
};

/** Actions contain a colon, patterns a wildcard or slashes; anything else names a group. */
const isGroupName = (action: string): boolean =>
  patternKind(action) === 'exact' && !action.includes(':');

const MISSING_ACTION_GROUP: Rule = {
  id: 'missing-action-group',
  group: 'broken',
  severity: 'medium',
  reason: t(
    'security.finding.missingActionGroup.reason',
    'The access that was meant is not there.'
  ),
  needs: ['actiongroups', 'roles'],
  *find(facts, report): CooperativeTask<void> {
    const groups = facts.configuration.entities.actiongroups;
    const lists = function* (): Iterable<readonly ['roles' | 'actiongroups', string, string[]]> {
      for (const [name, role] of facts.own('roles'))
        yield [
          'roles',
          name,
          [
            ...role.cluster_permissions,
            ...role.index_permissions.flatMap(({ allowed_actions }) => allowed_actions),
            ...role.tenant_permissions.flatMap(({ allowed_actions }) => allowed_actions),
          ],
        ];
      for (const [name, group] of facts.own('actiongroups'))
        yield ['actiongroups', name, [...group.allowed_actions]];
    };
    for (const [type, name, actions] of lists()) {
      yield;
      const missing = new Set(actions.filter((one) => isGroupName(one) && !groups.has(one)));
      if (missing.size === 0) continue;
      const role = type === 'roles' ? facts.rules.role(name) : undefined;
      report({
        text:
          type === 'roles'
            ? t(
                'security.finding.missingActionGroup.role',
                'Role {name} lists {missing}, which is neither an action nor an action group.',
                { name, missing: listed([...missing]) }
              )
            : t(
                'security.finding.missingActionGroup.group',
                'Action group {name} lists {missing}, which is neither an action nor an action group.',
                { name, missing: listed([...missing]) }
              ),
        objects: [object(type, name)],
        mend: t(
          'security.finding.missingActionGroup.mend',
          'Correct the name, or create the action group.'
        ),
        ...(role && { choices: [removedFrom(name, role, 'allowed_actions', [...missing])] }),
      });
    }
  },
};

const MISSING_TENANT: Rule = {
  id: 'missing-tenant',
  group: 'broken',
  severity: 'low',
  reason: t('security.finding.missingTenant.reason', 'The access that was meant is not there.'),
  needs: ['tenants', 'roles'],
  *find(facts, report): CooperativeTask<void> {
    const { tenants } = facts.configuration.entities;
    const isMissing = (pattern: string): boolean =>
      patternKind(pattern) === 'exact' && !hasPlaceholder(pattern) && !tenants.has(pattern);
    for (const [name, role] of facts.own('roles')) {
      yield;
      const named = role.tenant_permissions.flatMap(({ tenant_patterns }) => tenant_patterns);
      const missing = [...new Set(named.filter(isMissing))];
      if (missing.length === 0) continue;
      report({
        text: t(
          'security.finding.missingTenant.text',
          'Role {role} names {missing}, which is not a tenant.',
          { role: name, missing: listed(missing) }
        ),
        objects: [object('roles', name)],
        mend: t('security.finding.missingTenant.mend', 'Correct the name, or create the tenant.'),
        choices: [removedFrom(name, role, 'tenant_patterns', missing)],
      });
    }
  },
};

const MISSING_USER: Rule = {
  id: 'missing-user',
  group: 'broken',
  severity: 'medium',
  reason: t(
    'security.finding.missingUser.reason',
    'Whoever creates a user of this name gets the role.'
  ),
  needs: ['internalusers', 'rolesmapping', 'config'],
  *find(facts, report): CooperativeTask<void> {
    // Users of other logins are unknown here.
    if (facts.hasOtherLogins) return;
    const users = facts.configuration.entities.internalusers;
    const isMissing = (name: string): boolean =>
      patternKind(name) === 'exact' && name !== ANONYMOUS_USER_NAME && !users.has(name);
    for (const [role, mapping] of facts.own('rolesmapping')) {
      yield;
      const missing = mapping.users.filter(isMissing);
      if (missing.length === 0) continue;
      report({
        text: t(
          'security.finding.missingUser.text',
          'Role {role} is mapped to users who do not exist: {users}.',
          { role, users: listed(missing) }
        ),
        ...(facts.isAdministrative(role) && { severity: 'high' }),
        objects: [object('rolesmapping', role)],
        mend: t(
          'security.finding.missingUser.mend',
          'Remove the name from the mapping, or correct it.'
        ),
        change: membersRemoved(role, mapping, missing, ['users']),
      });
    }
  },
};

const INVALID_FILTER: Rule = {
  id: 'invalid-document-filter',
  group: 'broken',
  severity: 'high',
  reason: t(
    'security.finding.invalidDocumentFilter.reason',
    'A query that is not valid does not restrict as meant, or makes every search fail.'
  ),
  needs: ['roles'],
  *find(facts, report): CooperativeTask<void> {
    for (const [name, role] of facts.own('roles')) {
      yield;
      for (const { dls, index_patterns: patterns } of role.index_permissions) {
        const problem = dlsProblem(dls ?? '');
        if (problem === undefined) continue;
        report({
          text: t(
            'security.finding.invalidDocumentFilter.text',
            'The document filter of role {role} on {patterns} is not valid. {problem}.',
            { role: name, patterns: listed(patterns), problem }
          ),
          objects: [object('roles', name)],
          mend: t('security.finding.invalidDocumentFilter.mend', 'Correct the query.'),
          key: patterns.join(','),
        });
      }
    }
  },
};

const INVALID_PATTERN: Rule = {
  id: 'invalid-pattern',
  group: 'broken',
  severity: 'medium',
  reason: t(
    'security.finding.invalidPattern.reason',
    'A pattern that cannot be used matches nothing.'
  ),
  needs: ['roles', 'rolesmapping'],
  *find(facts, report): CooperativeTask<void> {
    function* check(patterns: readonly string[]) {
      for (const pattern of new Set(patterns)) {
        const problem = patternProblem(pattern);
        if (problem !== undefined) yield { pattern, problem };
      }
    }
    const mend = t('security.finding.invalidPattern.mend', 'Correct the pattern.');
    for (const [name, role] of facts.own('roles')) {
      yield;
      for (const list of ['index_patterns', 'tenant_patterns'] as const) {
        const entries: readonly Partial<Record<typeof list, readonly string[]>>[] =
          list === 'index_patterns' ? role.index_permissions : role.tenant_permissions;
        for (const { pattern, problem } of check(entries.flatMap((entry) => entry[list] ?? [])))
          report({
            text: t('security.finding.invalidPattern.role', 'Role {name}: {problem}', {
              name,
              problem,
            }),
            objects: [object('roles', name)],
            mend,
            choices: [removedFrom(name, role, list, [pattern])],
            key: pattern,
          });
      }
    }
    for (const [name, mapping] of facts.own('rolesmapping')) {
      yield;
      const members = [...mapping.users, ...mapping.backend_roles, ...mapping.hosts];
      for (const { pattern, problem } of check(members))
        report({
          text: t('security.finding.invalidPattern.mapping', 'Mapping {name}: {problem}', {
            name,
            problem,
          }),
          objects: [object('rolesmapping', name)],
          mend,
          choices: [
            choice(
              t(
                'security.finding.choice.removeMember',
                'Remove {removed} from the mapping {role}.',
                {
                  ...{ removed: pattern, role: name },
                }
              ),
              membersRemoved(name, mapping, [pattern])
            ),
          ],
          key: pattern,
        });
    }
  },
};

const ATTRIBUTE = /\$\{attr[._]internal[._]([^${}]+)\}/g;

const MISSING_ATTRIBUTE: Rule = {
  id: 'missing-attribute',
  group: 'broken',
  severity: 'medium',
  reason: t(
    'security.finding.missingAttribute.reason',
    'A pattern without its attribute matches nothing, and a query without it fails.'
  ),
  needs: ['roles', 'rolesmapping', 'internalusers'],
  *find(facts, report): CooperativeTask<void> {
    const users = facts.configuration.entities.internalusers;
    for (const [name, role] of facts.own('roles')) {
      yield;
      const texts = templatesOf(role).join('\n');
      const attributes = new Set([...texts.matchAll(ATTRIBUTE)].map(([, one]) => one as string));
      for (const attribute of attributes) {
        const lacking = facts.usersOf(name).filter((userName) => {
          const own = users.get(userName)?.attributes ?? {};
          const keys = Object.keys(own).map((key) => key.replaceAll('.', '_'));
          return !isServiceAccount(own) && !keys.includes(attribute.replaceAll('.', '_'));
        });
        yield;
        if (lacking.length === 0) continue;
        report({
          text: t(
            'security.finding.missingAttribute.text',
            'Role {role} uses the attribute {attribute}, which these users lack: {users}.',
            { role: name, attribute, users: listed(lacking) }
          ),
          objects: [object('roles', name)],
          mend: t(
            'security.finding.missingAttribute.mend',
            'Set {attribute} for these users, or take the role away from them.',
            { attribute }
          ),
          choices: [takenChoice(facts, name, lacking)],
          key: attribute,
        });
      }
    }
  },
};

const UNREACHABLE_DOMAIN: Rule = {
  id: 'unreachable-domain',
  group: 'broken',
  severity: 'medium',
  reason: t(
    'security.finding.unreachableDomain.reason',
    'Users of this login are turned away before it is their turn.'
  ),
  needs: ['config'],
  *find(facts, report): CooperativeTask<void> {
    for (const { domain, challenging } of challengedBefore(facts.configuration.config)) {
      yield;
      report({
        text: t(
          'security.finding.unreachableDomain.text',
          'The authentication domain {domain} is never reached: {challenging} challenges every request before it.',
          { domain, challenging }
        ),
        objects: [object('config', domain)],
        mend: t(
          'security.finding.unreachableDomain.mend',
          'Turn the challenge of {challenging} off, or give it a higher order.',
          { challenging }
        ),
      });
    }
  },
};

const SOLE_ADMINISTRATOR: Rule = {
  id: 'sole-administrator',
  group: 'broken',
  severity: 'medium',
  reason: t(
    'security.finding.soleAdministrator.reason',
    'If this password is lost, no one can administer security.'
  ),
  needs: ['internalusers', 'rolesmapping', 'config'],
  *find(facts, report): CooperativeTask<void> {
    const users = facts.configuration.entities.internalusers;
    if (facts.hasOtherLogins || users.size < facts.thresholds.soleAdministratorFrom) return;
    const names = yield* facts.administratorNames();
    const [only] = names;
    if (only === undefined || names.length > 1) return;
    report({
      text: t('security.finding.soleAdministrator.text', '{user} is the only administrator.', {
        user: only,
      }),
      objects: [object('internalusers', only)],
      mend: t(
        'security.finding.soleAdministrator.mend',
        'Give a second user a role of administrators.'
      ),
    });
  },
};

export const BROKEN: readonly Rule[] = [
  MISSING_ROLE,
  MISSING_ACTION_GROUP,
  MISSING_TENANT,
  MISSING_USER,
  INVALID_FILTER,
  INVALID_PATTERN,
  MISSING_ATTRIBUTE,
  UNREACHABLE_DOMAIN,
  SOLE_ADMINISTRATOR,
];
