import { HttpFetchError } from '../http/http_fetch_error';
import { httpServiceMock } from '../mocks';
import { SimpleSavedObject, getAtPath, hasAtPath, setAtPath } from './simple_saved_object';
import { SavedObjectsClient, SavedObjectsService } from './saved_objects_service';

const DOC = {
  id: 'AVwSwFxtcMV38qjDZoQg',
  type: 'config',
  attributes: { title: 'Example' },
  version: 'foo',
  references: [],
};

function setup(response: unknown = {}) {
  const http = httpServiceMock.createSetupContract();
  http.fetch.mockResolvedValue(response);
  const lastCall = () =>
    http.fetch.mock.calls.at(-1) as unknown as [
      string,
      { method: string; query?: object; body?: string },
    ];
  return { http, lastCall, client: new SavedObjectsClient(http) };
}

describe('SavedObjectsClient', () => {
  describe('get', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    // @spec 7/34, 7/35, 9/6, 9/43
    it('combines calls within 100 ms into one request without duplicates, in call order', async () => {
      const { client, http, lastCall } = setup({ saved_objects: [DOC] });
      const gets = [
        client.get('config', 'b'),
        client.get('config', DOC.id),
        client.get('config', 'b'),
      ];
      await jest.advanceTimersByTimeAsync(99);
      expect(http.fetch).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(1);
      const [b, doc] = await Promise.all(gets);
      expect(http.fetch).toHaveBeenCalledTimes(1);
      expect(lastCall()).toEqual([
        '/api/saved_objects/_bulk_get',
        {
          method: 'POST',
          body: JSON.stringify([
            { id: 'b', type: 'config' },
            { id: DOC.id, type: 'config' },
          ]),
        },
      ]);
      expect(doc).toBeInstanceOf(SimpleSavedObject);
      expect(doc).toMatchObject({
        id: DOC.id,
        type: 'config',
        attributes: DOC.attributes,
        _version: 'foo',
      });
      expect({ ...b }).toMatchObject({ id: 'b', type: 'config', attributes: {} });
      expect(b!.error).toBeUndefined();
    });

    it('splits requests in halves if the response would be too large', async () => {
      const { client, http } = setup({});
      const tooLarge = new HttpFetchError('x', 'Error', {} as Request, { status: 413 } as Response);
      const response = async (_path: unknown, { body }: { body?: unknown }) => {
        const objects = JSON.parse(body as string) as Array<{ id: string }>;
        if (objects.length > 2) throw tooLarge;
        return { saved_objects: objects.map((one) => ({ ...one, attributes: { of: one.id } })) };
      };
      (http.fetch as jest.Mock).mockImplementation(response);
      const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => client.get('config', id)));
      await jest.advanceTimersByTimeAsync(100);
      expect((await all).map((object) => object.get('of'))).toEqual(['a', 'b', 'c', 'd', 'e']);
      (http.fetch as jest.Mock).mockRejectedValue(tooLarge);
      await expect(client.bulkGet([{ type: 'config', id: 'a' }])).rejects.toBe(tooLarge);
    });

    // @spec 9/44
    it('returns a separate deep copy to each caller', async () => {
      const { client } = setup({ saved_objects: [DOC] });
      const both = Promise.all([client.get('config', DOC.id), client.get('config', DOC.id)]);
      await jest.advanceTimersByTimeAsync(100);
      const [first, second] = await both;
      first.set('title', 'changed');
      expect(second.get('title')).toBe('Example');
      expect(DOC.attributes.title).toBe('Example');
    });

    // @spec 3/39, 9/45
    it('resolves an object that has an error, and rejects all callers if the request fails', async () => {
      const error = { statusCode: 404, error: 'Not Found', message: 'x' };
      const { client, http } = setup({ saved_objects: [{ id: 'a', type: 't', error }] });
      const found = client.get('t', 'a');
      await jest.advanceTimersByTimeAsync(100);
      expect((await found).error).toEqual(error);

      http.fetch.mockRejectedValue(new Error('down'));
      const failures = Promise.allSettled([client.get('t', 'a'), client.get('t', 'b')]);
      await jest.advanceTimersByTimeAsync(100);
      expect((await failures).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(jest.getTimerCount()).toBe(0);
    });
  });

  // @spec 5/22, 5/23, 5/24, 5/25, 9/41
  it('rejects incomplete arguments without sending a request', async () => {
    const { client, http } = setup();
    const none = undefined as never;
    await expect(client.get(none, none)).rejects.toThrow('requires type and id');
    await expect(client.get('t', none)).rejects.toThrow('requires type and id');
    await expect(client.delete(none, 'id')).rejects.toThrow('requires type and id');
    await expect(client.delete('t', none)).rejects.toThrow('requires type and id');
    await expect(client.create('t', none)).rejects.toThrow('requires type and attributes');
    await expect(client.create(none, {})).rejects.toThrow('requires type and attributes');
    await expect(client.update('t', 'id', none)).rejects.toThrow(
      'requires type, id and attributes'
    );
    await expect(client.update('t', none, {})).rejects.toThrow('requires type, id and attributes');
    expect(http.fetch).not.toHaveBeenCalled();
  });

  // @spec 7/21, 9/39
  it('creates with and without an id', async () => {
    const { client, lastCall } = setup({ ...DOC, id: 'new' });
    const created = await client.create(
      'index-pattern',
      { a: 1 },
      { id: 'logstash-*', overwrite: true, migrationVersion: { x: '1' } }
    );
    expect(lastCall()).toEqual([
      '/api/saved_objects/index-pattern/logstash-*',
      {
        method: 'POST',
        query: { overwrite: true },
        body: '{"attributes":{"a":1},"migrationVersion":{"x":"1"}}',
      },
    ]);
    expect(created).toBeInstanceOf(SimpleSavedObject);
    expect(created.id).toBe('new');
    await client.create(
      'index pattern',
      { a: 1 },
      { references: [{ name: 'n', type: 't', id: 'i' }] }
    );
    expect(lastCall()).toEqual([
      '/api/saved_objects/index%20pattern',
      {
        method: 'POST',
        query: { overwrite: undefined },
        body: '{"attributes":{"a":1},"references":[{"name":"n","type":"t","id":"i"}]}',
      },
    ]);
  });

  // @spec 7/23, 7/33, 7/38
  it('creates, reads and updates in bulk', async () => {
    const { client, lastCall } = setup({ saved_objects: [DOC] });
    const { savedObjects } = await client.bulkCreate([DOC], { overwrite: true });
    expect(savedObjects[0]).toBeInstanceOf(SimpleSavedObject);
    expect(lastCall()).toEqual([
      '/api/saved_objects/_bulk_create',
      { method: 'POST', query: { overwrite: true }, body: JSON.stringify([DOC]) },
    ]);
    await client.bulkCreate();
    expect(lastCall()[1]).toMatchObject({ query: { overwrite: false }, body: '[]' });

    await client.bulkGet([DOC]);
    expect(lastCall()).toEqual([
      '/api/saved_objects/_bulk_get',
      { method: 'POST', body: JSON.stringify([{ id: DOC.id, type: DOC.type }]) },
    ]);

    const changes = [{ type: 't', id: 'i', attributes: { a: 1 }, version: 'v' }];
    expect((await client.bulkUpdate(changes)).savedObjects).toHaveLength(1);
    expect(lastCall()).toEqual([
      '/api/saved_objects/_bulk_update',
      { method: 'PUT', body: JSON.stringify(changes) },
    ]);
  });

  // @spec 7/25, 9/40
  it('deletes, always sending the force option', async () => {
    const { client, lastCall } = setup({});
    expect(await client.delete('t', 'a/b')).toEqual({});
    expect(lastCall()).toEqual([
      '/api/saved_objects/t/a%2Fb',
      { method: 'DELETE', query: { force: false } },
    ]);
    await client.delete('t', 'i', { force: true });
    expect(lastCall()[1].query).toEqual({ force: true });
  });

  // @spec 7/36
  it('updates', async () => {
    const { client, lastCall } = setup(DOC);
    const updated = await client.update(
      't',
      'logstash-*',
      { a: 1 },
      { version: 'v', references: [] }
    );
    expect(lastCall()).toEqual([
      '/api/saved_objects/t/logstash-*',
      { method: 'PUT', body: '{"attributes":{"a":1},"references":[],"version":"v"}' },
    ]);
    expect(updated._version).toBe('foo');
  });

  // @spec 7/27, 7/28, 9/42
  it('translates find options and the response, and drops unknown options', async () => {
    const { client, lastCall } = setup({ saved_objects: [DOC], total: 7, per_page: 3, page: 2 });
    const options = {
      defaultSearchOperator: 'OR' as const,
      fields: ['title'],
      hasReference: { id: '1', type: 'reference' },
      page: 10,
      perPage: 100,
      search: 'what is the meaning of life?|life',
      searchFields: ['title^5', 'body'],
      sortField: 'sort_field',
      type: 'index-pattern',
      filter: 'f',
      namespaces: ['default'],
      preference: 'p',
      sortOrder: 'asc',
      namespace: 'x',
    };
    const found = await client.find(options);
    expect(lastCall()).toEqual([
      '/api/saved_objects/_find',
      {
        method: 'GET',
        query: {
          default_search_operator: 'OR',
          fields: ['title'],
          has_reference: '{"id":"1","type":"reference"}',
          page: 10,
          per_page: 100,
          search: 'what is the meaning of life?|life',
          search_fields: ['title^5', 'body'],
          sort_field: 'sort_field',
          type: 'index-pattern',
          filter: 'f',
          namespaces: ['default'],
          preference: 'p',
        },
      },
    ]);
    expect({ ...found, savedObjects: found.savedObjects.length }).toEqual({
      savedObjects: 1,
      total: 7,
      perPage: 3,
      page: 2,
    });
  });

  // @spec 1/14
  it('is provided by the service', () => {
    const { client } = new SavedObjectsService().start({
      http: httpServiceMock.createStartContract(),
    });
    expect(client).toBeInstanceOf(SavedObjectsClient);
  });
});

describe('SimpleSavedObject', () => {
  const clientMock = () => ({ create: jest.fn(), update: jest.fn(), delete: jest.fn() });

  // @spec 3/37
  it('has defaults, and stores version, migrationVersion and error', () => {
    const bare = new SimpleSavedObject(clientMock(), { type: 't' });
    expect(bare).toMatchObject({ attributes: {}, references: [] });
    const full = new SimpleSavedObject(clientMock(), {
      ...DOC,
      updated_at: 'now',
      migrationVersion: { a: '1' },
    });
    expect(full).toMatchObject({
      id: DOC.id,
      type: 'config',
      _version: 'foo',
      updated_at: 'now',
      migrationVersion: { a: '1' },
    });
  });

  // @spec 9/47
  it('reads and writes attributes by path', () => {
    const object = new SimpleSavedObject<Record<string, unknown>>(clientMock(), {
      type: 't',
      attributes: { a: { b: [{ c: 1 }] } },
    });
    expect([
      object.get('a.b[0].c'),
      object.has('a.b'),
      object.has('a.x'),
      object.get('x.y'),
    ]).toEqual([1, true, false, undefined]);
    object.set('d.e', 2);
    expect(object.attributes).toMatchObject({ d: { e: 2 } });
  });

  // @spec 3/38, 9/46
  it('updates objects with an id and creates those without', () => {
    const client = clientMock();
    const references = [{ name: 'n', type: 't', id: 'i' }];
    void new SimpleSavedObject(client, { ...DOC, references, migrationVersion: { a: '1' } }).save();
    expect(client.update).toHaveBeenCalledWith('config', DOC.id, DOC.attributes, {
      references,
      migrationVersion: { a: '1' },
    });
    void new SimpleSavedObject(client, { type: 't', attributes: { a: 1 } }).save();
    expect(client.create).toHaveBeenCalledWith(
      't',
      { a: 1 },
      { references: [], migrationVersion: undefined }
    );
    void new SimpleSavedObject(client, DOC).delete();
    expect(client.delete).toHaveBeenCalledWith('config', DOC.id);
  });
});

describe('attribute paths', () => {
  it('never reach a prototype', () => {
    const target: Record<string, unknown> = {};
    setAtPath(target, '__proto__.polluted', true);
    setAtPath(target, 'constructor.prototype.polluted', true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(hasAtPath(target, '__proto__')).toBe(false);
    expect(getAtPath(target, 'toString')).toBeUndefined();
  });

  it('create arrays for indexes and leave the target unchanged for an empty path', () => {
    expect(setAtPath({}, 'list[1].a', 1)).toEqual({ list: [undefined, { a: 1 }] });
    expect(setAtPath({ a: 1 }, '', 2)).toEqual({ a: 1 });
    expect(hasAtPath({ a: 1 }, '')).toBe(false);
  });
});
