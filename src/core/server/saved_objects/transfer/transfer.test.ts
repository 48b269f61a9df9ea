import { serverForEachTest } from '../routes/mocks';
import { SAVED_OBJECTS_LIMITS } from '../../../common';
import { readUpload } from './upload';

const { send } = serverForEachTest();

const API = '/api/saved_objects';
const make = (id: string, title: string, more: object = {}) =>
  send('POST', `${API}/dashboard/${id}`, { attributes: { title }, ...more });

describe('export and import', () => {
  const exportLines = async (body: object) => {
    const response = await send('POST', `${API}/_export`, body);
    expect(response.headers.get('content-type')).toContain('application/ndjson');
    return response.text.split('\n').map((line) => JSON.parse(line));
  };
  beforeEach(async () => {
    await make('d', 'Dash', {
      references: [
        { name: 'r', type: 'index-pattern', id: 'i' },
        { name: 'gone', type: 'index-pattern', id: 'gone' },
      ],
    });
    await send('POST', `${API}/index-pattern/i`, { attributes: { title: 'logs-*' } });
  });
  const file = (...lines: object[]) => lines.map((line) => JSON.stringify(line)).join('\n');
  const line = (id: string, more: object = {}) => ({
    type: 'dashboard',
    id,
    attributes: { title: id },
    references: [],
    ...more,
  });

  it('exports selected objects with their references, references first', async () => {
    const lines = await exportLines({
      objects: [{ type: 'dashboard', id: 'd' }],
      includeReferencesDeep: true,
    });
    expect(lines.map(({ id }) => id)).toEqual(['i', 'd', undefined]);
    expect(lines[2]).toEqual({
      exportedCount: 2,
      missingRefCount: 1,
      missingReferences: [{ type: 'index-pattern', id: 'gone' }],
    });
    expect(await exportLines({ type: 'dashboard', excludeExportDetails: true })).toHaveLength(1);
  });

  it.each([
    [{}, 'Either "type" or "objects" are required.'],
    [{ type: 'secret' }, 'Trying to export non-exportable type(s): secret'],
    [
      { objects: [{ type: 'nobody', id: '1' }] },
      'Trying to export object(s) with non-exportable types: nobody',
    ],
    [{ objects: [{ type: 'dashboard', id: 'nope' }] }, 'Error fetching objects to export'],
    [
      { objects: ['1', '2', '3', '4', '5', '6'].map((id) => ({ type: 'dashboard', id })) },
      "Can't export more than 5 objects",
    ],
  ])('rejects the export of %j', async (body, message) => {
    expect(await send('POST', `${API}/_export`, body)).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  it('imports an export into another tenant, also as a form', async () => {
    const text = (await send('POST', `${API}/_export`, { type: ['index-pattern'] })).text;
    const form = [
      '--x',
      'Content-Disposition: form-data; name="file"; filename="export.ndjson"',
      'Content-Type: application/ndjson',
      '',
      text,
      '--x--',
      '',
    ].join('\r\n');
    const response = await send('POST', `${API}/_import`, form, {
      'content-type': 'multipart/form-data; boundary=x',
      'x-scope': 'sales',
    });
    expect(response).toMatchObject({
      status: 200,
      body: {
        success: true,
        successCount: 1,
        successResults: [{ type: 'index-pattern', id: 'i', meta: { title: 'logs-*' } }],
      },
    });
    expect(
      (await send('GET', `${API}/index-pattern/i`, undefined, { 'x-scope': 'sales' })).status
    ).toBe(200);
  });

  it('skips objects with conflicts and missing references, and imports the rest', async () => {
    const text = file(
      line('d'),
      line('new'),
      line('lost', { references: [{ name: 'r', type: 'index-pattern', id: 'gone' }] }),
      { exportedCount: 3 }
    );
    const { body } = await send('POST', `${API}/_import`, text);
    expect(body).toMatchObject({
      success: false,
      successCount: 1,
      successResults: [{ id: 'new', meta: { title: 'new', icon: 'dashboardApp' } }],
    });
    expect(body.errors).toEqual([
      {
        id: 'lost',
        type: 'dashboard',
        title: 'lost',
        meta: { title: 'lost', icon: 'dashboardApp' },
        error: { type: 'missing_references', references: [{ type: 'index-pattern', id: 'gone' }] },
      },
      {
        id: 'd',
        type: 'dashboard',
        title: 'd',
        meta: { title: 'd', icon: 'dashboardApp' },
        error: { type: 'conflict' },
      },
    ]);
    const retries = encodeURIComponent(
      JSON.stringify([
        { type: 'dashboard', id: 'd', overwrite: true },
        {
          type: 'dashboard',
          id: 'lost',
          replaceReferences: [{ type: 'index-pattern', from: 'gone', to: 'i' }],
        },
      ])
    );
    expect(
      (await send('POST', `${API}/_resolve_import_errors?retries=${retries}`, text)).body
    ).toMatchObject({ success: true, successCount: 2 });
    expect((await send('GET', `${API}/dashboard/d`)).body.attributes).toEqual({ title: 'd' });
    expect((await send('GET', `${API}/dashboard/lost`)).body.references).toEqual([
      { name: 'r', type: 'index-pattern', id: 'i' },
    ]);
  });

  // @asvs V12.2/1
  it('imports nothing if one object is invalid', async () => {
    const { body } = await send(
      'POST',
      `${API}/_import`,
      file(line('new'), line('bad', { type: 'nobody' }), line('wrong', { attributes: {} }))
    );
    expect(body).toMatchObject({
      success: false,
      successCount: 0,
      errors: [
        { id: 'bad', error: { type: 'unsupported_type' } },
        { id: 'wrong', error: { type: 'unknown' } },
      ],
    });
    expect((await send('GET', `${API}/dashboard/new`)).status).toBe(404);
  });

  it('creates copies with new ids that reference each other', async () => {
    const text = file(line('d', { references: [{ name: 'r', type: 'index-pattern', id: 'p' }] }), {
      type: 'index-pattern',
      id: 'p',
      attributes: {},
    });
    const { body } = await send('POST', `${API}/_import?createNewCopies=true`, text);
    const [pattern, dash] = body.successResults;
    expect([pattern.id, dash.id, body.successCount]).toEqual(['p', 'd', 2]);
    expect((await send('GET', `${API}/dashboard/${dash.destinationId}`)).body.references).toEqual([
      { name: 'r', type: 'index-pattern', id: pattern.destinationId },
    ]);
  });

  it('overwrites on request', async () => {
    expect(
      (await send('POST', `${API}/_import?overwrite=true`, file(line('d')))).body
    ).toMatchObject({ success: true, successResults: [{ id: 'd', overwrite: true }] });
  });

  // @asvs V5.5/1
  it.each([
    ['{', 400, /^Line 1 is not JSON/],
    [JSON.stringify({ type: 'dashboard' }), 400, /^\[line 1.id\]/],
    [
      [1, 2, 3, 4, 5, 6]
        .map((id) => JSON.stringify({ type: 'dashboard', id: String(id), attributes: {} }))
        .join('\n'),
      400,
      /^Can't import more than 5 objects$/,
    ],
    [
      `${JSON.stringify({ type: 'dashboard', id: '1', attributes: {} })}\n`.repeat(2),
      400,
      /^Non-unique import objects detected: \[dashboard:1\]$/,
    ],
    ['x'.repeat(10_001), 413, /./],
  ])('rejects the file %.20s', async (text, status, message) => {
    expect(await send('POST', `${API}/_import`, text)).toMatchObject({
      status,
      body: { message: expect.stringMatching(message) },
    });
  });

  it('requires write permission', async () => {
    expect(
      (await send('POST', `${API}/_import`, file(line('n')), { 'x-scope': 'reader' })).status
    ).toBe(403);
  });
});

const TYPE = 'multipart/form-data; boundary=x';
const part = (header: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; ${header}\r\n\r\n${content}\r\n`;

describe('readUpload', () => {
  // @asvs V1.12/1, V12.3/1
  it('uses the first file and the retries of a form, whatever the parts are called', async () => {
    const form =
      part('name="file"; filename="a \\"b\\" ü.NDJSON"', '{"ü":"--x"}\r\n-- x\r\n') +
      part('name="file"; filename="b.exe"', 'second') +
      part('name="retries"', '[]') +
      part('name="__proto__"', 'x') +
      '--x--\r\n';
    await expect(readUpload(Buffer.from(form), TYPE)).resolves.toEqual({
      file: Buffer.from('{"ü":"--x"}\r\n-- x\r\n'),
      retries: '[]',
    });
  });

  it('returns the file as bytes, because decoding it would block other requests', async () => {
    const body = Buffer.from('{"ü":1}');
    expect((await readUpload(body, 'application/ndjson')).file).toBe(body);
    await expect(readUpload('{"ü":1}', 'application/ndjson')).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  // @asvs V12.1/1
  it.each([
    [part('name="file"; filename="a.exe"', 'x'), 'Invalid file extension .exe'],
    [part('name="other"', 'x'), '[request body.file]: expected value of type [file]'],
    [
      part('name="other"', 'x').repeat(SAVED_OBJECTS_LIMITS.uploadParts + 1),
      `must not have more than ${SAVED_OBJECTS_LIMITS.uploadParts} parts`,
    ],
  ])('rejects %.60j', async (form, message) => {
    await expect(readUpload(Buffer.from(`${form}--x--`), TYPE)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(message),
    });
  });

  it('rejects a truncated form, and one without a boundary', async () => {
    await expect(
      readUpload(Buffer.from(part('name="file"', 'x').slice(0, -2)), TYPE)
    ).rejects.toThrow('the form ends before its last part');
    await expect(readUpload(Buffer.from('x'), 'multipart/form-data')).rejects.toThrow(
      'no boundary'
    );
  });
});
