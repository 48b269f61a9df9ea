import { Type } from '@sinclair/typebox';
import type { AuthOutcome, RouteRequest, SavedObjectsType } from '@sd/core/server';
import {
  startHttp,
  stopHttp,
  XSRF,
  type Response,
  type StartedHttp,
} from '../../../core/server/http/mocks';
import { coreMock } from '../../../core/server/mocks';
import {
  createTemporarySavedObjects,
  type TemporarySavedObjects,
} from '../../../core/server/saved_objects/mocks';
import {
  COPY_TO_TENANT,
  READ_MANAGED_TYPES,
  writableTenants,
  type CopyRequest,
  type CopyResponse,
} from '../common';
import { plugin } from '.';

const TYPES: readonly SavedObjectsType[] = [
  { name: 'dashboard', attributes: Type.Object({ title: Type.String({ minLength: 1 }) }) },
  { name: 'visualization' },
  { name: 'config', titleField: 'buildNum' },
  { name: 'secret', hidden: true },
  { name: 'local', management: { importableAndExportable: false } },
];

/** Tenants by role; the security plugin defines the scope rules. */
const USERS: Record<string, Record<string, boolean>> = {
  anna: { global_tenant: true, anna: true, sales: true, finance: true, archive: false },
  reader: { global_tenant: false, sales: false },
  writer: { sales: true },
};

const tenantPartition = (tenant: string, userName: string) =>
  tenant === '' ? '' : tenant === '__user__' ? `user:${userName}` : `tenant:${tenant}`;

let objects: TemporarySavedObjects;
let http: StartedHttp;

beforeEach(() => {
  objects = createTemporarySavedObjects(TYPES);
});
afterEach(async () => {
  await stopHttp();
  objects.dispose();
});

const authenticate = ({ headers }: RouteRequest): AuthOutcome => {
  const userName = headers['x-user'];
  if (userName === undefined) return { type: 'anonymous' };
  const tenant = headers['x-tenant'];
  const auth = coreMock.createAuth({
    userName,
    tenants: USERS[userName] ?? {},
    ...(tenant !== undefined && { tenant }),
  });
  return { type: 'authenticated', auth };
};

function scopedClient({ auth }: RouteRequest) {
  const { userName = '', tenants = {} } = auth?.identity ?? {};
  const tenant = auth?.tenant ?? '';
  const name = tenant === '' ? 'global_tenant' : tenant === '__user__' ? userName : tenant;
  return objects.clientFor({
    partition: tenantPartition(tenant, userName),
    canRead: Object.hasOwn(tenants, name),
    canWrite: tenants[name] === true,
  });
}

const mayUseTenant = async (tenant: string) => !switchedOff.has(tenant);
const switchedOff = new Set<string>();
afterEach(() => switchedOff.clear());

async function start(
  plugins: Record<string, unknown> = { security: { tenantPartition, mayUseTenant } }
) {
  const { core } = coreMock.createSetup();
  const savedObjects = {
    getScopedClient: scopedClient,
    createInternalClient: (partition: string) => objects.internalClient(partition),
    runTransfer: <T>(_request: unknown, work: () => Promise<T>) => work(),
    getTypes: () => objects.types.getAll(),
  };
  (core.getStartServices as jest.Mock).mockResolvedValue([
    { ...coreMock.createStart(), savedObjects },
    {},
  ]);
  http = await startHttp((setup) => {
    setup.registerAuth(authenticate);
    void plugin(coreMock.createPluginContext({}) as never).setup(
      { ...core, http: setup } as never,
      plugins
    );
  });
}

const as = (user: string, tenant?: string) => ({
  ...XSRF,
  'x-user': user,
  ...(tenant !== undefined && { 'x-tenant': tenant }),
});

const copy = (request: Partial<CopyRequest>, headers: Record<string, string>): Promise<Response> =>
  http.send(
    'POST',
    COPY_TO_TENANT.path,
    JSON.stringify({
      objects: [{ type: 'dashboard', id: 'd' }],
      tenant: 'finance',
      includeReferences: false,
      overwrite: false,
      ...request,
    }),
    headers
  );

const inTenant = (tenant: string) => objects.internalClient(`tenant:${tenant}`);

/** Dashboard d in sales references visualization v, which references d and a missing object. */
async function seed() {
  await inTenant('sales').bulkCreate([
    {
      type: 'dashboard',
      id: 'd',
      attributes: { title: 'Pipeline', extra: 1 },
      references: [{ name: 'panel', type: 'visualization', id: 'v' }],
    },
    {
      type: 'visualization',
      id: 'v',
      attributes: { title: 'Chart' },
      references: [
        { name: 'home', type: 'dashboard', id: 'd' },
        { name: 'gone', type: 'visualization', id: 'lost' },
      ],
    },
  ]);
}

const statuses = ({ json }: Response) =>
  (json as CopyResponse).results.map(({ type, id, status }) => `${type}/${id} ${status}`);

describe('GET _types', () => {
  it('lists visible types with the number of objects in the tenant', async () => {
    await start();
    await seed();
    const { status, json } = await http.get(READ_MANAGED_TYPES.path, as('anna', 'sales'));
    expect(status).toBe(200);
    expect(json.types).toEqual([
      { name: 'config', titleField: 'buildNum', isExportable: true, total: 0 },
      { name: 'dashboard', titleField: 'title', isExportable: true, total: 1 },
      { name: 'local', titleField: 'title', isExportable: false, total: 0 },
      { name: 'visualization', titleField: 'title', isExportable: true, total: 1 },
    ]);
    const elsewhere = await http.get(READ_MANAGED_TYPES.path, as('anna', 'finance'));
    expect(elsewhere.json.types.map(({ total }: { total: number }) => total)).toEqual([0, 0, 0, 0]);
  });

  it('requires a logged-in user with read permission', async () => {
    await start();
    expect((await http.get(READ_MANAGED_TYPES.path)).status).toBe(401);
    const denied = await http.get(READ_MANAGED_TYPES.path, as('writer', 'finance'));
    expect([denied.status, denied.json.message]).toEqual([
      403,
      "You don't have permission for the saved objects of this tenant.",
    ]);
  });
});

describe('POST _copy_to_tenant', () => {
  it('copies an object unchanged and keeps the original', async () => {
    await start();
    await seed();
    const response = await copy({}, as('anna', 'sales'));
    expect(response.status).toBe(200);
    expect(response.json).toEqual({
      tenant: 'finance',
      successCount: 1,
      results: [
        { type: 'dashboard', id: 'd', title: 'Pipeline', status: 'copied', isReference: false },
      ],
    });
    const made = await inTenant('finance').get('dashboard', 'd');
    expect(made).toMatchObject({
      attributes: { title: 'Pipeline', extra: 1 },
      references: [{ name: 'panel', type: 'visualization', id: 'v' }],
    });
    expect((await inTenant('sales').get('dashboard', 'd')).attributes).toEqual({
      title: 'Pipeline',
      extra: 1,
    });
    await expect(inTenant('finance').get('visualization', 'v')).rejects.toThrow('not found');
  });

  it('rejects copies beyond the size limit, references included', async () => {
    await start();
    const large = (id: string, references: readonly string[]) => ({
      type: 'dashboard',
      id,
      attributes: { title: id, text: 'x'.repeat(1_800_000) },
      references: references.map((name) => ({ name, type: 'dashboard', id: name })),
    });
    const leaves = Array.from({ length: 10 }, (_, index) => `leaf${index}`);
    const roots = Array.from({ length: 10 }, (_, index) => `root${index}`);
    await inTenant('sales').bulkCreate([
      ...leaves.map((id) => large(id, [])),
      ...roots.map((id) => large(id, leaves)),
    ]);
    const request = { objects: roots.map((id) => ({ type: 'dashboard', id })) };
    expect(await copy({ ...request, includeReferences: true }, as('anna', 'sales'))).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/^Can't copy more than \d+ bytes in one step/) },
    });
    expect((await inTenant('finance').find({ type: 'dashboard' })).total).toBe(0);
    expect((await copy(request, as('anna', 'sales'))).json).toMatchObject({ successCount: 10 });
  });

  it('copies references, including cycles, and reports missing ones', async () => {
    await start();
    await seed();
    const response = await copy({ includeReferences: true }, as('anna', 'sales'));
    expect(statuses(response)).toEqual([
      'dashboard/d copied',
      'visualization/v copied',
      'visualization/lost missing',
    ]);
    expect(
      response.json.results.map(({ isReference }: { isReference: boolean }) => isReference)
    ).toEqual([false, true, true]);
    expect((await inTenant('finance').get('visualization', 'v')).attributes).toEqual({
      title: 'Chart',
    });
  });

  it('skips existing objects unless overwrite is set', async () => {
    await start();
    await seed();
    await inTenant('finance').create('dashboard', { title: 'Mine' }, { id: 'd' });
    const skipped = await copy({ includeReferences: true }, as('anna', 'sales'));
    expect(statuses(skipped).slice(0, 2)).toEqual([
      'dashboard/d conflict',
      'visualization/v copied',
    ]);
    expect((await inTenant('finance').get('dashboard', 'd')).attributes).toEqual({ title: 'Mine' });
    const overwritten = await copy({ overwrite: true }, as('anna', 'sales'));
    expect([statuses(overwritten), overwritten.json.successCount]).toEqual([
      ['dashboard/d overwritten'],
      1,
    ]);
    expect((await inTenant('finance').get('dashboard', 'd')).attributes).toEqual({
      title: 'Pipeline',
      extra: 1,
    });
  });

  it('resolves the wire names of the global and private tenants', async () => {
    await start();
    await seed();
    expect((await copy({ tenant: '' }, as('anna', 'sales'))).status).toBe(200);
    expect((await objects.internalClient('').get('dashboard', 'd')).id).toBe('d');
    expect((await copy({ tenant: '__user__' }, as('anna', 'sales'))).status).toBe(200);
    expect((await objects.internalClient('user:anna').get('dashboard', 'd')).id).toBe('d');
  });

  it.each([
    ['a read-only tenant', 'anna', 'archive'],
    ['a tenant without any permission', 'writer', 'finance'],
    ['the global tenant without write permission', 'reader', ''],
    ['the private tenant of a user without one', 'writer', '__user__'],
    ["the engine's name of the global tenant", 'anna', 'global_tenant'],
    ["the user's own name, which is not a wire name", 'anna', 'anna'],
    ['a property name of every object', 'anna', 'constructor'],
  ])('rejects %s with 403', async (_what, user, tenant) => {
    await start();
    await seed();
    const response = await copy({ tenant }, as(user, 'sales'));
    expect(response.status).toBe(403);
    expect(response.json.message).toContain("don't have write permission");
    const partitions = ['', `user:${user}`, `tenant:${tenant}`];
    for (const partition of partitions) {
      expect((await objects.internalClient(partition).find({ type: 'dashboard' })).total).toBe(0);
    }
  });

  it('rejects a disabled tenant regardless of roles', async () => {
    await start();
    await seed();
    switchedOff.add('').add('__user__');
    for (const tenant of switchedOff)
      expect((await copy({ tenant }, as('anna', 'sales'))).status).toBe(403);
    expect((await copy({ tenant: 'finance' }, as('anna', 'sales'))).status).toBe(200);
    expect((await objects.internalClient('').find({ type: 'dashboard' })).total).toBe(0);
  });

  it('copies from a read-only tenant and rejects a tenant the user cannot read', async () => {
    await start();
    await inTenant('archive').create('dashboard', { title: 'Old' }, { id: 'd' });
    expect(statuses(await copy({ tenant: 'sales' }, as('anna', 'archive')))).toEqual([
      'dashboard/d copied',
    ]);
    const denied = await copy({ tenant: 'sales' }, as('writer', 'archive'));
    expect([denied.status, denied.json.message]).toEqual([
      403,
      "You don't have permission for the saved objects of this tenant.",
    ]);
  });

  it('reports missing, hidden, non-copyable and invalid objects individually', async () => {
    await start();
    await inTenant('sales').bulkCreate([
      { type: 'secret', id: 's', attributes: {} },
      { type: 'local', id: 'l', attributes: {} },
      { type: 'dashboard', id: 'd', attributes: { title: 'A' } },
    ]);
    const requested = [
      { type: 'dashboard', id: 'none' },
      { type: 'secret', id: 's' },
      { type: 'local', id: 'l' },
      { type: 'dashboard', id: 'd' },
    ];
    const response = await copy({ objects: [...requested, ...requested] }, as('anna', 'sales'));
    expect(statuses(response)).toEqual([
      'dashboard/none missing',
      'secret/s failed',
      'local/l failed',
      'dashboard/d copied',
    ]);
    expect((await inTenant('finance').find({ type: 'secret' })).total).toBe(0);
  });

  it.each([
    ['the current tenant as target', { tenant: 'sales' }, 'already'],
    ['no objects', { objects: [] }, 'objects'],
    [
      'too many objects',
      {
        objects: Array.from({ length: 1_001 }, (_, id) => ({ type: 'dashboard', id: String(id) })),
      },
      'objects',
    ],
    ['unknown members', { force: true } as Partial<CopyRequest>, 'force'],
  ])('returns 400 for %s', async (_what, request, text) => {
    await start();
    const response = await copy(request, as('anna', 'sales'));
    expect([response.status, response.json.message]).toEqual([400, expect.stringContaining(text)]);
  });

  it('requires a tenant, a user and the XSRF header', async () => {
    await start();
    expect((await copy({}, as('anna'))).status).toBe(400);
    expect((await copy({}, XSRF)).status).toBe(401);
    const { 'kbn-xsrf': _left, ...without } = as('anna', 'sales') as Record<string, string>;
    expect((await copy({}, without)).status).toBe(400);
  });

  it('is not registered without tenants', async () => {
    await start({});
    expect((await copy({}, as('anna', 'sales'))).status).toBe(404);
    expect((await http.get(READ_MANAGED_TYPES.path, as('anna', 'sales'))).status).toBe(200);
  });
});

it('sorts global and private first, then the others by name', () => {
  expect(
    writableTenants({ userName: 'anna', tenants: USERS['anna'] as Record<string, boolean> })
  ).toEqual(['', '__user__', 'finance', 'sales']);
  expect(writableTenants({ userName: '', tenants: { '': true } })).toEqual([]);
});
