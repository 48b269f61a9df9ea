import { Type } from '@sinclair/typebox';
import { createTemporarySavedObjects, type TemporarySavedObjects } from './mocks';
import type { SavedObjectsBulkItem } from './types';

const TYPES = [
  { name: 'dashboard', attributes: Type.Object({ title: Type.String(), description: Type.Optional(Type.String()), rank: Type.Optional(Type.Number()) }) },
  { name: 'search', titleField: 'name' },
  { name: 'secret', hidden: true },
];

let objects: TemporarySavedObjects;
let nowMs: number;

beforeEach(() => {
  nowMs = Date.UTC(2024, 0, 1);
  objects = createTemporarySavedObjects(TYPES, () => new Date((nowMs += 1_000)));
});
afterEach(() => objects.dispose());

const dashboard = (id: string, title: string, more: Partial<SavedObjectsBulkItem> = {}): SavedObjectsBulkItem => ({
  type: 'dashboard', id, attributes: { title }, ...more,
});

describe('create and get', () => {
  it('keeps what was given, unknown attributes and prototype names included', async () => {
    const client = objects.clientFor();
    const attributes = JSON.parse('{"title":"A","__proto__":{"polluted":true},"constructor":"x","nul":"a\\u0000b"}') as Record<string, unknown>;
    const references = [{ name: 'panel_0', type: 'search', id: '__proto__' }];
    await client.create('dashboard', attributes, { id: '__proto__', references, migrationVersion: { dashboard: '7.9.3' } });
    const got = await client.get('dashboard', '__proto__');
    expect(JSON.stringify(got.attributes)).toBe(JSON.stringify(attributes));
    expect(got).toMatchObject({ references, migrationVersion: { dashboard: '7.9.3' }, updated_at: '2024-01-01T00:00:01.000Z', version: 'WzAsMV0=' });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('makes a version-1 UUID when there is no id', async () => {
    const created = await objects.clientFor().create('dashboard', { title: 'A' });
    expect(created.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('refuses an id that is taken with the text of the engine', async () => {
    const client = objects.clientFor();
    await client.create('dashboard', { title: 'A' }, { id: '1' });
    await expect(client.create('dashboard', { title: 'B' }, { id: '1' })).rejects.toMatchObject({
      statusCode: 409,
      message: '[dashboard:1]: version conflict, document already exists (current version [1])',
    });
  });

  it('overwrites when asked, but not another version than the one given', async () => {
    const client = objects.clientFor();
    const { version } = await client.create('dashboard', { title: 'A' }, { id: '1' });
    await client.create('dashboard', { title: 'B' }, { id: '1', overwrite: true });
    await expect(client.create('dashboard', { title: 'C' }, { id: '1', overwrite: true, version: version as string })).rejects.toMatchObject({
      statusCode: 409, message: 'Saved object [dashboard/1] conflict',
    });
  });

  it.each(['nobody', '__proto__', 'toString', 'secret'])('refuses to create the unknown type %s', async (type) => {
    await expect(objects.clientFor().create(type, {})).rejects.toMatchObject({
      statusCode: 400, message: `Unsupported saved object type: '${type}': Bad Request`,
    });
  });

  it.each(['nobody', 'secret', '__proto__'])('finds nothing of the type %s', async (type) => {
    const client = objects.clientFor();
    const notFound = { statusCode: 404, message: `Saved object [${type}/1] not found` };
    await expect(client.get(type, '1')).rejects.toMatchObject(notFound);
    await expect(client.update(type, '1', {})).rejects.toMatchObject(notFound);
    await expect(client.delete(type, '1')).rejects.toMatchObject(notFound);
  });

  it('checks attributes against the schema of the type', async () => {
    await expect(objects.clientFor().create('dashboard', {})).rejects.toMatchObject({
      statusCode: 400, message: '[attributes.title]: expected value of type [string] but got [undefined]',
    });
  });

  it.each(['', 'a\u0000b', 'x'.repeat(513)])('refuses the id %j', async (id) => {
    await expect(objects.clientFor().create('search', {}, { id })).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('update', () => {
  it('merges, answers with what was sent, and changes the version', async () => {
    const client = objects.clientFor();
    const created = await client.create('dashboard', { title: 'A', description: 'x' }, { id: '1' });
    const updated = await client.update('dashboard', '1', { description: 'y' });
    expect(updated).toEqual({
      id: '1', type: 'dashboard', attributes: { description: 'y' }, references: [], updated_at: '2024-01-01T00:00:02.000Z', version: 'WzEsMV0=',
    });
    expect(updated.version).not.toBe(created.version);
    expect((await client.get('dashboard', '1')).attributes).toEqual({ title: 'A', description: 'y' });
  });

  it('refuses a stale version and one that is none', async () => {
    const client = objects.clientFor();
    const { version } = await client.create('dashboard', { title: 'A' }, { id: '1' });
    await client.update('dashboard', '1', { title: 'B' }, { version: version as string });
    await expect(client.update('dashboard', '1', { title: 'C' }, { version: version as string })).rejects.toMatchObject({
      statusCode: 409, message: 'Saved object [dashboard/1] conflict',
    });
    for (const bad of ['???', 'bm9uZQ==', 'WzFd', 'WyJhIiwxXQ==', '']) {
      await expect(client.update('dashboard', '1', {}, { version: bad })).rejects.toMatchObject({ statusCode: 400, message: `Invalid version [${bad}]` });
    }
  });

  it('checks the merged attributes and leaves the object as it was when they are refused', async () => {
    const client = objects.clientFor();
    await client.create('dashboard', { title: 'A' }, { id: '1' });
    await expect(client.update('dashboard', '1', { title: 3 } as never)).rejects.toMatchObject({ statusCode: 400 });
    expect((await client.get('dashboard', '1')).attributes).toEqual({ title: 'A' });
  });

  it('lets one of two concurrent writers of a version win', async () => {
    const client = objects.clientFor();
    const { version } = await client.create('dashboard', { title: 'A' }, { id: '1' });
    const results = await Promise.allSettled(
      ['B', 'C'].map((title) => client.update('dashboard', '1', { title }, { version: version as string }))
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('bulk', () => {
  it('answers item by item', async () => {
    const client = objects.clientFor();
    await client.create('dashboard', { title: 'A' }, { id: '1' });
    const { saved_objects: created } = await client.bulkCreate([
      dashboard('1', 'B'), dashboard('2', 'C'), { type: 'nobody', id: '3', attributes: {} }, { type: 'dashboard', id: '4', attributes: {} },
    ]);
    expect(created.map(({ error }) => error?.statusCode)).toEqual([409, undefined, 400, 400]);
    expect(created[0]?.error?.message).toBe('Saved object [dashboard/1] conflict');
    const { saved_objects: got } = await client.bulkGet([
      { type: 'dashboard', id: '2', fields: ['title'] }, { type: 'dashboard', id: '9' }, { type: 'nobody', id: '1' },
    ]);
    expect(got).toEqual([
      expect.objectContaining({ id: '2', attributes: { title: 'C' } }),
      { type: 'dashboard', id: '9', error: { statusCode: 404, error: 'Not Found', message: 'Saved object [dashboard/9] not found' } },
      { type: 'nobody', id: '1', error: { statusCode: 400, error: 'Bad Request', message: "Unsupported saved object type: 'nobody': Bad Request" } },
    ]);
    const { saved_objects: updated } = await client.bulkUpdate([
      { type: 'dashboard', id: '1', attributes: { title: 'Z' } }, { type: 'dashboard', id: '9', attributes: {} },
      { type: 'dashboard', id: '2', attributes: { title: 'Y' }, version: 'WzAsMV0=' },
    ]);
    expect(updated.map(({ error }) => error?.statusCode)).toEqual([undefined, 404, 409]);
  });

  it('keeps the order of duplicates in one request', async () => {
    const { saved_objects: created } = await objects.clientFor().bulkCreate([dashboard('1', 'A'), dashboard('1', 'B')]);
    expect(created.map(({ error }) => error?.statusCode)).toEqual([undefined, 409]);
  });

  it('undoes everything of an atomic batch', async () => {
    const client = objects.clientFor();
    await client.create('dashboard', { title: 'A' }, { id: '2' });
    await expect(client.bulkCreateAtomic([dashboard('1', 'B'), dashboard('2', 'C')])).rejects.toMatchObject({ statusCode: 409 });
    await expect(client.get('dashboard', '1')).rejects.toMatchObject({ statusCode: 404 });
    expect((await client.find({ type: 'dashboard', search: 'B' })).total).toBe(0);
  });
});

describe('rights and partitions', () => {
  it('refuses what the scope does not allow, with its message', async () => {
    const readOnly = objects.clientFor({ canWrite: false, deniedMessage: 'Read only here' });
    const denied = { statusCode: 403, message: 'Read only here' };
    await expect(readOnly.create('dashboard', { title: 'A' })).rejects.toMatchObject(denied);
    await expect(readOnly.bulkCreate([])).rejects.toMatchObject(denied);
    await expect(readOnly.update('dashboard', '1', {})).rejects.toMatchObject(denied);
    await expect(readOnly.bulkUpdate([])).rejects.toMatchObject(denied);
    await expect(readOnly.delete('dashboard', '1')).rejects.toMatchObject(denied);
    expect((await readOnly.find({ type: 'dashboard' })).total).toBe(0);
    const nobody = objects.clientFor({ canRead: false, canWrite: false });
    await expect(nobody.get('dashboard', '1')).rejects.toMatchObject({ statusCode: 403 });
    await expect(nobody.bulkGet([])).rejects.toMatchObject({ statusCode: 403 });
    await expect(nobody.find({ type: 'dashboard' })).rejects.toMatchObject({ statusCode: 403 });
  });

  it('keeps partitions apart in every call', async () => {
    const [sales, finance] = [objects.clientFor({ partition: 'sales' }), objects.clientFor({ partition: 'finance' })];
    await sales.create('dashboard', { title: 'Pipeline' }, { id: '1' });
    await finance.create('dashboard', { title: 'Ledger' }, { id: '1' });
    expect((await finance.find({ type: 'dashboard', search: 'pipeline' })).total).toBe(0);
    expect((await sales.find({ type: 'dashboard', search: 'pipeline' })).total).toBe(1);
    expect((await finance.find({ type: 'dashboard' })).saved_objects[0]?.attributes).toEqual({ title: 'Ledger' });
    await finance.delete('dashboard', '1');
    expect((await sales.get('dashboard', '1')).attributes).toEqual({ title: 'Pipeline' });
  });
});

describe('find', () => {
  const titles = async (options: Parameters<ReturnType<TemporarySavedObjects['clientFor']>['find']>[0]) =>
    (await objects.clientFor().find(options)).saved_objects.map(({ attributes }) => attributes['title'] ?? attributes['name']);

  beforeEach(async () => {
    await objects.clientFor().bulkCreate([
      { type: 'dashboard', id: '1', attributes: { title: 'Monthly closing', description: 'Ledger and open items', rank: 3 } },
      { type: 'dashboard', id: '2', attributes: { title: 'über Sales', description: 'Pipeline', rank: 1 }, references: [{ name: 'a', type: 'search', id: 's1' }] },
      { type: 'dashboard', id: '3', attributes: { title: 'Archive', description: 'Sales of last year', rank: 2 } },
      { type: 'search', id: 's1', attributes: { name: 'Open sales orders', owner: { name: 'Closing team' } } },
    ]);
  });

  it('sorts by root fields over several types', async () => {
    const type = ['dashboard', 'search'];
    expect(await titles({ type, sortField: 'display_title' })).toEqual(['Archive', 'Monthly closing', 'Open sales orders', 'über Sales']);
    expect(await titles({ type, sortField: 'display_title', sortOrder: 'desc' })).toEqual(['über Sales', 'Open sales orders', 'Monthly closing', 'Archive']);
    expect(await titles({ type, sortField: 'type', sortOrder: 'desc' })).toEqual(['Open sales orders', 'über Sales', 'Monthly closing', 'Archive']);
    expect(await titles({ type })).toEqual(['Open sales orders', 'Archive', 'über Sales', 'Monthly closing']);
    expect(await titles({ type, sortField: 'id' })).toEqual(['Monthly closing', 'über Sales', 'Archive', 'Open sales orders']);
  });

  it('sorts a single type by its declared attributes', async () => {
    expect(await titles({ type: 'dashboard', sortField: 'rank' })).toEqual(['über Sales', 'Archive', 'Monthly closing']);
    expect(await titles({ type: 'dashboard', sortField: 'title.keyword' })).toEqual(['Archive', 'Monthly closing', 'über Sales']);
    const client = objects.clientFor();
    await expect(client.find({ type: 'dashboard', sortField: 'nope' })).rejects.toMatchObject({ statusCode: 400, message: 'Unknown sort field nope' });
    await expect(client.find({ type: ['dashboard', 'search'], sortField: 'title' })).rejects.toMatchObject({
      message: 'Unable to sort multiple types by field title, not a root property',
    });
  });

  it.each([
    ['sales', undefined, 3],
    ['SALES pipeline', undefined, 3],
    ['sales +pipeline', undefined, 1],
    ['mon* clo*', undefined, 2],
    ['"closing monthly"', undefined, 0],
    ['"monthly closing"', undefined, 1],
    ['uber', undefined, 1],
    ['sales -archive', undefined, 2],
    ['-sales', undefined, 1],
    ['sales', ['title'], 1],
    ['sales', ['title^3', 'description'], 2],
    ['sales', ['title', 'name'], 2],
    ['open', ['name'], 1],
    ['clos*', ['owner.name'], 1],
    ['clos*', ['*'], 2],
    ['', undefined, 4],
  ] as const)('searches %j in %j', async (search, searchFields, expected) => {
    const { total, saved_objects: found } = await objects.clientFor().find({ type: ['dashboard', 'search'], search, ...(searchFields && { searchFields }) });
    expect([total, found.length]).toEqual([expected, expected]);
  });

  it('joins words as the operator says', async () => {
    expect((await objects.clientFor().find({ type: 'dashboard', search: 'sales pipeline', defaultSearchOperator: 'AND' })).total).toBe(1);
  });

  it('puts the best match first and scores it', async () => {
    const { saved_objects: found } = await objects.clientFor().find({ type: ['dashboard'], search: 'sales' });
    expect(found.map(({ id }) => id)).toEqual(['2', '3']);
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score as number);
  });

  it('finds by reference, with and without search', async () => {
    const hasReference = { type: 'search', id: 's1' };
    expect(await titles({ type: ['dashboard'], hasReference })).toEqual(['über Sales']);
    expect(await titles({ type: ['dashboard'], hasReference, search: 'pipeline', sortField: 'title' })).toEqual(['über Sales']);
    expect(await titles({ type: ['dashboard'], hasReference, search: 'ledger' })).toEqual([]);
    await objects.clientFor().update('dashboard', '2', {}, { references: [] });
    expect(await titles({ type: ['dashboard'], hasReference })).toEqual([]);
  });

  it('cuts pages and attributes', async () => {
    const result = await objects.clientFor().find({ type: ['dashboard', 'search'], sortField: 'display_title', page: 2, perPage: 3, fields: ['title'] });
    expect(result).toMatchObject({ page: 2, per_page: 3, total: 4 });
    expect(result.saved_objects.map(({ attributes }) => attributes)).toEqual([{ title: 'über Sales' }]);
  });

  it('sees every write at once', async () => {
    const client = objects.clientFor();
    await client.update('dashboard', '1', { title: 'Yearly closing' });
    expect(await titles({ type: 'dashboard', search: 'monthly' })).toEqual([]);
    expect(await titles({ type: 'dashboard', search: 'yearly' })).toEqual(['Yearly closing']);
    await client.delete('dashboard', '1');
    expect((await client.find({ type: 'dashboard', search: 'yearly' })).total).toBe(0);
    expect((await client.find({ type: 'dashboard' })).total).toBe(2);
  });

  it('knows nothing of unknown and hidden types', async () => {
    expect(await objects.clientFor().find({ type: ['nobody', 'secret'] })).toEqual({ page: 1, per_page: 20, total: 0, saved_objects: [] });
  });

  it('gives the same page whichever way it is read', async () => {
    const client = objects.clientFor({ partition: 'many' });
    await client.bulkCreate(Array.from({ length: 3_000 }, (_, index) => dashboard(String(index), `Report ${index % 7} ${String((index * 7_919) % 3_000).padStart(4, '0')}`)));
    const all = (await client.find({ type: 'dashboard', sortField: 'title', perPage: 3_000 })).saved_objects.map(({ id }) => id);
    for (const search of ['report', 'rep*', 'repor*']) {
      for (const page of [1, 15, 30]) {
        const { total, saved_objects: found } = await client.find({ type: 'dashboard', search, sortField: 'title', page, perPage: 100 });
        expect([total, found.map(({ id }) => id)]).toEqual([3_000, all.slice((page - 1) * 100, page * 100)]);
      }
    }
    expect((await client.find({ type: 'dashboard', search: 'report', sortField: 'rank', perPage: 5 })).total).toBe(3_000);
  });
});
