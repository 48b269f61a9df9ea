import { Type } from '@sinclair/typebox';
import { createTemporarySavedObjects, type TemporarySavedObjects } from './mocks';

const TYPES = [
  {
    name: 'dashboard',
    attributes: Type.Object({
      title: Type.String(),
      description: Type.Optional(Type.String()),
      rank: Type.Optional(Type.Number()),
      isShared: Type.Optional(Type.Boolean()),
      due: Type.Optional(Type.String()),
      tags: Type.Optional(Type.Array(Type.String())),
      panels: Type.Optional(Type.Array(Type.Object({ kind: Type.String(), width: Type.Number() }))),
      free: Type.Optional(Type.Unknown()),
    }),
  },
  { name: 'search', titleField: 'name' },
  { name: 'secret', hidden: true },
];

let objects: TemporarySavedObjects;
beforeAll(async () => {
  let nowMs = Date.UTC(2024, 0, 31, 23, 59, 58);
  objects = createTemporarySavedObjects(TYPES, () => new Date((nowMs += 1_000)));
  const content = [
    {
      type: 'dashboard',
      id: '1',
      attributes: {
        title: 'Monthly closing',
        description: 'Ledger, open-items',
        rank: 3,
        isShared: true,
        due: '2024-03-31T10:00:00+02:00',
        tags: ['finance', 'Month end'],
        panels: [
          { kind: 'pie', width: 2 },
          { kind: 'line', width: 8 },
        ],
      },
      references: [
        { name: 'index', type: 'index-pattern', id: 'i1' },
        { name: 'saved', type: 'search', id: 's1' },
      ],
    },
    {
      type: 'dashboard',
      id: '2',
      attributes: { title: 'Über Sales', rank: 10.5, isShared: false, tags: [], free: { deep: 1 } },
      references: [{ name: 'saved', type: 'search', id: 's2' }],
    },
    { type: 'dashboard', id: '3', attributes: { title: 'Archive of sales', free: null } },
  ];
  // The clock advances with each write: one second before February, at its start, and after it.
  for (const { type, attributes, ...rest } of content)
    await objects.internalClient('').create(type, attributes, rest);
  await objects
    .clientFor()
    .bulkCreate([
      { type: 'search', id: 's1', attributes: { name: 'Sales orders', owner: { name: 'Anna B' } } },
    ]);
  await objects.internalClient('').create('secret', { title: 'Sales' }, { id: 'x' });
  await objects
    .clientFor({ partition: 'other' })
    .create('dashboard', { title: 'Sales elsewhere', tags: ['finance'] }, { id: '9' });
});
afterAll(() => objects.dispose());

const TYPE = ['dashboard', 'search'];
const idsOf = async (filter: string) => {
  const { total, saved_objects: found } = await objects
    .clientFor()
    .find({ type: TYPE, sortField: 'id', filter });
  expect(total).toBe(found.length);
  return found.map(({ id }) => id).join(' ');
};

describe('find with a filter', () => {
  it.each([
    ['', '1 2 3 s1'],
    ['dashboard.attributes.title: sales', '2 3'],
    ['dashboard.attributes.title: SALES closing', '1 2 3'],
    ['dashboard.attributes.title: "sales of"', ''],
    ['dashboard.attributes.title: "of Sales"', '3'],
    ['dashboard.attributes.title: uber', '2'],
    ['dashboard.attributes.title: mon*', '1'],
    ['dashboard.attributes.title: *ales', '2 3'],
    ['dashboard.attributes.title: *L*S of', '2 3'],
    ['dashboard.attributes.title: m*l* or search.attributes.name: *a*s', '1 s1'],
    ['dashboard.attributes.title: "mon*"', ''],
    ['dashboard.attributes.title: !!!', ''],
    ['dashboard.attributes.description: open-items', '1'],
    ['dashboard.attributes.description: items-open', ''],
    ['dashboard.attributes.description: open-it*', '1'],
    ['dashboard.attributes.description: *', '1'],
    ['dashboard.attributes.free: *', '2'],
    ['dashboard.attributes.tags: *', '1'],
    ['dashboard.attributes.tags: "month end"', '1'],
    ['dashboard.attributes.tags: "finance month"', ''],
    ['dashboard.attributes.tags: (finance and end)', '1'],
    ['dashboard.attributes.tags: *nan*', '1'],
    ['dashboard.attributes.rank: 3', '1'],
    ['dashboard.attributes.rank: "10.5"', '2'],
    ['dashboard.attributes.rank: 10', ''],
    ['dashboard.attributes.rank > 3', '2'],
    ['dashboard.attributes.rank >= 3 and dashboard.attributes.rank < 10.5', '1'],
    ['dashboard.attributes.isShared: true', '1'],
    ['dashboard.attributes.isShared: (true or false)', '1 2'],
    ['dashboard.attributes.due: 2024-03-31', '1'],
    ['dashboard.attributes.due: "2024-03-31T08:00:00Z"', '1'],
    ['dashboard.attributes.due > 2024-03', ''],
    ['dashboard.attributes.due >= 2024-03', '1'],
    ['dashboard.attributes.due < 2024-04-01', '1'],
    ['dashboard.attributes.panels.kind: pie', '1'],
    ['dashboard.attributes.panels.width > 7', '1'],
    ['dashboard.attributes.panels.width: 3', ''],
    ['dashboard.attributes.free.deep: 1', '2'],
    ['dashboard.attributes.free: 1', ''],
    ['search.attributes.owner.name: anna', 's1'],
    ['search.attributes.owner.name: *nn*', 's1'],
    ['search.attributes.nothing.such: *', ''],
    ['dashboard.id: (1 or "3")', '1 3'],
    ['search.id: s*', 's1'],
    ['dashboard.type: dashboard and not dashboard.id: 2', '1 3'],
    ['not dashboard.attributes.title: sales', '1 s1'],
    ['NOT NOT dashboard.attributes.title: sales', '2 3'],
    ['dashboard.updated_at: 2024-01', '1'],
    ['dashboard.updated_at > 2024-01', '2 3'],
    ['dashboard.updated_at >= "2024-02-01T00:00:01Z"', '3'],
    [`dashboard.updated_at: ${Date.UTC(2024, 1, 1)}`, '2'],
    ['search.updated_at: *', 's1'],
    ['dashboard.references.id: s1', '1'],
    ['dashboard.references.type: "index-pattern"', '1'],
    ['dashboard.references.type: search and dashboard.references.id: i1', '1'],
    ['dashboard.references: { type: search and id: i1 }', ''],
    ['dashboard.references: { type: search and not id: s1 }', '2'],
    ['not dashboard.references.id: *', '3 s1'],
  ])('evaluates %j to %j', async (filter, expected) => {
    expect(await idsOf(filter)).toBe(expected);
  });

  it('combines with search, reference and page, and excludes other tenants and hidden types', async () => {
    const find = (options: object) =>
      objects.clientFor().find({ type: [...TYPE, 'secret'], sortField: 'id', ...options });
    const filter = 'not dashboard.attributes.rank > 10';
    expect(await find({ filter, search: 'sales', perPage: 1, page: 2 })).toMatchObject({
      total: 2,
      saved_objects: [{ id: 's1' }],
    });
    expect(await find({ filter, search: 'sales', perPage: 0 })).toMatchObject({ total: 2 });
    const hasReference = { type: 'search', id: 's2' };
    expect((await find({ hasReference, filter })).total).toBe(0);
    expect((await find({ hasReference, filter: `not (${filter})` })).total).toBe(1);
    const best = await objects.clientFor().find({ type: TYPE, search: 'sales', filter });
    expect(best.saved_objects.map(({ score }) => score > 0)).toEqual([true, true]);
    const elsewhere = await objects
      .clientFor({ partition: 'other' })
      .find({ type: TYPE, filter: 'dashboard.attributes.title: *ales' });
    expect(elsewhere.saved_objects.map(({ id }) => id)).toEqual(['9']);
  });

  it('computes totals per filter and reflects writes', async () => {
    const client = objects.clientFor({ partition: 'moving' });
    await client.create('dashboard', { title: 'A', rank: 1 }, { id: 'm' });
    const total = async (filter: string) =>
      (await client.find({ type: 'dashboard', filter, perPage: 0 })).total;
    expect(await total('dashboard.attributes.title: *a')).toBe(1);
    expect(await total('dashboard.attributes.rank: 1')).toBe(1);
    expect(await total('dashboard.attributes.rank: 2')).toBe(0);
    await client.update('dashboard', 'm', { title: 'B', rank: 2 });
    expect(await total('dashboard.attributes.title: *a')).toBe(0);
    expect(await total('dashboard.attributes.rank: 2')).toBe(1);
  });

  it.each([
    [
      'foo',
      'The key is empty and needs to be wrapped by a saved object type like dashboard,search',
    ],
    [
      'title: x',
      "This key 'title' need to be wrapped by a saved object type like dashboard,search",
    ],
    ['secret.attributes.title: x', 'This type secret is not allowed'],
    ['nobody.references: { id: 1 }', 'This type nobody is not allowed'],
    [
      'dashboard.title: x',
      "This key 'dashboard.title' does NOT match the filter proposition SavedObjectType.attributes.key",
    ],
    [
      'dashboard.other.title: x',
      "This key 'dashboard.other.title' does NOT match the filter proposition SavedObjectType.attributes.key",
    ],
    [
      'dashboard.nope: x',
      "This key 'dashboard.nope' does NOT exist in dashboard,search saved object index patterns",
    ],
    [
      'dashboard.attributes.nope: x',
      "This key 'dashboard.attributes.nope' does NOT exist in dashboard,search saved object index patterns",
    ],
    [
      'dashboard.attributes.panels.nope: x',
      "This key 'dashboard.attributes.panels.nope' does NOT exist in dashboard,search saved object index patterns",
    ],
    [
      'search.attributes.n*: x',
      "This key 'search.attributes.n*' does NOT exist in dashboard,search saved object index patterns",
    ],
    [
      'dashboard.references: { attributes: x }',
      "This key 'attributes' does NOT exist in dashboard,search saved object index patterns",
    ],
    [
      'dashboard.attributes.panels: { kind: pie }',
      "This key 'dashboard.attributes.panels' cannot be asked about with braces, only references can",
    ],
    ['dashboard.attributes.rank > much', "The value 'much' after > is neither a number nor a date"],
    ['dashboard.updated_at: 2024-02-30', "The value '2024-02-30' is not a date"],
    ['dashboard.id > 1', 'Only attributes and updated_at can be compared by >'],
    [`dashboard.attributes.title: ${'x '.repeat(65)}`, 'A value must not have more than 64 words'],
    [
      `dashboard.attributes.title: ${'*x '.repeat(5)}`,
      'More than 4 words have a wildcard before their end',
    ],
    [
      'dashboard.attributes.title:',
      'KQLSyntaxError: Expected "(", "{", value but end of input found.\ndashboard.attributes.title:\n---------------------------^',
    ],
  ])('rejects %j', async (filter, message) => {
    await expect(objects.clientFor().find({ type: TYPE, filter })).rejects.toMatchObject({
      statusCode: 400,
      message: `${message}: Bad Request`,
    });
  });
});
