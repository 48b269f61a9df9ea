import { dashboard, dashboardsForEachTest, type TemporarySavedObjects } from './mocks';

const objects = dashboardsForEachTest();

describe('find', () => {
  const titles = async (
    options: Parameters<
      ReturnType<Pick<TemporarySavedObjects, 'clientFor'>['clientFor']>['find']
    >[0]
  ) =>
    (await objects.clientFor().find(options)).saved_objects.map(
      ({ attributes }) => attributes['title'] ?? attributes['name']
    );

  beforeEach(async () => {
    await objects.clientFor().bulkCreate([
      {
        type: 'dashboard',
        id: '1',
        attributes: { title: 'Monthly closing', description: 'Ledger and open items', rank: 3 },
      },
      {
        type: 'dashboard',
        id: '2',
        attributes: { title: 'über Sales', description: 'Pipeline', rank: 1 },
        references: [{ name: 'a', type: 'search', id: 's1' }],
      },
      {
        type: 'dashboard',
        id: '3',
        attributes: { title: 'Archive', description: 'Sales of last year', rank: 2 },
      },
      {
        type: 'search',
        id: 's1',
        attributes: { name: 'Open sales orders', owner: { name: 'Closing team' } },
      },
    ]);
  });

  it('sorts by root fields across several types', async () => {
    const type = ['dashboard', 'search'];
    expect(await titles({ type, sortField: 'display_title' })).toEqual([
      'Archive',
      'Monthly closing',
      'Open sales orders',
      'über Sales',
    ]);
    expect(await titles({ type, sortField: 'display_title', sortOrder: 'desc' })).toEqual([
      'über Sales',
      'Open sales orders',
      'Monthly closing',
      'Archive',
    ]);
    expect(await titles({ type, sortField: 'type', sortOrder: 'desc' })).toEqual([
      'Open sales orders',
      'über Sales',
      'Monthly closing',
      'Archive',
    ]);
    expect(await titles({ type })).toEqual([
      'Open sales orders',
      'Archive',
      'über Sales',
      'Monthly closing',
    ]);
    expect(await titles({ type, sortField: 'id' })).toEqual([
      'Monthly closing',
      'über Sales',
      'Archive',
      'Open sales orders',
    ]);
  });

  it('sorts a single type by its declared attributes', async () => {
    expect(await titles({ type: 'dashboard', sortField: 'rank' })).toEqual([
      'über Sales',
      'Archive',
      'Monthly closing',
    ]);
    expect(await titles({ type: 'dashboard', sortField: 'title.keyword' })).toEqual([
      'Archive',
      'Monthly closing',
      'über Sales',
    ]);
    const client = objects.clientFor();
    await expect(client.find({ type: 'dashboard', sortField: 'nope' })).rejects.toMatchObject({
      statusCode: 400,
      message: 'Unknown sort field nope',
    });
    await expect(
      client.find({ type: ['dashboard', 'search'], sortField: 'title' })
    ).rejects.toMatchObject({
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
  ] as const)('searches for %j with the result %j', async (search, searchFields, expected) => {
    const { total, saved_objects: found } = await objects
      .clientFor()
      .find({ type: ['dashboard', 'search'], search, ...(searchFields && { searchFields }) });
    expect([total, found.length]).toEqual([expected, expected]);
  });

  it('joins words by the operator', async () => {
    expect(
      (
        await objects
          .clientFor()
          .find({ type: 'dashboard', search: 'sales pipeline', defaultSearchOperator: 'AND' })
      ).total
    ).toBe(1);
  });

  it('scores results and puts the best match first', async () => {
    const { saved_objects: found } = await objects
      .clientFor()
      .find({ type: ['dashboard'], search: 'sales' });
    expect(found.map(({ id }) => id)).toEqual(['2', '3']);
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score as number);
  });

  it('finds by reference, with and without a search', async () => {
    const hasReference = { type: 'search', id: 's1' };
    expect(await titles({ type: ['dashboard'], hasReference })).toEqual(['über Sales']);
    expect(
      await titles({ type: ['dashboard'], hasReference, search: 'pipeline', sortField: 'title' })
    ).toEqual(['über Sales']);
    expect(await titles({ type: ['dashboard'], hasReference, search: 'ledger' })).toEqual([]);
    await objects.clientFor().update('dashboard', '2', {}, { references: [] });
    expect(await titles({ type: ['dashboard'], hasReference })).toEqual([]);
  });

  it('paginates results and selects attributes', async () => {
    const result = await objects.clientFor().find({
      type: ['dashboard', 'search'],
      sortField: 'display_title',
      page: 2,
      perPage: 3,
      fields: ['title'],
    });
    expect(result).toMatchObject({ page: 2, per_page: 3, total: 4 });
    expect(result.saved_objects.map(({ attributes }) => attributes)).toEqual([
      { title: 'über Sales' },
    ]);
  });

  it('sees every write immediately', async () => {
    const client = objects.clientFor();
    await client.update('dashboard', '1', { title: 'Yearly closing' });
    expect(await titles({ type: 'dashboard', search: 'monthly' })).toEqual([]);
    expect(await titles({ type: 'dashboard', search: 'yearly' })).toEqual(['Yearly closing']);
    await client.delete('dashboard', '1');
    expect((await client.find({ type: 'dashboard', search: 'yearly' })).total).toBe(0);
    expect((await client.find({ type: 'dashboard' })).total).toBe(2);
  });

  it('ignores unknown and hidden types', async () => {
    expect(await objects.clientFor().find({ type: ['nobody', 'secret'] })).toEqual({
      page: 1,
      per_page: 20,
      total: 0,
      saved_objects: [],
    });
  });

  it('returns the same page for every kind of search', async () => {
    const client = objects.clientFor({ partition: 'many' });
    await client.bulkCreate(
      Array.from({ length: 3_000 }, (_, index) =>
        dashboard(
          String(index),
          `Report ${index % 7} ${String((index * 7_919) % 3_000).padStart(4, '0')}`
        )
      )
    );
    const all = (
      await client.find({ type: 'dashboard', sortField: 'title', perPage: 3_000 })
    ).saved_objects.map(({ id }) => id);
    for (const search of ['report', 'rep*', 'repor*']) {
      for (const page of [1, 15, 30]) {
        const { total, saved_objects: found } = await client.find({
          type: 'dashboard',
          search,
          sortField: 'title',
          page,
          perPage: 100,
        });
        expect([total, found.map(({ id }) => id)]).toEqual([
          3_000,
          all.slice((page - 1) * 100, page * 100),
        ]);
      }
    }
    expect(
      (await client.find({ type: 'dashboard', search: 'report', sortField: 'rank', perPage: 5 }))
        .total
    ).toBe(3_000);
  });
});
