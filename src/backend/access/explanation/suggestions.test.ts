/** Every suggestion grants the denied request. */
import fc from 'fast-check';
import { cleanUp } from '../../testing/embedded';
import { SEARCH, explain, prepareEngine } from './mocks';

prepareEngine();

jest.setTimeout(60_000);
afterAll(cleanUp);

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
