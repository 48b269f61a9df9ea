import { defineError } from '../../../contracts/errors';
import { dashboard, dashboardsForEachTest } from './mocks';

const objects = dashboardsForEachTest();

describe('create and get', () => {
  // @asvs V5.3/1
  it('preserves all content, including unknown attributes and prototype names', async () => {
    const client = objects.clientFor();
    const attributes = JSON.parse(
      '{"title":"A","__proto__":{"polluted":true},"constructor":"x","nul":"a\\u0000b"}'
    ) as Record<string, unknown>;
    const references = [{ name: 'panel_0', type: 'search', id: '__proto__' }];
    await client.create('dashboard', attributes, {
      id: '__proto__',
      references,
      migrationVersion: { dashboard: '7.9.3' },
    });
    const got = await client.get('dashboard', '__proto__');
    expect(JSON.stringify(got.attributes)).toBe(JSON.stringify(attributes));
    expect(got).toMatchObject({
      references,
      migrationVersion: { dashboard: '7.9.3' },
      updated_at: '2024-01-01T00:00:01.000Z',
      version: 'WzAsMV0=',
    });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('generates a version 1 UUID without an id', async () => {
    const created = await objects.clientFor().create('dashboard', { title: 'A' });
    expect(created.id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    );
  });

  it("rejects an id in use with the engine's text", async () => {
    const client = objects.clientFor();
    await client.create('dashboard', { title: 'A' }, { id: '1' });
    await expect(client.create('dashboard', { title: 'B' }, { id: '1' })).rejects.toMatchObject({
      statusCode: 409,
      message: '[dashboard:1]: version conflict, document already exists (current version [1])',
    });
  });

  it('overwrites on request, but not a version other than the given one', async () => {
    const client = objects.clientFor();
    const { version } = await client.create('dashboard', { title: 'A' }, { id: '1' });
    await client.create('dashboard', { title: 'B' }, { id: '1', overwrite: true });
    await expect(
      client.create(
        'dashboard',
        { title: 'C' },
        { id: '1', overwrite: true, version: version as string }
      )
    ).rejects.toMatchObject({
      statusCode: 409,
      message: 'Saved object [dashboard/1] conflict',
    });
  });

  it.each(['nobody', '__proto__', 'toString', 'secret'])(
    'rejects creating the unknown type %s',
    async (type) => {
      await expect(objects.clientFor().create(type, {})).rejects.toMatchObject({
        statusCode: 400,
        message: `Unsupported saved object type: '${type}': Bad Request`,
      });
    }
  );

  it.each(['nobody', 'secret', '__proto__'])('returns 404 for the type %s', async (type) => {
    const client = objects.clientFor();
    const notFound = { statusCode: 404, message: `Saved object [${type}/1] not found` };
    await expect(client.get(type, '1')).rejects.toMatchObject(notFound);
    await expect(client.update(type, '1', {})).rejects.toMatchObject(notFound);
    await expect(client.delete(type, '1')).rejects.toMatchObject(notFound);
  });

  it('validates attributes against the schema of the type', async () => {
    await expect(objects.clientFor().create('dashboard', {})).rejects.toMatchObject({
      statusCode: 400,
      message: '[attributes.title]: expected value of type [string] but got [undefined]',
    });
  });

  it.each(['', 'a\u0000b', 'x'.repeat(513)])('rejects the id %j', async (id) => {
    await expect(objects.clientFor().create('search', {}, { id })).rejects.toMatchObject({
      statusCode: 400,
    });
  });
});

describe('update', () => {
  it('merges, returns what was sent, and changes the version', async () => {
    const client = objects.clientFor();
    const created = await client.create('dashboard', { title: 'A', description: 'x' }, { id: '1' });
    const updated = await client.update('dashboard', '1', { description: 'y' });
    expect(updated).toEqual({
      id: '1',
      type: 'dashboard',
      attributes: { description: 'y' },
      references: [],
      updated_at: '2024-01-01T00:00:02.000Z',
      version: 'WzEsMV0=',
    });
    expect(updated.version).not.toBe(created.version);
    expect((await client.get('dashboard', '1')).attributes).toEqual({
      title: 'A',
      description: 'y',
    });
  });

  // @spec 23/4
  it('rejects an outdated and an invalid version', async () => {
    const client = objects.clientFor();
    const { version } = await client.create('dashboard', { title: 'A' }, { id: '1' });
    await client.update('dashboard', '1', { title: 'B' }, { version: version as string });
    await expect(
      client.update('dashboard', '1', { title: 'C' }, { version: version as string })
    ).rejects.toMatchObject({
      statusCode: 409,
      message: 'Saved object [dashboard/1] conflict',
    });
    for (const bad of ['???', 'bm9uZQ==', 'WzFd', 'WyJhIiwxXQ==', '']) {
      await expect(client.update('dashboard', '1', {}, { version: bad })).rejects.toMatchObject({
        statusCode: 400,
        message: `Invalid version [${bad}]`,
      });
    }
  });

  it('validates the merged attributes and leaves the object unchanged if they are rejected', async () => {
    const client = objects.clientFor();
    await client.create('dashboard', { title: 'A' }, { id: '1' });
    await expect(client.update('dashboard', '1', { title: 3 } as never)).rejects.toMatchObject({
      statusCode: 400,
    });
    expect((await client.get('dashboard', '1')).attributes).toEqual({ title: 'A' });
  });

  it('accepts only one of two concurrent updates of a version', async () => {
    const client = objects.clientFor();
    const { version } = await client.create('dashboard', { title: 'A' }, { id: '1' });
    const results = await Promise.allSettled(
      ['B', 'C'].map((title) =>
        client.update('dashboard', '1', { title }, { version: version as string })
      )
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('bulk operations', () => {
  it('return a result for each item', async () => {
    const client = objects.clientFor();
    await client.create('dashboard', { title: 'A' }, { id: '1' });
    const { saved_objects: created } = await client.bulkCreate([
      dashboard('1', 'B'),
      dashboard('2', 'C'),
      { type: 'nobody', id: '3', attributes: {} },
      { type: 'dashboard', id: '4', attributes: {} },
    ]);
    expect(created.map(({ error }) => error?.statusCode)).toEqual([409, undefined, 400, 400]);
    expect(created[0]?.error?.message).toBe('Saved object [dashboard/1] conflict');
    const { saved_objects: got } = await client.bulkGet([
      { type: 'dashboard', id: '2', fields: ['title'] },
      { type: 'dashboard', id: '9' },
      { type: 'nobody', id: '1' },
    ]);
    expect(got).toEqual([
      expect.objectContaining({ id: '2', attributes: { title: 'C' } }),
      {
        type: 'dashboard',
        id: '9',
        error: {
          statusCode: 404,
          error: 'Not Found',
          message: 'Saved object [dashboard/9] not found',
          code: 'core.saved_objects.not_found',
          params: { type: 'dashboard', id: '9' },
        },
      },
      {
        type: 'nobody',
        id: '1',
        error: {
          statusCode: 400,
          error: 'Bad Request',
          message: "Unsupported saved object type: 'nobody': Bad Request",
          code: 'core.saved_objects.unsupported_type',
          params: { type: 'nobody' },
        },
      },
    ]);
    const { saved_objects: updated } = await client.bulkUpdate([
      { type: 'dashboard', id: '1', attributes: { title: 'Z' } },
      { type: 'dashboard', id: '9', attributes: {} },
      { type: 'dashboard', id: '2', attributes: { title: 'Y' }, version: 'WzAsMV0=' },
    ]);
    expect(updated.map(({ error }) => error?.statusCode)).toEqual([undefined, 404, 409]);
  });

  it('keep the order of duplicates in one request', async () => {
    const { saved_objects: created } = await objects
      .clientFor()
      .bulkCreate([dashboard('1', 'A'), dashboard('1', 'B')]);
    expect(created.map(({ error }) => error?.statusCode)).toEqual([undefined, 409]);
  });

  it('write each object with its own overwrite option', async () => {
    const client = objects.clientFor();
    await client.bulkCreate([dashboard('1', 'A'), dashboard('2', 'A')]);
    const responses = await client.bulkCreateEach([
      { ...dashboard('1', 'B'), overwrite: false },
      { ...dashboard('2', 'B'), overwrite: true },
    ]);
    expect(responses.map(({ error }) => error?.statusCode)).toEqual([409, undefined]);
    expect((await client.find({ type: 'dashboard', search: 'B' })).total).toBe(1);
  });
});

describe('permissions and partitions', () => {
  it('rejects operations that the scope denies, with its message', async () => {
    const error = defineError('test.read_only', {
      status: 403,
      defaultMessage: 'Read only: {why}',
    });
    const given = { error, params: { why: 'here' } };
    const readOnly = objects.clientFor({ canWrite: false, denied: given });
    const denied = { statusCode: 403, message: 'Read only: here', code: 'test.read_only' };
    await expect(readOnly.create('dashboard', { title: 'A' })).rejects.toMatchObject(denied);
    await expect(readOnly.bulkCreate([])).rejects.toMatchObject(denied);
    await expect(readOnly.update('dashboard', '1', {})).rejects.toMatchObject(denied);
    await expect(readOnly.bulkUpdate([])).rejects.toMatchObject(denied);
    await expect(readOnly.delete('dashboard', '1')).rejects.toMatchObject(denied);
    expect((await readOnly.find({ type: 'dashboard' })).total).toBe(0);
    const withoutAccess = objects.clientFor({ canRead: false, canWrite: false });
    await expect(withoutAccess.get('dashboard', '1')).rejects.toMatchObject({ statusCode: 403 });
    await expect(withoutAccess.bulkGet([])).rejects.toMatchObject({ statusCode: 403 });
    await expect(withoutAccess.find({ type: 'dashboard' })).rejects.toMatchObject({
      statusCode: 403,
    });
  });

  it('isolates partitions in all operations', async () => {
    const [sales, finance] = [
      objects.clientFor({ partition: 'sales' }),
      objects.clientFor({ partition: 'finance' }),
    ];
    await sales.create('dashboard', { title: 'Pipeline' }, { id: '1' });
    await finance.create('dashboard', { title: 'Ledger' }, { id: '1' });
    expect((await finance.find({ type: 'dashboard', search: 'pipeline' })).total).toBe(0);
    expect((await sales.find({ type: 'dashboard', search: 'pipeline' })).total).toBe(1);
    expect((await finance.find({ type: 'dashboard' })).saved_objects[0]?.attributes).toEqual({
      title: 'Ledger',
    });
    await finance.delete('dashboard', '1');
    expect((await sales.get('dashboard', '1')).attributes).toEqual({ title: 'Pipeline' });
  });
});
