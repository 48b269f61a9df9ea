/** Every suggestion grants the denied request. */
import fc from 'fast-check';
import type { Suggestion } from '../../../contracts/api';
import { cleanUp } from '../../testing/embedded';
import demoSet from '../../model/data/demo-set.json';
import { call, PASSWORD, SEARCH, explain, prepareEngine, put } from './mocks';

prepareEngine();

jest.setTimeout(60_000);
afterAll(cleanUp);

const GET = 'indices:data/read/get';
const grant = (index_patterns: string[], ...allowed_actions: string[]) => ({
  index_permissions: [{ index_patterns, allowed_actions }],
});
const suggestionsFor = async (index: string[], security_roles: string[], roles: object) =>
  (
    await explain({
      action: SEARCH,
      index,
      subject: { name: 'sam', security_roles },
      changes: { roles: roles as never },
    })
  ).after.suggestions;
const reach = (index_patterns: string[], users: number, more: object = {}) => ({
  opens: { all_indices: false, index_patterns, tenant_patterns: [], cluster_permissions: [] },
  gains: { users, user_patterns: [], backend_roles: [], hosts: [], ...more },
});
const ofKind = <K extends Suggestion['kind']>(suggestions: readonly Suggestion[], kind: K) =>
  suggestions.filter((one): one is Extract<Suggestion, { kind: K }> => one.kind === kind);

it('suggests the five narrowest roles that grant the request, by breadth, then by name', async () => {
  const suggestions = await suggestionsFor(['sugg-1'], ['own'], {
    own: grant(['sugg-1'], GET),
    b_exact: grant(['sugg-1'], SEARCH),
    a_exact: grant(['sugg-1'], SEARCH),
    two_names: grant(['sugg-1', 'sugg-2'], SEARCH),
    prefix: grant(['sugg-*'], SEARCH),
    short_prefix: grant(['su*'], SEARCH),
    everything: grant(['*'], SEARCH),
    other_action: grant(['sugg-1'], GET),
    other_entry: {
      index_permissions: [
        ...grant(['sugg-1'], GET).index_permissions,
        ...grant(['other'], SEARCH).index_permissions,
      ],
    },
  });
  const assigned = ofKind(suggestions, 'assign_role');
  expect(assigned.map(({ role, breadth }) => [role, breadth])).toEqual([
    ['a_exact', 1],
    ['b_exact', 1],
    ['two_names', 2],
    ['prefix', 31],
    ['short_prefix', 250],
  ]);
  expect(assigned[0]).toEqual({
    kind: 'assign_role',
    role: 'a_exact',
    breadth: 1,
    is_reserved: false,
    changes_restrictions: false,
    mapping_patch: [{ op: 'add', path: '/users/-', value: 'sam' }],
    ...reach(['sugg-1'], 1),
  });
});

it('extends at most three of the own custom roles, the smallest change first', async () => {
  const suggestions = await suggestionsFor(
    ['s-1', 's-2'],
    ['security_rest_api_access', 'longer', 'shorter', 'near', 'empty'],
    {
      longer: grant(['s-1', 's-2', 's-3'], GET),
      shorter: grant(['s-1'], GET),
      near: grant(['s-2', 's-1'], GET),
      empty: {},
    }
  );
  const entry = { index_patterns: ['s-1', 's-2'], allowed_actions: [SEARCH] };
  const extended = ofKind(suggestions, 'extend_role');
  expect(extended.map(({ role, patch }) => [role, patch])).toEqual([
    ['near', [{ op: 'add', path: '/index_permissions/0/allowed_actions/-', value: SEARCH }]],
    [expect.any(String), [{ op: 'add', path: '/index_permissions/-', value: entry }]],
    [expect.any(String), [{ op: 'add', path: '/index_permissions/-', value: entry }]],
  ]);
  expect(extended.map(({ role }) => role)).not.toContain('security_rest_api_access');
});

it('adds an entry to an own role whose entry has fewer indices, and never to a reserved role', async () => {
  const suggestions = await suggestionsFor(
    ['s-1', 's-2'],
    ['security_rest_api_access', 'shorter'],
    { shorter: grant(['s-1'], GET) }
  );
  const value = { index_patterns: ['s-1', 's-2'], allowed_actions: [SEARCH] };
  expect(ofKind(suggestions, 'extend_role').map(({ role, patch }) => [role, patch])).toEqual([
    ['shorter', [{ op: 'add', path: '/index_permissions/-', value }]],
  ]);
});

it('suggests a new role with one entry for indices that lack the same actions', async () => {
  const suggestions = await suggestionsFor(['g-1', 'g-2'], [], {});
  expect(ofKind(suggestions, 'create_role')).toEqual([
    {
      kind: 'create_role',
      role_body: {
        cluster_permissions: [],
        index_permissions: [
          {
            index_patterns: ['g-1', 'g-2'],
            allowed_actions: [SEARCH],
            fls: [],
            masked_fields: [],
          },
        ],
        tenant_permissions: [],
      },
      mapping_body: { users: ['sam'] },
      changes_restrictions: false,
      ...reach(['g-1', 'g-2'], 1),
    },
  ]);
});

describe('suggestions say who gains, and come in the order of what they open to whom', () => {
  const ask = async (subject: object, rolesmapping: object, roles: object = {}) =>
    (
      await explain({
        action: SEARCH,
        index: ['own-1'],
        subject: { name: 'sam', ...subject },
        changes: { roles: { own: grant(['other'], GET), ...roles }, rolesmapping } as never,
      })
    ).after.suggestions.filter(
      (one: Suggestion) => one.kind !== 'assign_role' || !one.is_reserved
    ) as Suggestion[];

  beforeAll(() =>
    put('internalusers/joe', { password: PASSWORD, backend_roles: ['team_a', 'team_b'] })
  );

  it('prefers an addition to a role that only this person holds, then a new role', async () => {
    const roles = { exact: grant(['own-1'], SEARCH) };
    const suggestions = await ask({}, { own: { users: ['sam'] } }, roles);
    expect(suggestions.map(({ kind }) => kind)).toEqual([
      'extend_role',
      'create_role',
      'assign_role',
    ]);
    expect(suggestions[0]).toMatchObject({ role: 'own', ...reach(['own-1'], 1) });
  });

  it.each<[string, object, object]>([
    [
      'users',
      { users: ['sam', 'joe', 'external', 'ext-*'] },
      { users: 3, user_patterns: ['ext-*'] },
    ],
    ['a backend role', { backend_roles: ['team_a'] }, { users: 2, backend_roles: ['team_a'] }],
    [
      'backend roles together',
      { users: ['sam'], and_backend_roles: ['team_a', 'team_b'] },
      { users: 2, backend_roles: ['team_a + team_b'] },
    ],
    ['hosts', { users: ['sam'], hosts: ['10.*'] }, { users: 1, hosts: ['10.*'] }],
  ])('counts those who have a role by %s, after a new role', async (_what, mapping, gains) => {
    const subject = { backend_roles: ['team_a', 'team_b'] };
    const suggestions = await ask(subject, { own: mapping });
    expect(suggestions.map(({ kind }) => kind)).toEqual(['create_role', 'extend_role']);
    expect(suggestions[1]).toMatchObject({ role: 'own', gains });
  });

  it.each([
    { users: ['*'] },
    { users: ['sam', '/.*/'] },
    { backend_roles: ['*'] },
    { users: ['sam'], hosts: ['*.*.*.*'] },
    { and_backend_roles: ['*', '**'] },
  ])('never extends a role that is mapped to everybody: %j', async (mapping) => {
    const suggestions = await ask({ backend_roles: ['team_a'] }, { own: mapping });
    expect(suggestions.map(({ kind }) => kind)).toEqual(['create_role']);
  });

  it('names everyone with the backend role where no user is named', async () => {
    const roles = { exact: grant(['own-1'], SEARCH) };
    const suggestions = await ask({ name: '-', backend_roles: ['team_a'] }, {}, roles);
    const patch = [{ op: 'add', path: '/backend_roles/-', value: 'team_a' }];
    expect(suggestions).toMatchObject([
      { kind: 'create_role', mapping_body: { backend_roles: ['team_a'] } },
      { kind: 'assign_role', role: 'exact', mapping_patch: patch },
    ]);
    expect(suggestions[1]).toMatchObject({ gains: { users: 1, backend_roles: ['team_a'] } });
  });

  it('maps a user whose name is a pattern alone', async () => {
    const [first] = await ask({ name: 'sam*' }, {});
    expect(first).toMatchObject({ mapping_body: { users: ['/sam\\*/'] }, gains: { users: 1 } });
  });
});

describe('advice (sweep)', () => {
  const NEVER = [
    'all_access',
    'security_rest_api_access',
    'security_rest_api_full_access',
    'kibana_server',
    'logstash',
    'own_index',
    'cross_cluster_search_remote_full_access',
    'sec_editor',
    'config_reader',
    'everyone',
    'nobody',
    'from_anywhere',
    'shipper',
  ];
  const roles = {
    sec_editor: { cluster_permissions: ['restapi:admin/roles*', '*'], ...grant(['*'], '*') },
    config_reader: grant(['.opendistro_*', 'orders-1'], '*'),
    everyone: grant(['*'], 'indices:data/read/tv'),
    nobody: { cluster_permissions: ['*'], ...grant(['*'], '*') },
    from_anywhere: grant(['*'], '*'),
    shipper: { cluster_permissions: ['indices:*', 'cluster:*'], ...grant(['*'], '*') },
  };
  const rolesmapping = {
    everyone: { users: ['*'] },
    from_anywhere: { hosts: ['*'] },
    nobody: { users: ['someone'] },
    shipper: { users: ['svc'] },
  };
  const changes = { roles, rolesmapping } as never;

  it('names no role of administrators, programs or everybody, for any built-in role and common action', async () => {
    await put('internalusers/svc', { attributes: { service: 'true', enabled: 'true' } });
    const { body } = (await call('GET', '/api/roles')) as { body: Record<string, object> };
    for (const [name, entity] of Object.entries(demoSet.roles)) await put(`roles/${name}`, entity);
    for (const [name, one] of Object.entries(demoSet.rolesmapping))
      await put(`rolesmapping/${name}`, one);
    const questions = [
      'indices:data/write/index',
      'indices:data/write/bulk',
      'indices:data/read/search',
      'indices:admin/mappings/get',
      'cluster:monitor/health',
      'cluster:admin/snapshot/restore',
    ].flatMap((action) => [{ action }, { action, index: ['orders-1'] }]);
    const problems: string[] = [];
    let denied = 0;
    for (const role of [...Object.keys(body), 'everyone'])
      for (const question of questions) {
        const subject = { name: 'viewer', security_roles: [role] };
        const { after } = await explain({ ...question, subject, changes });
        if (after.decision.outcome === 'allowed') continue;
        denied++;
        const suggestions = after.suggestions as Suggestion[];
        const named = suggestions.flatMap((one) => ('role' in one ? [one.role] : []));
        const [first] = suggestions;
        const asksForAll = !question.index && question.action.startsWith('indices:');
        const isFine =
          !named.some((one) => NEVER.includes(one)) &&
          first !== undefined &&
          first.kind !== 'assign_role' &&
          (asksForAll || !first.opens.all_indices) &&
          suggestions.every(({ gains }) => gains.users >= 1);
        if (!isFine) problems.push(`${role} ${JSON.stringify(question)}: ${named.join()}`);
      }
    expect(problems).toEqual([]);
    expect(denied).toBeGreaterThan(300);
  });

  it('names built-in roles for a feature only where a permission of the feature is missing', async () => {
    const assigned = async (action: string, index?: string[]) => {
      const subject = { name: 'viewer', security_roles: ['readall'] };
      const { suggestions } = await explain({ action, ...(index && { index }), subject });
      return ofKind(suggestions, 'assign_role').map(({ role }) => role);
    };
    expect(await assigned('indices:admin/mappings/get', ['orders-1'])).toEqual([]);
    expect(await assigned('indices:data/write/bulk')).toEqual([]);
    expect(await assigned('cluster:admin/opendistro/alerting/monitor/get')).toContain(
      'alerting_read_access'
    );
  });

  it('names a role that administers security where just that is missing', async () => {
    const subject = { name: 'viewer' };
    const { suggestions } = await explain({ action: 'restapi:admin/roles', subject });
    expect(ofKind(suggestions, 'assign_role').map(({ role }) => role)).toEqual([
      'security_rest_api_full_access',
    ]);
  });
});

describe('suggestions (property)', () => {
  it('grant the request when their change is simulated', async () => {
    const listed = fc.constantFrom(
      'read',
      'indices:data/read/get',
      '*',
      'cluster_monitor',
      'indices:admin/create'
    );
    const role = fc.record({
      cluster_permissions: fc.array(listed, { maxLength: 2 }),
      index_permissions: fc.array(
        fc.record({
          index_patterns: fc.array(fc.constantFrom('a', 'a*', 'b', '${user.name}'), {
            minLength: 1,
            maxLength: 2,
          }),
          allowed_actions: fc.array(listed, { maxLength: 2 }),
        }),
        { maxLength: 2 }
      ),
    });
    const request = fc.record({
      action: fc.constantFrom(
        SEARCH,
        'indices:data/read/msearch',
        'indices:data/write/bulk',
        'cluster:monitor/main'
      ),
      index: fc.uniqueArray(fc.constantFrom('a', 'ab', 'b', 'c*'), { minLength: 1, maxLength: 3 }),
    });
    let tested = 0;
    await fc.assert(
      fc.asyncProperty(role, role, request, async (own, other, drawn) => {
        const changes = { roles: { own_role: own, other_role: other } };
        const base = { ...drawn, subject: { name: 'sam', security_roles: ['own_role'] } };
        const { after } = await explain({ ...base, changes });
        for (const suggestion of after.suggestions) {
          tested++;
          const roles: Record<string, any> = { ...changes.roles };
          const security_roles = ['own_role'];
          if (suggestion.kind === 'assign_role') security_roles.push(suggestion.role);
          if (suggestion.kind === 'create_role') {
            roles['made'] = suggestion.role_body;
            security_roles.push('made');
          }
          if (suggestion.kind === 'extend_role')
            roles[suggestion.role] = patched(roles[suggestion.role], suggestion.patch);
          const tried = await explain({
            ...base,
            subject: { name: 'sam', security_roles },
            changes: { roles },
          });
          expect(tried.after.decision.outcome).toBe('allowed');
        }
        if (after.decision.outcome === 'denied')
          expect(after.suggestions.length).toBeGreaterThan(0);
      }),
      { numRuns: 100 }
    );
    expect(tested).toBeGreaterThan(50);
  });
});

/** Applies the two kinds of paths that suggestions use. */
function patched(role: any, patch: { path: string; value: unknown }[]): any {
  const copy = structuredClone(role);
  for (const { path, value } of patch) {
    const steps = path.split('/').slice(1, -1);
    steps.reduce((at: any, step) => at[step], copy).push(value);
  }
  return copy;
}
