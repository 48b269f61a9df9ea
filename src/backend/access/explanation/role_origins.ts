/** Origins of a user's roles: the mapping entries and the values that they matched. */
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import type { MappingSubject } from '../evaluation/mapping_index';
import { compilePattern, patternKind } from '../patterns/pattern';
import type { RuleView } from '../evaluation/rule_view';
import type { RoleMapping } from '../../../contracts/entities';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import type { ExplainedRole, RoleOrigin } from '../../../contracts/api';

export function* explainRoles(
  rules: RuleView,
  roles: readonly string[],
  subject: MappingSubject,
  directRoles: readonly string[]
): CooperativeTask<readonly ExplainedRole[]> {
  const { userName, backendRoles, remoteAddress, hostNames = [], hostPattern } = subject;
  const values = {
    users: new Values(userName === undefined ? [] : [userName]),
    backendRoles: new Values(backendRoles, true),
    hosts: new Values(
      [remoteAddress, ...hostNames, hostPattern].filter((one) => one !== undefined)
    ),
  };
  const direct = new Set(directRoles);
  const explained: ExplainedRole[] = [];
  for (const role of roles) {
    const mapping = rules.resolution === 'BACKENDROLES_ONLY' ? undefined : rules.mapping(role);
    const isBackendRole = rules.resolution !== 'MAPPING_ONLY' && values.backendRoles.has(role);
    const origins: RoleOrigin[] = [
      ...(direct.has(role) ? [{ via: 'direct' } as const] : []),
      ...(isBackendRole ? [{ via: 'backend_role_name' } as const] : []),
      ...(mapping ? yield* mappingOrigins(mapping, values) : []),
    ];
    const exists = rules.role(role) !== undefined;
    explained.push({ role, exists, origins: origins.slice(0, EXPLAIN_LIMITS.origins) });
    yield;
  }
  return explained;
}

/**
 * Values of a subject with cached pattern results, because many mappings have the same patterns.
 */
class Values {
  private readonly values: ReadonlySet<string>;
  private readonly remembered = new Map<string, string | undefined>();

  /** @param mayBeNothing - whether a bare `*` also matches an empty list */
  constructor(
    private readonly list: readonly string[],
    private readonly mayBeNothing = false
  ) {
    this.values = new Set(list);
  }

  has(value: string): boolean {
    return this.values.has(value);
  }

  find(pattern: string): string | undefined {
    if (this.has(pattern)) return pattern;
    if (patternKind(pattern) === 'exact') return undefined;
    if (this.remembered.has(pattern)) return this.remembered.get(pattern);
    const nothing = this.mayBeNothing && patternKind(pattern) === 'everything' ? '' : undefined;
    const found = this.list.find(compilePattern(pattern)) ?? nothing;
    this.remembered.set(pattern, found);
    return found;
  }
}

function* mappingOrigins(
  mapping: RoleMapping,
  { users, backendRoles, hosts }: Readonly<Record<'users' | 'backendRoles' | 'hosts', Values>>
): CooperativeTask<readonly RoleOrigin[]> {
  return [
    ...(yield* matches('users', mapping.users, users)),
    ...(yield* matches('backend_roles', mapping.backend_roles, backendRoles)),
    ...(yield* matches('hosts', mapping.hosts, hosts)),
    ...allOf(mapping, backendRoles),
  ];
}

function* matches(
  via: 'users' | 'backend_roles' | 'hosts',
  patterns: readonly string[],
  values: Values
): CooperativeTask<readonly RoleOrigin[]> {
  const found: RoleOrigin[] = [];
  for (const pattern of patterns) {
    const value = values.find(pattern);
    if (value !== undefined) found.push({ via, pattern, value });
    yield;
  }
  return found;
}

function allOf(
  { and_backend_roles: patterns }: RoleMapping,
  backendRoles: Values
): readonly RoleOrigin[] {
  if (patterns.length === 0) return [];
  const found: string[] = [];
  for (const pattern of patterns) {
    const value = backendRoles.find(pattern);
    if (value === undefined) return [];
    found.push(value);
  }
  return [{ via: 'and_backend_roles', patterns, values: found }];
}
