/** A check after changes finds the same as a full check, whatever was changed before. */
import { RESOURCE_TYPES, type Entity, type ResourceType } from '../../contracts/entities';
import { SeededRandom } from '../../../tools/lib/random';
import { normaliseEntity } from '../model/payload';
import { runToCompletion } from '../scheduling/cooperative_task';
import type { CheckedConfiguration } from './facts';
import { ChangedMap } from './changed_map';
import { checkAgain, type Checked } from './find_findings';
import { configurationOf, type Content, NOW } from './mocks';

const ROLES = ['all_access', 'a', 'b', 'c', 'd', 'e'];
const USERS = ['admin', 'jane', 'joe', 'kim', 'lee', 'max'];
const BACKEND_ROLES = ['ops', 'hr', 'dev'];
const PATTERNS = ['*', '*', 'hr-*', 'hr-2', 'logs', 'lo*', '${attr.internal.team}-*', '/(/'];
const ACTIONS = ['own', 'own', 'more', 'read', 'crud', 'indices:data/read/search', 'none'];
const FILTERS = ['', '{"match_all":{}}', '{"term":{"team":"x"}}', 'no json'];
const SAL = { rule: 'only', backend_roles: ['hr'], action: 'read', index: 'hr-*' };
const FIXED: Content = {
  guardrails: { sal: SAL },
  config: { http: { anonymous_auth_enabled: true } },
  live: {
    logins: new Set(['jane']),
    indices: new Set(['logs']),
    factors: new Set(['joe']),
    requests: [],
  },
};

/** With these, users who are missing can come from elsewhere. */
const OTHER_LOGINS = {
  http: { anonymous_auth_enabled: true },
  authc: { ldap: { http_enabled: true, authentication_backend: { type: 'ldap' } } },
};

function randomEntity(random: SeededRandom, type: ResourceType): Record<string, unknown> {
  const some = (values: readonly string[], most = 3) => [
    ...new Set(Array.from({ length: random.below(most + 1) }, () => random.pick(values))),
  ];
  const one = (values: readonly string[]) => [random.pick(values)];
  switch (type) {
    case 'roles':
      // One of these often includes another.
      if (random.oneIn(5)) return { cluster_permissions: some(['cluster_monitor', 'own', 'more']) };
      return {
        cluster_permissions: some(['cluster_monitor', 'restapi:admin/roles', '*', 'own'], 1),
        index_permissions: Array.from({ length: random.below(3) }, () => ({
          index_patterns: one(PATTERNS),
          allowed_actions: one(ACTIONS),
          dls: random.pick(FILTERS),
          fls: some(['~salary', 'name'], 1),
          masked_fields: [],
        })),
        tenant_permissions: random.oneIn(3)
          ? [{ tenant_patterns: one(['board', 'bord']), allowed_actions: ['kibana_all_read'] }]
          : [],
      };
    case 'rolesmapping':
      return {
        users: some([...USERS, 'j*', '*', 'nobody', 'opendistro_security_anonymous']),
        backend_roles: some([...BACKEND_ROLES, 'h*'], 2),
        and_backend_roles: random.oneIn(5) ? ['ops', 'dev'] : [],
        hosts: [],
      };
    case 'internalusers':
      return {
        backend_roles: some(BACKEND_ROLES, 2),
        opendistro_security_roles: some(ROLES, 1),
        attributes: random.oneIn(2) ? { team: 'x' } : { enabled: String(random.oneIn(2)) },
      };
    case 'actiongroups':
      return {
        allowed_actions: one(['indices:data/write/index', 'restapi:admin/roles', 'read', 'none']),
      };
    case 'tenants':
      return { description: 'x' };
  }
}

const NAMES: Readonly<Record<ResourceType, readonly string[]>> = {
  roles: ROLES,
  rolesmapping: ROLES,
  internalusers: USERS,
  actiongroups: ['own', 'more'],
  tenants: ['board', 'attic'],
};

function otherFacts(random: SeededRandom): Partial<CheckedConfiguration> {
  const some = (values: readonly string[]) => values.filter(() => random.oneIn(2));
  const hash = (name: string) => [name, `$2y$${random.pick(['04', '12'])}$`] as const;
  if (random.oneIn(3)) return { hashes: new Map(some(USERS).map(hash)) };
  if (random.oneIn(4)) return { config: random.oneIn(2) ? OTHER_LOGINS : (FIXED.config ?? {}) };
  const live = { ...FIXED.live, nowMs: NOW };
  return {
    live: { ...live, logins: new Set(some(USERS)), indices: new Set(some(['logs', 'hr-2'])) },
  };
}

function changedAtRandom(
  random: SeededRandom,
  configuration: CheckedConfiguration
): CheckedConfiguration {
  if (random.oneIn(6)) return { ...configuration, ...otherFacts(random) };
  // Alone, a change of an action group shows what follows only from it.
  const type = random.oneIn(4) ? 'actiongroups' : random.pick(RESOURCE_TYPES);
  const name = random.pick(NAMES[type]);
  const flags = { reserved: random.oneIn(10), hidden: false };
  const after = random.oneIn(4)
    ? undefined
    : normaliseEntity(type, randomEntity(random, type), flags);
  return withEntry(configuration, type, name, after);
}

function withEntry(
  { entities, ...others }: CheckedConfiguration,
  type: ResourceType,
  name: string,
  after: Entity | undefined
): CheckedConfiguration {
  const known = entities[type] as ReadonlyMap<string, Entity>;
  const entries = ChangedMap.of(known, new Map([[name, after]]));
  return { ...others, entities: { ...entities, [type]: entries } };
}

it.each(['MAPPING_ONLY', 'BOTH'] as const)('equals a full check: %s', (resolution) => {
  const rules = new Set<string>();
  for (let seed = 1; seed <= 12; seed++) {
    const random = new SeededRandom(seed);
    let configuration = configurationOf({
      ...FIXED,
      settings: { rolesMappingResolution: resolution },
    });
    let last: Checked | undefined;
    for (let step = 0; step < 60; step++) {
      for (let change = random.oneIn(2) ? 0 : random.below(4); change >= 0; change--)
        configuration = changedAtRandom(random, configuration);
      // A rule that was off has not seen the changes since then.
      const off = random.oneIn(5) ? random.pick(['lifted-restriction', 'redundant-role']) : '';
      const options = { isOn: (rule: string) => rule !== off };
      last = runToCompletion(checkAgain(configuration, options, last));
      const { result } = runToCompletion(checkAgain(configuration, options));
      expect({ seed, step, ...last.result }).toEqual({ seed, step, ...result });
      for (const { rule } of result.findings) rules.add(rule);
    }
  }
  expect(rules.size).toBeGreaterThan(15);
});

/** Teams of 20 users, each with a role. */
const ofTeams = (count: number): CheckedConfiguration =>
  configurationOf({
    roles: Object.fromEntries(named(count, 'role', (n) => teamRole(`logs-${n}-*`))),
    rolesmapping: Object.fromEntries(
      named(count, 'role', (n) => ({ backend_roles: [`team${n}`] }))
    ),
    internalusers: Object.fromEntries(
      named(20 * count, 'user', (n) => ({ backend_roles: [`team${n % count}`] }))
    ),
    hashes: Object.fromEntries(named(20 * count, 'user', () => '$2y$12$')),
  });

const named = <T>(count: number, name: string, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n): [string, T] => [`${name}${n}`, make(n)]);
const teamRole = (pattern: string) => ({
  index_permissions: [{ index_patterns: [pattern], allowed_actions: ['read'] }],
});

it.each([50, 200])('looks at what a change touches only, of %d teams', (count) => {
  let now = ofTeams(count);
  let last: Checked | undefined;
  /** Steps, one for each entry that is looked at. */
  const stepsOf = () => {
    const steps = checkAgain({ ...now, guardrails: { ...now.guardrails } }, {}, last);
    for (let seen = 0; ; seen++) {
      const { done, value } = steps.next();
      if (!done) continue;
      last = value;
      return seen;
    }
  };
  expect(stepsOf()).toBeGreaterThan(20 * count);
  expect(stepsOf()).toBeLessThan(100);
  const user = normaliseEntity('internalusers', { backend_roles: ['team1', 'team2'] });
  now = withEntry(now, 'internalusers', 'user7', user) as typeof now;
  // Each backend role is looked at, because its users are listed if nothing is mapped to it.
  expect(stepsOf()).toBeLessThan(count + 150);
  const role = normaliseEntity('roles', teamRole('logs-9-*'));
  now = withEntry(now, 'roles', 'role7', role) as typeof now;
  // Each role is looked at for action groups and tenants that none uses.
  expect(stepsOf()).toBeLessThan(3 * count + 150);
});

it('follows both roles of a pair, and their users', () => {
  const role = (dls: string) => ({
    index_permissions: [{ index_patterns: ['hr'], allowed_actions: ['read'], dls }],
  });
  const content = (narrow: string, wide: string, backend_roles: readonly string[]) => ({
    roles: { narrow: role(narrow), wide: role(wide) },
    rolesmapping: { narrow: { backend_roles: ['narrow'] }, wide: { backend_roles: ['wide'] } },
    internalusers: { jane: { backend_roles } },
  });
  const [ALL, SOME, BOTH] = ['{"match_all":{}}', '{"term":{"team":"x"}}', ['narrow', 'wide']];
  let now = configurationOf(content(SOME, ALL, BOTH));
  let last: Checked | undefined;
  const liftsAfter = (...after: Parameters<typeof content>) => {
    const { entities } = configurationOf(content(...after));
    // Entries that stay the same are the same objects.
    const merged = RESOURCE_TYPES.map((type) => {
      const known = now.entities[type] as ReadonlyMap<string, Entity>;
      const entries = [...entities[type]].map(([name, one]): [string, Entity] => {
        const before = known.get(name);
        return [name, JSON.stringify(before) === JSON.stringify(one) && before ? before : one];
      });
      return [type, new Map(entries)];
    });
    now = { ...now, entities: Object.fromEntries(merged) as never };
    last = runToCompletion(checkAgain(now, {}, last));
    return last.result.findings.filter(({ rule }) => rule === 'lifted-restriction').length;
  };
  expect(liftsAfter(SOME, ALL, BOTH)).toBe(1);
  expect(liftsAfter('', ALL, BOTH)).toBe(0);
  expect(liftsAfter(SOME, ALL, BOTH)).toBe(1);
  expect(liftsAfter(SOME, SOME, BOTH)).toBe(0);
  expect(liftsAfter(SOME, ALL, BOTH)).toBe(1);
  expect(liftsAfter(SOME, ALL, ['narrow'])).toBe(0);
  expect(liftsAfter(SOME, ALL, BOTH)).toBe(1);
});

it('reads patterns with a date again when the hour has changed', () => {
  const now = configurationOf({
    guardrails: { nine: { ...SAL, index: 'logs-2026.11.25-09' } },
    roles: { r: teamRole('<logs-{now/h{yyyy.MM.dd-HH}}>') },
    rolesmapping: { r: { users: ['jane'] } },
    internalusers: { jane: {} },
  });
  let last: Checked | undefined;
  const brokenAt = (time: string): boolean => {
    jest.setSystemTime(new Date(time));
    last = runToCompletion(checkAgain(now, {}, last));
    return last.result.findings.some(({ rule }) => rule === 'broken-promise');
  };
  jest.useFakeTimers();
  try {
    expect(brokenAt('2026-11-25T08:30:00Z')).toBe(false);
    expect(brokenAt('2026-11-25T09:05:00Z')).toBe(true);
    expect(brokenAt('2026-11-25T10:05:00Z')).toBe(false);
  } finally {
    jest.useRealTimers();
  }
});
