/** Rules about entries that cannot work as written. */
import { type ActionGroup, ANONYMOUS_USER_NAME, type Role } from '../../../contracts/entities';
import { patternKind, patternProblem } from '../../access/patterns/pattern';
import { hasPlaceholder } from '../../access/evaluation/attributes';
import { dlsProblem } from '../../model/dls_query';
import { challengedBefore } from '../../model/authentication_domains';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { listActions, toChangedEntity, type Facts, object, without } from '../facts';
import { choice, membersRemoved, removedFrom } from '../prepared';
import { each, eachAsWritten, type Report, type Rule } from '../rule';
import { joinNames, t } from '../sentence';
import { MISSING_ATTRIBUTE } from './missing_attribute';
import { PATTERN_FAULTS, QUERY_FAULTS } from './role_faults';

const MISSING_ROLE: Rule = {
  id: 'missing-role',
  group: 'broken',
  severity: 'medium',
  reason: t(
    'security.finding.missingRole.reason',
    'The intended access is missing. A new role with this name would apply to these users.'
  ),
  needs: ['roles', 'rolesmapping', 'internalusers'],
  each: [
    eachAsWritten('rolesmapping', (facts, name, _mapping, report) => {
      if (facts.configuration.entities.roles.has(name)) return;
      report({
        text: t(
          'security.finding.missingRole.text',
          'The mapping {role} is for a role that does not exist.',
          { role: name }
        ),
        objects: [object('rolesmapping', name)],
        fix: t('security.finding.missingRole.fix', 'Create role {role}, or delete the mapping.', {
          role: name,
        }),
        change: { rolesmapping: { [name]: null } },
      });
    }),
    each(
      'internalusers',
      (facts, name, user, report) => {
        const { roles } = facts.configuration.entities;
        const missing = user.opendistro_security_roles.filter((role) => !roles.has(role));
        if (missing.length === 0) return;
        const kept = without(user.opendistro_security_roles, new Set(missing));
        report({
          text: t(
            'security.finding.missingRole.user',
            '{user} has roles that do not exist: {roles}.',
            { user: name, roles: joinNames(missing) }
          ),
          objects: [object('internalusers', name)],
          fix: t(
            'security.finding.missingRole.mendUser',
            'Create them, or remove them from {user}.',
            { user: name }
          ),
          change: {
            internalusers: toChangedEntity(name, user, { opendistro_security_roles: kept }),
          },
        });
      },
      { withBuiltIn: true }
    ),
  ],
};

/** Actions contain a colon, patterns a wildcard or slashes; anything else names a group. */
const isGroupName = (action: string): boolean =>
  patternKind(action) === 'exact' && !action.includes(':');

const MISSING_ACTION_GROUP: Rule = {
  id: 'missing-action-group',
  group: 'broken',
  severity: 'medium',
  reason: t('security.common.theIntendedAccessIsMissing', 'The intended access is missing.'),
  needs: ['actiongroups', 'roles'],
  each: [eachAsWritten('roles', reportMissingGroups), each('actiongroups', reportMissingGroups)],
};

function reportMissingGroups(
  facts: Facts,
  name: string,
  entity: Role | ActionGroup,
  report: Report
): void {
  const groups = facts.configuration.entities.actiongroups;
  const role = 'index_permissions' in entity ? entity : undefined;
  const actions = role ? listActions(role).flat() : (entity as ActionGroup).allowed_actions;
  const missing = [...new Set(actions.filter((one) => isGroupName(one) && !groups.has(one)))];
  if (missing.length === 0) return;
  report({
    text: role
      ? t(
          'security.finding.missingActionGroup.role',
          'Role {name} lists {missing}, which is neither an action nor an action group.',
          { name, missing: joinNames(missing) }
        )
      : t(
          'security.finding.missingActionGroup.group',
          'Action group {name} lists {missing}, which is neither an action nor an action group.',
          { name, missing: joinNames(missing) }
        ),
    objects: [object(role ? 'roles' : 'actiongroups', name)],
    fix: t(
      'security.finding.missingActionGroup.fix',
      'Correct the name, or create the action group.'
    ),
    ...(role && { choices: [removedFrom(name, role, 'allowed_actions', missing)] }),
  });
}

const MISSING_TENANT: Rule = {
  id: 'missing-tenant',
  group: 'broken',
  severity: 'low',
  reason: t('security.common.theIntendedAccessIsMissing', 'The intended access is missing.'),
  needs: ['tenants', 'roles'],
  each: [
    each(
      'roles',
      (facts, name, role, report) => {
        const { tenants } = facts.configuration.entities;
        const isMissing = (pattern: string): boolean =>
          patternKind(pattern) === 'exact' && !hasPlaceholder(pattern) && !tenants.has(pattern);
        const named = role.tenant_permissions.flatMap(({ tenant_patterns }) => tenant_patterns);
        const missing = [...new Set(named.filter(isMissing))];
        if (missing.length === 0) return;
        report({
          text: t(
            'security.finding.missingTenant.text',
            'Role {role} lists {missing}, which is not a tenant.',
            { role: name, missing: joinNames(missing) }
          ),
          objects: [object('roles', name)],
          fix: t('security.finding.missingTenant.fix', 'Correct the name, or create the tenant.'),
          choices: [removedFrom(name, role, 'tenant_patterns', missing)],
        });
      },
      { given: (facts) => [facts.configuration.entities.tenants] }
    ),
  ],
};

const MISSING_USER: Rule = {
  id: 'missing-user',
  group: 'broken',
  severity: 'medium',
  reason: t('security.finding.missingUser.reason', 'A new user with this name would get the role.'),
  needs: ['internalusers', 'rolesmapping', 'config'],
  each: [
    eachAsWritten(
      'rolesmapping',
      (facts, role, mapping, report) => {
        // Users of other logins are unknown here.
        if (facts.hasOtherLogins) return;
        const users = facts.configuration.entities.internalusers;
        const missing = mapping.users.filter(
          (one) => patternKind(one) === 'exact' && one !== ANONYMOUS_USER_NAME && !users.has(one)
        );
        if (missing.length === 0) return;
        report({
          text: t(
            'security.finding.missingUser.text',
            'Role {role} is mapped to users who do not exist: {users}.',
            { role, users: joinNames(missing) }
          ),
          ...(facts.isAdministrative(role) && { severity: 'high' as const }),
          objects: [object('rolesmapping', role)],
          fix: t(
            'security.finding.missingUser.fix',
            'Remove the name from the mapping, or correct it.'
          ),
          change: membersRemoved(role, mapping, missing, ['users']),
        });
      },
      { given: ({ hasOtherLogins }) => [hasOtherLogins] }
    ),
  ],
};

const INVALID_FILTER: Rule = {
  id: 'invalid-document-filter',
  group: 'broken',
  severity: 'high',
  reason: t(
    'security.finding.invalidDocumentFilter.reason',
    "An invalid query doesn't restrict as intended, or makes every search fail."
  ),
  needs: ['roles'],
  each: [
    eachAsWritten('roles', (_facts, name, role, report) => {
      for (const { dls, index_patterns: patterns } of role.index_permissions) {
        const problem = dlsProblem(dls ?? '');
        if (problem === undefined) continue;
        report({
          text: t(
            'security.finding.invalidDocumentFilter.text',
            'The document filter of role {role} on {patterns} is not valid. {problem}.',
            { role: name, patterns: joinNames(patterns), problem }
          ),
          objects: [object('roles', name)],
          fix: t('security.finding.invalidDocumentFilter.fix', 'Correct the query.'),
          key: patterns.join(','),
        });
      }
    }),
    QUERY_FAULTS,
  ],
};

const INVALID_PATTERN_FIX = t('security.finding.invalidPattern.fix', 'Correct the pattern.');

const invalidIn = (patterns: readonly string[]) =>
  [...new Set(patterns)].flatMap((pattern) => {
    const problem = patternProblem(pattern);
    return problem === undefined ? [] : [{ pattern, problem }];
  });

const INVALID_PATTERN: Rule = {
  id: 'invalid-pattern',
  group: 'broken',
  severity: 'medium',
  reason: t(
    'security.finding.invalidPattern.reason',
    'A pattern that cannot be used matches nothing.'
  ),
  needs: ['roles', 'rolesmapping'],
  each: [
    eachAsWritten('roles', (_facts, name, role, report) => {
      for (const list of ['index_patterns', 'tenant_patterns'] as const) {
        const entries: readonly Partial<Record<typeof list, readonly string[]>>[] =
          list === 'index_patterns' ? role.index_permissions : role.tenant_permissions;
        const all = entries.flatMap((entry) => entry[list] ?? []);
        for (const { pattern, problem } of invalidIn(all))
          report({
            text: t('security.finding.invalidPattern.role', 'Role {name}: {problem}', {
              name,
              problem,
            }),
            objects: [object('roles', name)],
            fix: INVALID_PATTERN_FIX,
            choices: [removedFrom(name, role, list, [pattern])],
            key: pattern,
          });
      }
    }),
    eachAsWritten('rolesmapping', (_facts, name, mapping, report) => {
      const members = [...mapping.users, ...mapping.backend_roles, ...mapping.hosts];
      for (const { pattern, problem } of invalidIn(members))
        report({
          text: t('security.finding.invalidPattern.mapping', 'Mapping {name}: {problem}', {
            name,
            problem,
          }),
          objects: [object('rolesmapping', name)],
          fix: INVALID_PATTERN_FIX,
          choices: [
            choice(
              t(
                'security.finding.choice.removeMember',
                'Remove {removed} from the mapping {role}.',
                {
                  removed: pattern,
                  role: name,
                }
              ),
              membersRemoved(name, mapping, [pattern])
            ),
          ],
          key: pattern,
        });
    }),
    PATTERN_FAULTS,
  ],
};

const UNREACHABLE_DOMAIN: Rule = {
  id: 'unreachable-domain',
  group: 'broken',
  severity: 'medium',
  reason: t(
    'security.finding.unreachableDomain.reason',
    'Its users are rejected before this domain is tried.'
  ),
  needs: ['config'],
  *find(facts, report): CooperativeTask<void> {
    for (const { domain, challenging } of challengedBefore(facts.configuration.config)) {
      yield;
      report({
        text: t(
          'security.finding.unreachableDomain.text',
          'The authentication domain {domain} is never reached: {challenging} comes first and challenges every request.',
          { domain, challenging }
        ),
        objects: [object('config', domain)],
        fix: t(
          'security.finding.unreachableDomain.fix',
          'Turn off the challenge of {challenging}, or give it a higher order.',
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
    const names = facts.administratorNames();
    const [only] = names;
    if (only === undefined || names.length > 1) return;
    report({
      text: t('security.finding.soleAdministrator.text', '{user} is the only administrator.', {
        user: only,
      }),
      ...facts.administrator(only),
      fix: t('security.finding.soleAdministrator.fix', 'Give a second user an administrator role.'),
    });
  },
};

const TENANT_NAMED_LIKE_USER: Rule = {
  id: 'tenant-named-like-user',
  group: 'broken',
  severity: 'medium',
  reason: t(
    'security.finding.tenantNamedLikeUser.reason',
    "For this user, the name means their private tenant, so they cannot open the other one. On an OpenSearch cluster, both share one index: everyone with access to the tenant can also read the user's private objects."
  ),
  needs: ['tenants', 'internalusers'],
  *find(facts, report): CooperativeTask<void> {
    for (const [name] of facts.own('tenants')) {
      yield;
      if (!facts.configuration.entities.internalusers.has(name)) continue;
      report({
        text: t(
          'security.finding.tenantNamedLikeUser.text',
          'A user and a tenant are both named {name}.',
          { name }
        ),
        objects: [object('tenants', name), object('internalusers', name)],
        fix: t('security.finding.tenantNamedLikeUser.fix', 'Rename tenant {name}.', { name }),
      });
    }
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
  TENANT_NAMED_LIKE_USER,
];
