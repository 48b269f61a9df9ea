/** Every suggestion grants the denied request. */
import fc from 'fast-check';
import type { Suggestion } from '../../../contracts/api';
import { cleanUp } from '../../testing/embedded';
import { SEARCH, explain, prepareEngine } from './mocks';

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
      ...{ action: SEARCH, index },
      subject: { name: 'sam', security_roles },
      changes: { roles: roles as never },
    })
  ).after.suggestions;
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
    ...{ kind: 'assign_role', role: 'a_exact', breadth: 1 },
    ...{ is_reserved: false, changes_restrictions: false },
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
  expect(ofKind(suggestions, 'create_role')).toEqual([]);
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
            ...{ index_patterns: ['g-1', 'g-2'], allowed_actions: [SEARCH] },
            ...{ fls: [], masked_fields: [] },
          },
        ],
        tenant_permissions: [],
      },
      mapping_body: { users: ['sam'] },
      changes_restrictions: false,
    },
  ]);
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
