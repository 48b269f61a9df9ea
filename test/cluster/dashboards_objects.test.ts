/** Saved objects written by OpenSearch Dashboards 2.19, read and changed by the product. */
import type { StoredObject, StoreQuery } from '../../src/backend/api/saved_objects';
import { ClusterSavedObjects } from '../../src/backend/opensearch/saved_objects/cluster_saved_objects';
import fixture from '../fixtures/dashboards_2_19/index.json';
import {
  adminClient,
  asAdmin,
  clientAs,
  closeClients,
  deleteIndices,
  SERVER_USER,
} from '../helpers/cluster';

type Source = Record<string, unknown> & { readonly type: string };

const INDEX = '.kibana_from_dashboards';
/** The second index of an alias, as Dashboards leaves it after a migration of its objects. */
const CONCRETE = `${INDEX}_2`;
const documents: Readonly<Record<string, Source>> = fixture.documents;
const ids = Object.keys(documents).filter((id) => id !== 'dashboard:of-another-space');

const admin = adminClient();
const server = clientAs(SERVER_USER.name, SERVER_USER.password);
const store = new ClusterSavedObjects({ cluster: server, index: INDEX }).open(
  { kind: 'server' },
  ''
);

const keyOf = (id: string) => {
  const { type } = documents[id] as Source;
  return { type, id: id.slice(type.length + 1) };
};
async function read(id: string): Promise<StoredObject> {
  const found = await (await store.locate([keyOf(id)]))[0]?.read();
  if (!found) throw new Error(`${id} is not there.`);
  return found;
}
const raw = async (id: string) =>
  (await asAdmin(admin, 'GET', `/${CONCRETE}/_doc/${encodeURIComponent(id)}`))['_source'] as Source;
const idsOf = async (given: Partial<StoreQuery>) => {
  const types = ['dashboard', 'visualization', 'index-pattern'];
  const { hits } = await store.find({
    types: types.map((name) => ({ name, titleField: 'title' })),
    offset: 0,
    limit: 10,
    sort: { by: 'title', isDescending: false },
    ...given,
  });
  return Promise.all(hits.map(async (hit) => (await hit.readHead())?.id));
};

beforeAll(async () => {
  const { mappings } = fixture;
  await asAdmin(admin, 'PUT', `/${CONCRETE}`, { mappings, aliases: { [INDEX]: {} } });
  for (const [id, source] of Object.entries(documents)) {
    const path = `/${CONCRETE}/_doc/${encodeURIComponent(id)}?refresh=true`;
    await asAdmin(admin, 'PUT', path, source);
  }
});
afterAll(async () => {
  await deleteIndices(admin, INDEX);
  await closeClients();
});

// @backend cluster/10
it.each(ids)('reads %s completely', async (id) => {
  const source = documents[id] as Source;
  expect(await read(id)).toMatchObject({
    attributes: source[source.type],
    references: source['references'],
    migrationVersion: source['migrationVersion'],
    updatedAt: source['updated_at'],
  });
});

it('finds objects by title, words and references, and none of another space', async () => {
  expect(await idsOf({})).toEqual(['9f0a-orders-per-day', '4b2d1a40-orders', '77e1-sales']);
  const text = (value: string) => ({ kind: 'text', text: value, isPrefix: true }) as const;
  expect(await idsOf({ search: text('sold') })).toEqual(['77e1-sales']);
  const hasReference = { type: 'index-pattern', id: '4b2d1a40-orders' };
  expect(await idsOf({ hasReference })).toEqual(['9f0a-orders-per-day']);
  const other = { type: 'dashboard', id: 'of-another-space' };
  expect(await store.locate([other])).toEqual([undefined]);
});

// @backend cluster/11
it.each(ids)('changes %s and keeps fields of other writers', async (id) => {
  const { attributes, references, migrationVersion, version } = await read(id);
  const before = await raw(id);
  const [outcome] = await store.write([
    {
      kind: 'replace',
      ...keyOf(id),
      ifVersion: version,
      titleField: 'title',
      attributes: { ...attributes, title: 'Renamed' },
      references,
      ...(migrationVersion && { migrationVersion }),
    },
  ]);
  expect(outcome).toMatchObject({ ok: true, object: { attributes: { title: 'Renamed' } } });
  const changed = before[before.type] as object;
  expect(await raw(id)).toEqual({
    ...before,
    [before.type]: { ...changed, title: 'Renamed' },
    updated_at: expect.any(String),
  });
});

// @backend cluster/12
it('adds objects in the format of Dashboards, without changing the mapping', async () => {
  const references = [{ name: 'panel_0', type: 'visualization', id: '9f0a-orders-per-day' }];
  const attributes = { title: 'Ours', panelsJSON: '[]', timeRestore: false };
  const create = { kind: 'create', overwrite: false, titleField: 'title', references } as const;
  const outcomes = await store.write([
    { ...create, type: 'dashboard', id: 'ours', attributes },
    { ...create, type: 'dashboard', id: 'odd', attributes: { unheardOf: 1 } },
    { ...create, type: 'our-own-type', id: 'ours', attributes: { anything: { goes: [1, 'a'] } } },
  ]);
  expect(outcomes).toMatchObject([
    { ok: true },
    { ok: false, error: { statusCode: 400, message: expect.stringMatching(/unheardOf/) } },
    { ok: true },
  ]);
  expect(await raw('dashboard:ours')).toEqual({
    type: 'dashboard',
    dashboard: attributes,
    references,
    updated_at: expect.any(String),
  });
  const mapping = await asAdmin(admin, 'GET', `/${CONCRETE}/_mapping`);
  expect(mapping[CONCRETE]).toMatchObject({
    mappings: {
      dynamic: 'strict',
      _meta: fixture.mappings._meta,
      properties: { 'our-own-type': { type: 'object', dynamic: 'false' } },
    },
  });
});
