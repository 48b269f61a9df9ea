/** How a user comes to his roles: which entry of which mapping matched what. Source: reference 4.2. */
import type { MappingSubject } from '../evaluation/mapping_index';
import { compilePattern } from '../evaluation/pattern';
import type { RuleView } from '../evaluation/rule_view';
import type { RoleMapping } from '../model/entity_types';
import type { ExplainedRole, RoleOrigin } from './types';

export function explainRoles(
  rules: RuleView,
  roles: readonly string[],
  subject: MappingSubject,
  directRoles: readonly string[]
): readonly ExplainedRole[] {
  return roles.map((role) => ({
    role,
    exists: rules.role(role) !== undefined,
    origins: [
      ...(directRoles.includes(role) ? [{ via: 'direct' } as const] : []),
      ...backendRoleName(rules, role, subject),
      ...mappingOrigins(rules, role, subject),
    ],
  }));
}

const backendRoleName = (
  { resolution }: RuleView,
  role: string,
  { backendRoles }: MappingSubject
): readonly RoleOrigin[] =>
  resolution !== 'MAPPING_ONLY' && backendRoles.includes(role)
    ? [{ via: 'backend_role_name' }]
    : [];

function mappingOrigins(
  rules: RuleView,
  role: string,
  subject: MappingSubject
): readonly RoleOrigin[] {
  const mapping = rules.resolution === 'BACKENDROLES_ONLY' ? undefined : rules.mapping(role);
  if (!mapping) return [];
  const { userName, backendRoles, remoteAddress, hostNames = [] } = subject;
  const hosts = remoteAddress === undefined ? [] : [remoteAddress, ...hostNames];
  return [
    ...matches('users', mapping.users, [userName]),
    ...matches('backend_roles', mapping.backend_roles, backendRoles),
    ...matches('hosts', mapping.hosts, hosts),
    ...allOf(mapping, backendRoles),
  ];
}

function matches(
  via: 'users' | 'backend_roles' | 'hosts',
  patterns: readonly string[],
  values: readonly string[]
): readonly RoleOrigin[] {
  return patterns.flatMap((pattern) => {
    const value = values.find(compilePattern(pattern));
    return value === undefined ? [] : [{ via, pattern, value }];
  });
}

function allOf(
  { and_backend_roles: patterns }: RoleMapping,
  backendRoles: readonly string[]
): readonly RoleOrigin[] {
  if (patterns.length === 0) return [];
  const values = patterns.map((pattern) => backendRoles.find(compilePattern(pattern)));
  const found = values.filter((value) => value !== undefined);
  return found.length === patterns.length
    ? [{ via: 'and_backend_roles', patterns, values: found }]
    : [];
}
