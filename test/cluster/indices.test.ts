/** Document previews and name suggestions, with the caller's own permissions. */
import type { Backend, RequestCaller } from '../../src/backend/api';
import type { DlsPreview, DlsPreviewRequest } from '../../src/contracts';
import {
  adminClient,
  asAdmin,
  closeClients,
  clusterNode,
  forgetEntities,
  grantServer,
} from '../helpers/cluster';
import { clientOf, closeBackends, openBackend, loggedIn } from '../helpers/cluster_backend';

const PASSWORD = 'Vintage-Tractor-42';
const own = (name: string) => `t${process.pid}_${name}`;
const STAFF = own('staff');
const PAY = own('pay');
const ROLES = { north: own('north'), half: own('half'), searcher: own('searcher') };
const USERS = { nora: own('nora'), sam: own('sam') };
const admin = adminClient();
let backend: Backend;
let caller: RequestCaller;
let sam: RequestCaller;

const users = [
  { unit: 'north', owner: USERS.nora, salary: 1, name: 'Ada' },
  { unit: 'north', owner: 'else', salary: 2, name: 'Bob' },
  { unit: 'south', owner: 'else', salary: 3, name: 'Cyd' },
];
const term = (field: string, value: string) => JSON.stringify({ term: { [field]: value } });

beforeAll(async () => {
  await grantServer(admin);
  backend = await openBackend();
  caller = await loggedIn(backend, 'admin', clusterNode().adminPassword);
  const keyword = { type: 'keyword' };
  const properties = { unit: keyword, owner: keyword, name: { type: 'text' } };
  await asAdmin(admin, 'PUT', `/${STAFF}`, {
    mappings: { properties },
    aliases: { [own('everybody')]: {} },
  });
  for (const [at, user] of users.entries())
    await asAdmin(admin, 'PUT', `/${STAFF}/_doc/${at}`, user);
  await asAdmin(admin, 'PUT', `/${PAY}/_doc/1`, { amount: 1 });
  await asAdmin(admin, 'POST', `/${STAFF},${PAY}/_refresh`);
  const call = clientOf(backend, caller);
  const made = async (path: string, body: object): Promise<void> => {
    const { statusCode, body: response } = await call('PUT', `/api/${path}`, body);
    if (statusCode >= 300) throw new Error(`${path}: ${statusCode} ${JSON.stringify(response)}`);
  };
  const entry = { index_patterns: [`${STAFF}*`], allowed_actions: ['read'] };
  await made(`roles/${ROLES.north}`, {
    index_permissions: [
      { ...entry, dls: term('unit', 'north'), fls: ['~salary'], masked_fields: ['name'] },
    ],
  });
  await made(`roles/${ROLES.half}`, {
    cluster_permissions: ['cluster_composite_ops_ro'],
    index_permissions: [
      { ...entry, dls: term('unit', 'south') },
      { index_patterns: ['*'], allowed_actions: ['indices:admin/resolve/index'] },
    ],
  });
  for (const name of Object.values(USERS))
    await made(`internalusers/${name}`, { password: PASSWORD });
  await made(`rolesmapping/${ROLES.north}`, { users: [USERS.nora] });
  await made(`rolesmapping/${ROLES.half}`, { users: [USERS.sam] });
  sam = await loggedIn(backend, USERS.sam, PASSWORD);
});
afterAll(async () => {
  for (const index of [STAFF, PAY]) await asAdmin(admin, 'DELETE', `/${index}`, undefined, [404]);
  await forgetEntities(admin, [
    ...Object.values(ROLES).flatMap((name) => [`rolesmapping/${name}`, `roles/${name}`]),
    ...Object.values(USERS).map((name) => `internalusers/${name}`),
  ]);
  await closeBackends();
  await closeClients();
});

async function preview(request: Partial<DlsPreviewRequest>, who = caller): Promise<DlsPreview> {
  const response = await backend.engine.indices.preview(who, { index: [`${STAFF}*`], ...request });
  if (!response.ok) throw new Error(JSON.stringify(response.response));
  return response.result;
}
const error = (request: Partial<DlsPreviewRequest>, who = caller) =>
  backend.engine.indices.preview(who, { index: [STAFF], ...request });
const sources = ({ indices: [index] }: DlsPreview) =>
  index?.documents.map(({ source }) => source) ?? [];

// @feature role-form/9
it('counts and shows the documents that match a query with user attributes', async () => {
  const north = await preview({ query: term('unit', 'north'), documents: 1 });
  expect(north).toMatchObject({
    answered_by: 'cluster',
    is_valid: true,
    is_cut: false,
    indices: [
      {
        index: STAFF,
        is_partial: false,
        are_documents_left_out: false,
        visible: { value: 2, relation: 'eq' },
        total: { value: 3, relation: 'eq' },
      },
    ],
  });
  expect(sources(north)).toHaveLength(1);
  const query = term('owner', '${user.name}');
  expect(sources(await preview({ query, user: USERS.nora }))).toEqual([users[0]]);
  expect(sources(await preview({ query }))).toEqual([]);
  expect(sources(await preview({ query: '', fls: ['name'] }))).toEqual(
    users.map(({ name }) => ({ name }))
  );
  const [unknown] = (await preview({ query: term('owner', '${attr.internal.no}') })).indices;
  expect(unknown).toMatchObject({
    documents_access: { mode: 'error', problem: { code: 'unresolved_placeholder' } },
    documents: [],
  });
});

it('shows fields of an included object as the release does', async () => {
  await asAdmin(admin, 'PUT', `/${PAY}/_doc/1?refresh=true`, {
    amount: 1,
    paid: { by: 'x', at: { day: 1 } },
  });
  const whole = { paid: { by: 'x', at: { day: 1 } } };
  const isOld = clusterNode().version.startsWith('2.');
  const part = async (...fls: string[]) => sources(await preview({ query: '', fls, index: [PAY] }));
  expect(await part('paid')).toEqual([isOld ? whole : { paid: {} }]);
  expect(await part('paid', 'paid.at')).toEqual([isOld ? whole : { paid: { at: {} } }]);
  expect(await part('paid*')).toEqual([whole]);
  expect(await part('paid.by')).toEqual([{ paid: { by: 'x' } }]);
});

it("returns the cluster's error when the caller cannot read an index", async () => {
  const broken = (query: string, index = [STAFF]) => preview({ query, index });
  expect(await broken('{"term":')).toMatchObject({ is_valid: false, indices: [] });
  const problem = expect.stringContaining('unknown query [tern]');
  expect(await broken('{"tern":{"unit":"a"}}')).toMatchObject({ is_valid: false, problem });
  const nowhere = [own('nowhere-*')];
  expect(await broken('{"tern":{"unit":"a"}}', nowhere)).toMatchObject({
    is_valid: false,
    problem,
  });
  expect(await broken('{"match_all":{}}', nowhere)).toMatchObject({ is_valid: true, indices: [] });
  expect(await broken('{"range":{"salary":{"gte":"much"}}}')).toMatchObject({
    is_valid: false,
    problem: expect.stringContaining('much'),
  });
});

it('previews documents and fields as a role and as a user', async () => {
  const expected = [
    { unit: 'north', owner: USERS.nora },
    { unit: 'north', owner: 'else' },
  ];
  for (const view of [{ role: ROLES.north }, { user: USERS.nora }]) {
    const seen = await preview({ ...view, index: [STAFF, PAY] });
    expect(
      sources({ ...seen, indices: seen.indices.filter(({ index }) => index === STAFF) })
    ).toEqual(expected);
    expect(seen.indices.find(({ index }) => index === PAY)).toMatchObject({
      documents_access: { mode: 'none' },
      visible: { value: 0 },
      documents: [],
    });
  }
  expect(await error({ role: own('no') })).toMatchObject({ response: { statusCode: 404 } });
  expect(await error({ user: own('no') })).toMatchObject({ response: { statusCode: 404 } });
  expect(await error({})).toMatchObject({ response: { statusCode: 400 } });
  expect(await error({ role: ROLES.north, query: '' })).toMatchObject({
    response: { statusCode: 400 },
  });
});

// @backend cluster/24
it("never shows more than the caller's own permissions allow", async () => {
  const seen = await preview({ query: '{"match_all":{}}' }, sam);
  expect(sources(seen)).toEqual([users[2]]);
  expect(seen.indices[0]).toMatchObject({ total: { value: 1 } });
  const ofOthers = await error({ user: USERS.nora }, sam);
  expect(ofOthers).toMatchObject({ ok: false, response: { statusCode: 403 } });
  const ofRoles = await error({ role: ROLES.north }, sam);
  expect(ofRoles).toMatchObject({ ok: false, response: { statusCode: 403 } });
  const pay = await error({ query: '{"match_all":{}}', index: [PAY] }, sam);
  expect(pay).toMatchObject({ ok: false, response: { statusCode: 403 } });
  const nobody = await error({ query: '' }, { kind: 'anonymous' });
  expect(nobody).toMatchObject({ ok: false, response: { statusCode: 401 } });
});

// @feature role-form/11
// @backend cluster/25
it('suggests indices, aliases and fields that the caller may see', async () => {
  const { indices } = backend.engine;
  expect(await indices.names(caller, { search: own('') })).toMatchObject({
    result: {
      names: [
        { name: own('everybody'), kind: 'alias', source: 'cluster' },
        { name: PAY, kind: 'index' },
        { name: STAFF, kind: 'index' },
      ],
      is_cut: false,
    },
  });
  expect(await indices.names(caller, { search: own('*a*'), limit: 1 })).toMatchObject({
    result: { names: [{ name: PAY }], is_cut: true },
  });
  const fields = await indices.fields(caller, { index: [`/${STAFF}|x/`, own('sta??')] });
  expect(fields).toMatchObject({
    result: {
      fields: [
        { name: 'name', types: ['text'], source: 'cluster' },
        { name: 'owner', types: ['keyword'] },
        { name: 'salary', types: ['long'] },
        { name: 'unit', types: ['keyword'] },
      ],
    },
  });
  expect(await indices.fields(caller, { index: [STAFF], search: 'wn' })).toMatchObject({
    result: { fields: [{ name: 'owner' }] },
  });
  const refused = await indices.fields(sam, { index: [PAY] });
  expect(refused).toMatchObject({ ok: false, response: { statusCode: 403 } });
});
