import { coreMock } from '../mocks';
import { serverForEachTest } from './routes/mocks';
import { SavedObjectsService } from './saved_objects_service';

const running = serverForEachTest();
const { send, restart } = running;

const API = '/api/saved_objects';
const make = (id: string, title: string, more: object = {}) =>
  send('POST', `${API}/dashboard/${id}`, { attributes: { title }, ...more });

describe('single objects', () => {
  // @spec 7/26, 7/37
  it('creates, reads, updates and deletes', async () => {
    const created = await make('a%2Fb', 'A', {
      references: [{ name: 'n', type: 'index-pattern', id: 'i' }],
      initialNamespaces: ['default'],
    });
    expect(created.status).toBe(200);
    expect(created.body).toEqual({
      type: 'dashboard',
      id: 'a/b',
      attributes: { title: 'A' },
      references: [{ name: 'n', type: 'index-pattern', id: 'i' }],
      namespaces: ['default'],
      updated_at: expect.any(String),
      version: 'WzAsMV0=',
    });
    expect((await send('GET', `${API}/dashboard/a%2Fb`)).body).toEqual(created.body);
    const updated = await send('PUT', `${API}/dashboard/a%2Fb`, {
      attributes: { note: 1 },
      version: 'WzAsMV0=',
      migrationVersion: {},
    });
    expect(updated.body).toMatchObject({ attributes: { note: 1 }, namespaces: ['default'] });
    const stale = await send('PUT', `${API}/dashboard/a%2Fb`, {
      attributes: {},
      version: 'WzAsMV0=',
    });
    expect(stale).toMatchObject({
      status: 409,
      body: {
        statusCode: 409,
        error: 'Conflict',
        message: 'Saved object [dashboard/a/b] conflict',
      },
    });
    expect(await send('DELETE', `${API}/dashboard/a%2Fb?force=false`)).toMatchObject({
      status: 200,
      body: {},
    });
    expect(await send('DELETE', `${API}/dashboard/a%2Fb`)).toMatchObject({
      status: 404,
      body: { message: 'Saved object [dashboard/a/b] not found' },
    });
  });

  // @spec 7/22
  it('creates without an id and overwrites on request', async () => {
    expect(
      (await send('POST', `${API}/dashboard`, { attributes: { title: 'A' } })).body.id
    ).toMatch(/^[0-9a-f-]{36}$/);
    await make('1', 'A');
    expect((await make('1', 'B')).status).toBe(409);
    expect((await make('1?overwrite=true', 'B')).status).toBe(200);
  });

  it.each([
    [
      'POST',
      'dashboard',
      {},
      400,
      '[request body.attributes]: expected value of type [object] but got [undefined]',
    ],
    [
      'POST',
      'dashboard',
      { attributes: {} },
      400,
      '[attributes.title]: expected value of type [string] but got [undefined]',
    ],
    [
      'POST',
      'nobody',
      { attributes: {} },
      400,
      "Unsupported saved object type: 'nobody': Bad Request",
    ],
    [
      'POST',
      'secret',
      { attributes: {} },
      400,
      "Unsupported saved object type: 'secret': Bad Request",
    ],
    [
      'POST',
      'dashboard?overwrite=maybe',
      { attributes: { title: 'A' } },
      400,
      '[request query.overwrite]: expected value of type [boolean] but got [string]',
    ],
    [
      'POST',
      'dashboard',
      { attributes: { title: 'A' }, initialNamespaces: ['other'] },
      400,
      '[request body.initialNamespaces]: only [default] is supported; tenants separate objects here',
    ],
    ['PUT', 'dashboard/1', { attributes: {}, version: '%%%' }, 400, 'Invalid version [%%%]'],
    ['GET', 'secret/1', undefined, 404, 'Saved object [secret/1] not found'],
  ])('responds to %s %s %j with %i', async (method, path, body, status, message) => {
    expect(await send(method, `${API}/${path}`, body)).toMatchObject({
      status,
      body: { statusCode: status, message },
    });
  });

  it('applies the scope of each request', async () => {
    await make('1', 'A');
    const denied = {
      status: 403,
      body: {
        statusCode: 403,
        error: 'Forbidden',
        message: "You don't have permission for the saved objects of this tenant.",
      },
    };
    expect(
      await send('GET', `${API}/dashboard/1`, undefined, { 'x-scope': 'sales' })
    ).toMatchObject({ status: 404 });
    expect(
      await send('GET', `${API}/dashboard/1`, undefined, { 'x-scope': 'reader' })
    ).toMatchObject({ status: 200 });
    expect(
      await send('DELETE', `${API}/dashboard/1`, undefined, { 'x-scope': 'reader' })
    ).toMatchObject(denied);
    expect(
      await send('GET', `${API}/_find?type=dashboard`, undefined, { 'x-scope': 'denied' })
    ).toMatchObject(denied);
    expect(
      await send('GET', `${API}/dashboard/1`, undefined, { 'x-scope': 'nobody' })
    ).toMatchObject({ status: 401 });
  });

  it('keeps all objects after a restart', async () => {
    await make('1', 'A');
    await restart({});
    expect((await send('GET', `${API}/dashboard/1`)).body.version).toBe('WzAsMV0=');
    expect((await make('2', 'B')).body.version).toBe('WzEsMV0=');
  });
});

describe('bulk routes', () => {
  // @spec 7/24, 7/39
  it('respond with 200 and an entry for each item', async () => {
    const created = await send('POST', `${API}/_bulk_create?overwrite=false`, [
      { type: 'dashboard', id: '1', attributes: { title: 'A' } },
      { type: 'nobody', id: '2', attributes: {} },
    ]);
    expect(created).toMatchObject({
      status: 200,
      body: {
        saved_objects: [
          { id: '1', namespaces: ['default'] },
          { id: '2', error: { statusCode: 400 } },
        ],
      },
    });
    const got = await send('POST', `${API}/_bulk_get`, [{ type: 'dashboard', id: '9' }]);
    expect(got).toMatchObject({
      status: 200,
      body: {
        saved_objects: [
          {
            type: 'dashboard',
            id: '9',
            error: {
              statusCode: 404,
              error: 'Not Found',
              message: 'Saved object [dashboard/9] not found',
            },
          },
        ],
      },
    });
    const updated = await send('PUT', `${API}/_bulk_update`, [
      { type: 'dashboard', id: '1', attributes: { title: 'B' } },
    ]);
    expect(updated.body.saved_objects[0]).toMatchObject({ id: '1', attributes: { title: 'B' } });
  });
});

describe('_find', () => {
  beforeEach(async () => {
    await send(
      'POST',
      `${API}/_bulk_create`,
      ['Alpha', 'Beta', 'Gamma'].map((title, index) => ({
        type: 'dashboard',
        id: String(index),
        attributes: { title, note: 'x' },
        references: index === 1 ? [{ name: 'r', type: 'index-pattern', id: 'i' }] : [],
      }))
    );
  });
  const titles = async (query: string) =>
    (await send('GET', `${API}/_find?${query}`)).body.saved_objects.map(
      (object: any) => object.attributes.title
    );

  // @spec 7/32
  it('returns a page', async () => {
    const { body } = await send(
      'GET',
      `${API}/_find?type=dashboard&type=index-pattern&per_page=1&page=2&sort_field=display_title&fields=title&preference=local&namespaces=*`
    );
    expect(body).toEqual({
      page: 2,
      per_page: 1,
      total: 3,
      saved_objects: [
        {
          type: 'dashboard',
          id: '1',
          attributes: { title: 'Beta' },
          references: expect.any(Array),
          updated_at: expect.any(String),
          version: expect.any(String),
          namespaces: ['default'],
          score: 0,
        },
      ],
    });
  });

  // @spec 7/29, 23/1
  it('accepts every query parameter', async () => {
    expect(
      await titles('type=dashboard&search=al*&search_fields=title&default_search_operator=AND')
    ).toEqual(['Alpha']);
    expect(await titles('type=dashboard&sort_field=title&sort_order=desc')).toEqual([
      'Gamma',
      'Beta',
      'Alpha',
    ]);
    expect(
      await titles(
        `type=dashboard&has_reference=${encodeURIComponent('{"type":"index-pattern","id":"i"}')}`
      )
    ).toEqual(['Beta']);
    expect(
      await titles(
        `type=dashboard&sort_field=title&filter=${encodeURIComponent('not dashboard.attributes.title: "beta" and dashboard.updated_at > 2000')}`
      )
    ).toEqual(['Alpha', 'Gamma']);
    expect(await titles('type=dashboard&namespaces=elsewhere')).toEqual([]);
    expect(await titles('type=nobody')).toEqual([]);
  });

  // @spec 23/2
  it.each([
    ['', '[request query.type]: expected at least one defined value but got [undefined]'],
    [
      'type=dashboard&filter=a:b',
      "This key 'a' need to be wrapped by a saved object type like dashboard: Bad Request",
    ],
    ['type=dashboard&filter=secret.id:1', 'This type secret is not allowed: Bad Request'],
    [
      'type=dashboard&filter=dashboard.attributes.nope:1',
      "This key 'dashboard.attributes.nope' does NOT exist in dashboard saved object index patterns: Bad Request",
    ],
    [
      'type=dashboard&filter=dashboard.attributes.title:foo<invalid',
      'KQLSyntaxError: Expected AND, OR, end of input but "<" found.\ndashboard.attributes.title:foo<invalid\n------------------------------^: Bad Request',
    ],
    ['type=dashboard&page=0', '[request query.page]: Value must be equal to or greater than [1].'],
    [
      'type=dashboard&per_page=x',
      '[request query.per_page]: expected value of type [number] but got [string]',
    ],
    ['type=dashboard&per_page=10001', '[per_page]: must be a whole number from 0 to 10000'],
    [
      'type=dashboard&has_reference=x',
      '[request query.has_reference]: expected JSON of the form {"type": "...", "id": "..."}',
    ],
    [
      'type=dashboard&default_search_operator=XOR',
      '[request query.default_search_operator]: expected value to be one of [OR, AND]',
    ],
    ['type=dashboard&sort_field=nope', 'Unknown sort field nope'],
    [
      'type=dashboard&type=index-pattern&sort_field=title',
      'Unable to sort multiple types by field title, not a root property',
    ],
    ['type=dashboard&unknown=1', '[request query.unknown]: definition for this key is missing'],
  ])('rejects %j', async (query, message) => {
    expect(await send('GET', `${API}/_find?${query}`)).toMatchObject({
      status: 400,
      body: { message },
    });
  });
});

describe('SavedObjectsService', () => {
  it('throws for calls that are too early, too late or repeated', () => {
    const service = new SavedObjectsService({
      openStore: () => {
        throw new Error('Nobody asked for an object.');
      },
      router: coreMock.createRouter(),
      logger: coreMock.createLogger(),
      config: { maxImportPayloadBytes: 1, maxImportExportSize: 1 },
    });
    expect(() => service.start()).toThrow(
      'SavedObjectsService#setup() must be invoked before start.'
    );
    const setup = service.setup();
    expect(() => setup.getStart()).toThrow('SavedObjectsService#start() must be invoked first.');
    setup.registerType({ name: 'a' });
    expect(() => setup.registerType({ name: 'a' })).toThrow(
      "Saved object type 'a' is already registered."
    );
    setup.setScopeProvider(() => ({ partition: '', canRead: true, canWrite: true }));
    expect(() =>
      setup.setScopeProvider(() => ({ partition: '', canRead: true, canWrite: true }))
    ).toThrow('already registered');
    service.start();
    expect(() => setup.registerType({ name: 'b' })).toThrow(
      'Saved object types cannot be registered after "setup".'
    );
    service.stop();
    service.stop();
  });

  it('gives internal clients access to hidden types', async () => {
    const client = running.savedObjects.createInternalClient('global');
    await client.create('secret', { a: 1 }, { id: '1' });
    expect((await client.get('secret', '1')).attributes).toEqual({ a: 1 });
    const request = coreMock.createRequest();
    await expect(
      running.savedObjects.getScopedClient(request).get('secret', '1')
    ).rejects.toMatchObject({ statusCode: 404 });
    expect(
      (
        await running.savedObjects
          .getScopedClient(request, { includedHiddenTypes: ['secret'] })
          .get('secret', '1')
      ).id
    ).toBe('1');
  });
});
