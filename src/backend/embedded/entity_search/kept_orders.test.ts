/** A sort order that is kept up to date equals a new one. */
import { SeededRandom } from '../../../../tools/lib/random';
import { cleanUp, INTERNAL, startEngine } from '../../testing/embedded';
import { RandomInstallation } from '../../testing/random_rules';

jest.setTimeout(60_000);
afterEach(cleanUp);

const FIELDS = {
  internalusers: ['backend_roles', 'roles', 'attributes'],
  roles: ['cluster_permissions', 'index_patterns', 'users', 'backend_roles'],
  actiongroups: ['type', 'allowed_actions', 'cluster'],
} as const;
const TYPES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

it('after any changes, in both directions', async () => {
  const { engine } = await startEngine();
  const { search, writer } = engine.parts;
  const all = new RandomInstallation(new SeededRandom(1), 'MAPPING_ONLY');
  const namesOf = async (): Promise<Record<string, readonly string[]>> => {
    const names: Record<string, readonly string[]> = {};
    for (const type of TYPES)
      for (const sortField of FIELDS[type])
        for (const sortOrder of ['asc', 'desc'] as const) {
          const query = { type, sortField, sortOrder, page: 1, perPage: 100 };
          const found = await engine.find(INTERNAL, query);
          if (!found.ok) throw new Error(JSON.stringify(found.response));
          names[`${type} ${sortField} ${sortOrder}`] = found.result.items.map(({ name }) => name);
        }
    return names;
  };
  const seen = new Set<string>();
  for (let step = 0; step < 40; step++) {
    const changes = all.changes(8);
    writer.writeNow((store) => {
      for (const { type, name, after } of changes)
        if (after) store.put(type, name, after as never);
        else store.delete(type, name);
    });
    all.apply(changes);
    const kept = await namesOf();
    search.forget();
    expect({ step, kept }).toEqual({ step, kept: await namesOf() });
    seen.add(JSON.stringify(kept));
  }
  expect(seen.size).toBeGreaterThan(30);
});
