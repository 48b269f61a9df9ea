/** Rules about access beyond need. */
import type { Severity } from '../../../contracts/api';
import { ANONYMOUS_USER_NAME, type Role, type RoleMapping } from '../../../contracts/entities';
import type { CompiledIndexPermission, CompiledRole } from '../../access/evaluation/compiled_role';
import { ruleSetFor } from '../../access/evaluation/rule_set';
import { REST_ADMINISTRATION } from '../../access/evaluation/security_administration';
import { isBroad, isEverything, isEveryHost } from '../../access/patterns/breadth';
import { PatternSet } from '../../access/patterns/pattern';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { toChangedEntity, dataPatterns, isFixed, object, READ, WRITE, type Facts } from '../facts';
import { choice, membersRemoved } from '../prepared';
import { type Choice, each, type Rule } from '../rule';
import { joinNames, t } from '../sentence';
import { withConfigDefaults } from '../../model/security_config';
import { isJsonObject } from '../../model/entity_shape';
import { LIFTED_RESTRICTION } from './lifted_restriction';
import { REDUNDANT_ROLE } from './redundant_role';

const MAPPED = ['users', 'backend_roles', 'hosts'] as const;

const OPEN_MAPPING: Rule = {
  id: 'open-mapping',
  group: 'too_much',
  severity: 'high',
  reason: t(
    'security.finding.openMapping.reason',
    'Every new user gets this access, including users of an identity provider.'
  ),
  needs: ['roles', 'rolesmapping', 'actiongroups'],
  each: [
    each('rolesmapping', (facts, role, mapping, report) => {
      const broad = MAPPED.flatMap((field) =>
        mapping[field].filter(
          (one) =>
            isBroad(one, facts.thresholds.minPatternCharacters) ||
            (field === 'hosts' && isEveryHost(one))
        )
      );
      const severity = broad.length > 0 ? severityOfOpenRole(facts, role) : undefined;
      if (!severity) return;
      report({
        text: t(
          'security.finding.openMapping.text',
          'Role {role} is mapped to {patterns}: practically every user has it.',
          { role, patterns: joinNames([...new Set(broad)]) }
        ),
        severity,
        objects: [object('rolesmapping', role), object('roles', role)],
        fix: t(
          'security.finding.openMapping.fix',
          'Map the users or backend roles that need the role.'
        ),
        change: membersRemoved(role, mapping, broad),
      });
    }),
  ],
};

function severityOfOpenRole(facts: Facts, role: string): Severity | undefined {
  if (facts.isAdministrative(role)) return 'critical';
  if (dataPatterns(facts, role, WRITE).length > 0) return 'high';
  return dataPatterns(facts, role, READ).length > 0 ? 'medium' : undefined;
}

const ANONYMOUS = {
  userName: ANONYMOUS_USER_NAME,
  backendRoles: ['opendistro_security_anonymous_backendrole'],
};

/** Names and patterns of a mapping that match the anonymous user, and perhaps others. */
const listMembers = ({ users, backend_roles: backendRoles }: RoleMapping): readonly string[] => [
  ...users.filter((one) => new PatternSet([one]).matches(ANONYMOUS.userName)),
  ...backendRoles.filter((one) => {
    const pattern = new PatternSet([one]);
    return ANONYMOUS.backendRoles.some((role) => pattern.matches(role));
  }),
];

/** Whom else a pattern names needs a decision. */
function closedToAnonymous({ configuration }: Facts, role: string): Choice | undefined {
  const mapping = configuration.entities.rolesmapping.get(role);
  if (!mapping || isFixed(mapping)) return undefined;
  const members = listMembers(mapping);
  const change = membersRemoved(role, mapping, members, ['users', 'backend_roles']);
  const rules = ruleSetFor(configuration.settings);
  const after = { ...mapping, ...change.rolesmapping?.[role] };
  rules.apply({ type: 'rolesmapping', name: role, after });
  if (rules.mappedRoles(ANONYMOUS).size > 0) return undefined;
  return choice(
    t('security.finding.choice.closeToAnonymous', 'Remove {members} from the mapping {role}.', {
      members: joinNames([...new Set(members)]),
      role,
    }),
    change
  );
}

const ANONYMOUS_REACH: Rule = {
  id: 'anonymous-reach',
  group: 'too_much',
  severity: 'high',
  reason: t(
    'security.finding.anonymousReach.reason',
    'Anyone who can reach the server has this access, without logging in.'
  ),
  needs: ['roles', 'rolesmapping', 'actiongroups', 'config'],
  *find(facts, report): CooperativeTask<void> {
    const { http } = withConfigDefaults(facts.configuration.config);
    if (!isJsonObject(http) || http['anonymous_auth_enabled'] !== true) return;
    for (const role of facts.rules.mappedRoles(ANONYMOUS)) {
      yield;
      const written = dataPatterns(facts, role, WRITE);
      const patterns = written.length > 0 ? written : dataPatterns(facts, role, READ);
      if (patterns.length === 0) continue;
      report({
        text:
          written.length > 0
            ? t(
                'security.finding.anonymousReach.written',
                'Anyone can change {patterns} without logging in, through role {role}.',
                { role, patterns: joinNames(patterns) }
              )
            : t(
                'security.finding.anonymousReach.read',
                'Anyone can read {patterns} without logging in, through role {role}.',
                { role, patterns: joinNames(patterns) }
              ),
        severity: written.length > 0 ? 'critical' : 'high',
        objects: [object('rolesmapping', role), object('roles', role)],
        fix: t(
          'security.finding.anonymousReach.fix',
          'Remove the anonymous user and its backend role from the mapping, or turn anonymous access off.'
        ),
        choices: [closedToAnonymous(facts, role)],
      });
    }
  },
};

const WRITE_EVERYWHERE: Rule = {
  id: 'write-everywhere',
  group: 'too_much',
  severity: 'high',
  reason: t(
    'security.finding.writeEverywhere.reason',
    'One stolen password is enough to change or delete the data of all indices.'
  ),
  needs: ['roles', 'rolesmapping', 'internalusers', 'actiongroups'],
  each: [
    each('roles', (facts, name, role, report) => {
      if (facts.isAdministrative(name) || !facts.isHeld(name)) return;
      const patterns = dataPatterns(facts, name, WRITE).filter(isEverything);
      if (patterns.length === 0) return;
      report({
        text: t(
          'security.finding.writeEverywhere.text',
          'Role {role} can change documents or delete indices everywhere ({patterns}).',
          { role: name, patterns: joinNames([...new Set(patterns)]) }
        ),
        objects: [object('roles', name)],
        fix: t('security.finding.writeEverywhere.fix', 'List only the indices the role writes to.'),
        choices: [readOnly(facts, name, role)],
      });
    }),
  ],
};

/** Where the role writes everywhere, it only reads, or has no access if it could not read. */
function readOnly({ rules }: Facts, name: string, role: Role): Choice {
  const entries = role.index_permissions.flatMap((entry) => {
    const { actions } = rules.compiledPermissions({
      cluster_permissions: [],
      tenant_permissions: [],
      index_permissions: [entry],
    }).indexPermissions[0] as CompiledIndexPermission;
    const everywhere = entry.index_patterns.filter(isEverything);
    if (everywhere.length === 0 || !WRITE.some((one) => actions.matches(one))) return [entry];
    const others = entry.index_patterns.filter((one) => !isEverything(one));
    return [
      ...(others.length > 0 ? [{ ...entry, index_patterns: others }] : []),
      ...(READ.some((one) => actions.matches(one))
        ? [{ ...entry, index_patterns: everywhere, allowed_actions: ['read'] }]
        : []),
    ];
  });
  return {
    text: t(
      'security.finding.choice.readOnly',
      'Remove write access everywhere from role {role}. It can still read.',
      { role: name }
    ),
    change: { roles: toChangedEntity(name, role, { index_permissions: entries }) },
  };
}

/** A group or pattern that grants more than these permissions takes a decision. */
function withoutAdministration({ rules }: Facts, name: string, role: Role): Choice | undefined {
  const kept = role.cluster_permissions.filter((one) => !one.startsWith('restapi:'));
  const { clusterActions } = rules.compiledPermissions({
    cluster_permissions: kept,
    tenant_permissions: [],
    index_permissions: [],
  });
  if (REST_ADMINISTRATION.some((one) => clusterActions.matchesExplicitly(one))) return undefined;
  return {
    text: t(
      'security.finding.choice.withoutAdministration',
      'Remove the permissions that begin with restapi: from role {role}.',
      { role: name }
    ),
    change: { roles: toChangedEntity(name, role, { cluster_permissions: kept }) },
  };
}

const HIDDEN_ADMINISTRATOR: Rule = {
  id: 'hidden-administrator',
  group: 'too_much',
  severity: 'high',
  reason: t(
    'security.finding.hiddenAdministrator.reason',
    'Its users can give themselves any role, although it is not an administrator role.'
  ),
  needs: ['roles', 'rolesmapping', 'internalusers', 'actiongroups'],
  each: [
    each('roles', (facts, name, role, report) => {
      if (facts.isAdministrative(name) || !facts.isHeld(name)) return;
      const compiled = facts.rules.compiledRole(name) as CompiledRole;
      const granted = REST_ADMINISTRATION.filter((one) =>
        compiled.clusterActions.matchesExplicitly(one)
      );
      if (granted.length === 0) return;
      const users = facts.usersOf(name);
      report({
        text:
          users.length > 0
            ? t(
                'security.finding.hiddenAdministrator.held',
                'Role {role} lets {users} administer security ({actions}).',
                { role: name, actions: joinNames(granted), users: joinNames(users) }
              )
            : t(
                'security.finding.hiddenAdministrator.text',
                'Role {role} can administer security ({actions}).',
                { role: name, actions: joinNames(granted) }
              ),
        objects: [object('roles', name)],
        fix: t(
          'security.finding.hiddenAdministrator.fix',
          'Remove the permissions that begin with restapi:admin, or give its users an administrator role instead.'
        ),
        choices: [withoutAdministration(facts, name, role)],
      });
    }),
  ],
};

const MANY_ADMINISTRATORS: Rule = {
  id: 'many-administrators',
  group: 'too_much',
  severity: 'medium',
  reason: t(
    'security.finding.manyAdministrators.reason',
    'Each of these passwords gives access to everything.'
  ),
  needs: ['internalusers', 'rolesmapping'],
  *find(facts, report): CooperativeTask<void> {
    const names = facts.administratorNames();
    if (names.length <= facts.thresholds.maxAdministrators) return;
    const ways = facts.configuration.settings.apiRoles.flatMap((role) => {
      const count = facts.usersOf(role).length;
      return count > 0 ? [`${role} (${count})`] : [];
    });
    report({
      text: t(
        'security.finding.manyAdministrators.text',
        '{count} users can administer security, through roles {roles}.',
        { count: names.length, roles: joinNames(ways) }
      ),
      objects: facts.configuration.settings.apiRoles.flatMap((role) =>
        facts.usersOf(role).length > 0 ? [object('rolesmapping', role)] : []
      ),
      fix: t(
        'security.finding.manyAdministrators.fix',
        'Keep the role for those who need it every day, and give the others narrower roles.'
      ),
    });
  },
};

export const TOO_MUCH: readonly Rule[] = [
  OPEN_MAPPING,
  ANONYMOUS_REACH,
  WRITE_EVERYWHERE,
  HIDDEN_ADMINISTRATOR,
  MANY_ADMINISTRATORS,
  LIFTED_RESTRICTION,
  REDUNDANT_ROLE,
];
