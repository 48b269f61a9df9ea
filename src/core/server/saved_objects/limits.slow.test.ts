import { HTTP_LIMITS, SAVED_OBJECTS_LIMITS as LIMITS } from '../../common';
import { serverForEachTest } from './routes/mocks';
import { TransferQueue } from './transfer/transfer_queue';

jest.setTimeout(60_000);

const API = '/api/saved_objects';
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
const lines = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      type: 'dashboard',
      id: String(index),
      attributes: { title: `t${index} ${'word '.repeat(60)}` },
      ...more,
    })
  ).join('\n');

const { send } = serverForEachTest({
  limits: { maxImportPayloadBytes: 26_214_400, maxImportExportSize: 10_000 },
});

describe('response size limit', () => {
  const SIZE = 900_000;
  const most = Math.floor(LIMITS.responseBytes / (SIZE + 100));
  beforeEach(async () => {
    await send('POST', `${API}/dashboard/large`, {
      attributes: { title: 't', text: 'x'.repeat(SIZE) },
    });
  });
  /** Uses imports, because single requests would take four times as long. */
  const addLarge = async (from: number, to: number): Promise<void> => {
    const attributes = { title: 't', text: 'x'.repeat(SIZE) };
    const all = Array.from({ length: to - from }, (_, at) =>
      JSON.stringify({ type: 'dashboard', id: String(from + at), attributes })
    );
    while (all.length > 0) {
      const { body } = await send('POST', `${API}/_import`, all.splice(0, 25).join('\n'));
      expect(body).toMatchObject({ success: true });
    }
  };
  const large = (count: number) => Array(count).fill({ type: 'dashboard', id: 'large' });

  it('rejects larger bulk responses, counting duplicate objects each time', async () => {
    expect(await send('POST', `${API}/_bulk_get`, large(5_000))).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining(`at most ${LIMITS.responseBytes} can be returned`) },
    });
    const { status, body } = await send('POST', `${API}/_bulk_get`, large(most));
    expect([status, body.saved_objects.length]).toEqual([200, most]);
    expect(body.saved_objects[most - 1]).toEqual(body.saved_objects[0]);
  });

  it('applies to searches and exports', async () => {
    await addLarge(0, most + 1);
    expect((await send('GET', `${API}/_find?type=dashboard&per_page=10000`)).status).toBe(413);
    const page = await send('GET', `${API}/_find?type=dashboard&per_page=${most}`);
    expect([page.status, page.body.saved_objects.length, page.body.total]).toEqual([
      200,
      most,
      most + 2,
    ]);
    const file = await send('POST', `${API}/_export`, { type: 'dashboard' });
    expect([file.status, file.text.split('\n').length]).toEqual([200, most + 3]);
    await addLarge(most + 1, 2 * most + 2);
    expect(await send('POST', `${API}/_export`, { type: 'dashboard' })).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining(`at most ${LIMITS.exportBytes} can be exported`) },
    });
  });
});

describe('object limits', () => {
  const reference = { name: 'n', type: 'index-pattern', id: 'i' };
  it.each([
    [{ attributes: { title: 't', x: nested(LIMITS.attributeDepth) } }, 400, 'nested deeper than'],
    [
      { attributes: { title: 't' }, references: Array(LIMITS.references + 1).fill(reference) },
      400,
      `more than ${LIMITS.references} entries`,
    ],
  ])('reject objects that exceed them: %#', async (body, status, message) => {
    const refused = { status, body: { message: expect.stringContaining(message) } };
    expect(await send('POST', `${API}/dashboard/1`, body)).toMatchObject(refused);
    const bulk = await send('POST', `${API}/_bulk_create`, [
      { type: 'dashboard', id: '1', ...body },
    ]);
    expect(bulk.body.saved_objects[0].error.message).toContain(message);
    const imported = await send('POST', `${API}/_import`, lines(3, body));
    expect(imported.body).toMatchObject({ success: false, successCount: 0 });
    expect((await send('GET', `${API}/dashboard/1`)).status).toBe(404);
  });

  it('reject an update that would make the object too large', async () => {
    for (const name of ['a', 'b', 'c']) {
      const response = await send(name === 'a' ? 'POST' : 'PUT', `${API}/dashboard/1`, {
        attributes: { title: 't', [name]: 'x'.repeat(900_000) },
      });
      expect(response.status).toBe(name === 'c' ? 413 : 200);
    }
    expect(Object.keys((await send('GET', `${API}/dashboard/1`)).body.attributes)).toEqual([
      'title',
      'a',
      'b',
    ]);
  });

  it('index the first words of attributes, and the title regardless of case', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [`field${index}`, `word${index}`])
    );
    await send('POST', `${API}/index-pattern/1`, {
      attributes: { long: `first ${'x '.repeat(20_000)} last`, ...many, title: 'Titled' },
    });
    const total = async (search: string) =>
      (await send('GET', `${API}/_find?type=index-pattern&search=${search}`)).body.total;
    expect([
      await total('titled'),
      await total('first'),
      await total('last'),
      await total('word5'),
      await total('word1999'),
    ]).toEqual([1, 1, 0, 1, 0]);
  });
});

describe('search limits', () => {
  it.each([
    [`search_fields=${Array(21).fill('a').join('&search_fields=')}`, 'more than 20 entries'],
    [`fields=${Array(101).fill('a').join('&fields=')}`, 'more than 100 entries'],
    [`filter=dashboard.id:${'a*'.repeat(5)}`, 'more than 4 wildcards'],
    [`filter=dashboard.references.name:${'a'.repeat(256)}*`, '256 characters'],
  ])('reject requests that exceed them: %.40s', async (query, message) => {
    expect(await send('GET', `${API}/_find?type=dashboard&${query}`)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(message) },
    });
  });
});

describe('import limits', () => {
  // @asvs V12.1/2
  it('reject a line with too many values, and too many blank lines', async () => {
    const many = (count: number) =>
      JSON.stringify({
        type: 'dashboard',
        id: '1',
        attributes: { title: 't', list: Array(count).fill(1) },
      });
    expect(await send('POST', `${API}/_import`, `\n${many(HTTP_LIMITS.jsonValues)}`)).toMatchObject(
      {
        status: 413,
        body: { message: expect.stringContaining('Line 2 holds more than 100000 values') },
      }
    );
    const most = await send('POST', `${API}/_import`, many(HTTP_LIMITS.jsonValues - 10));
    expect(most.body).toMatchObject({ success: true });
    expect(await send('POST', `${API}/_import`, '\n'.repeat(1_000_000))).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining('The file has more than 40000 lines') },
    });
  });

  it('let concurrent writes proceed, which then conflict with the import', async () => {
    let isDone = false;
    const importing = send('POST', `${API}/_import`, lines(4_000)).finally(() => (isDone = true));
    let writes = 0;
    // The import writes the last object of the file last, so these writes come first.
    while (!isDone && writes < 20) {
      await send('POST', `${API}/dashboard/3999?overwrite=true`, { attributes: { title: 'mine' } });
      if (!isDone) writes++;
    }
    expect(writes).toBe(20);
    const { body } = await importing;
    expect(body).toMatchObject({
      successCount: 3_999,
      errors: [{ id: '3999', error: { type: 'conflict' } }],
    });
    expect((await send('GET', `${API}/dashboard/3999`)).body.attributes.title).toBe('mine');
    expect((await send('GET', `${API}/dashboard/3998`)).status).toBe(200);
  });

  it('serialize the transfers of one user, and reject them if too many wait', async () => {
    const line = new TransferQueue();
    let active = 0;
    let peak = 0;
    const work = async () => {
      peak = Math.max(peak, ++active);
      await new Promise((resolve) => setTimeout(resolve, 5));
      active--;
    };
    const anna = Array.from({ length: LIMITS.transfersPerUser + 1 }, () => line.run('anna', work));
    await expect(anna.at(-1)).rejects.toMatchObject({ statusCode: 429 });
    await Promise.all(anna.slice(0, -1));
    expect(peak).toBe(1);
    const all = Array.from({ length: LIMITS.transfersUnderWay + 1 }, (_, index) =>
      line.run(`user ${index}`, work)
    );
    await expect(all.at(-1)).rejects.toMatchObject({
      statusCode: 429,
      message: expect.stringContaining(`limit: ${LIMITS.transfersUnderWay})`),
    });
    await Promise.all(all.slice(0, -1));
    expect(peak).toBe(LIMITS.transfers);
  });
});
