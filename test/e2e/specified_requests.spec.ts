/**
 * Requests of plugins, settings and saved objects as the specification describes them: called in
 * the page, below a base path, and seen on the way to the server.
 */
import type { Browser, Page, Route } from 'playwright-core';
import type { CoreStart } from '../../src/core/public';
import { launchChromium, type Profile } from '../helpers/chromium';
import { exposeCore, withCore } from '../helpers/core_access';
import { openLoggedIn } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';

jest.setTimeout(120_000);

const BASE = '/base';

let server: TestServer;
let browser: Browser;
let profile: Profile;
let page: Page;

beforeAll(async () => {
  const args = [
    `--server.basePath=${BASE}`,
    '--server.rewriteBasePath=true',
    '--uiSettings.overrides.dateFormat:dow=Monday',
  ];
  [server, browser] = await Promise.all([startServer({ args }), launchChromium()]);
  profile = await openLoggedIn(browser, server.url, ADMIN);
  ({ page } = profile);
  await exposeCore(profile.context, [{ id: 'plain', title: 'A plain app' }]);
  await page.goto(`${BASE}/app/plain`);
  await page.getByRole('heading', { name: 'A plain app' }).waitFor();
});
afterAll(async () => {
  await profile?.close();
  await browser?.close();
  await server?.stop();
});

/** A response, or a connection that breaks. */
type Answer = Parameters<Route['fulfill']>[0] | 'broken';
interface Sent {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}
const json = (body: unknown, status = 200): Answer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
});

/** Runs it in the page. Answers requests below the path in turn; the last answer repeats. */
async function sending<T>(
  under: string,
  act: (core: CoreStart) => T,
  ...answers: readonly Answer[]
): Promise<{ readonly result: Awaited<T>; readonly sent: readonly Sent[] }> {
  const sent: Sent[] = [];
  const at = `**${under}**`;
  await page.route(at, async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const text = request.postData();
    sent.push({
      method: request.method(),
      path: pathname + search,
      headers: request.headers(),
      body: text === null ? undefined : JSON.parse(text),
    });
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    await (answer === 'broken' ? route.abort() : route.fulfill(answer));
  });
  try {
    return { result: await withCore(page, act), sent };
  } finally {
    await page.unroute(at);
  }
}

describe('requests', () => {
  const PROBE = '/api/probe';
  const probe = <T>(act: (core: CoreStart) => T, ...answers: readonly Answer[]) =>
    sending(PROBE, act, ...(answers.length === 0 ? [json({ ok: true })] : answers));

  // @spec 7/1, 7/2, 7/3, 7/4, 10.1/3, 10.1/7
  it('have defaults: GET, same-origin credentials, JSON, version and xsrf headers', async () => {
    const { result, sent } = await probe(async ({ http }) => {
      const whole = await http.get('/api/probe', { asResponse: true });
      const { credentials, url } = whole.request;
      return { credentials, url, status: whole.response?.status, body: whole.body };
    });
    expect(result).toEqual({
      credentials: 'same-origin',
      url: `${server.url}${PROBE}`,
      status: 200,
      body: { ok: true },
    });
    expect(sent).toMatchObject([
      {
        method: 'GET',
        headers: {
          'content-type': 'application/json',
          'kbn-version': expect.stringMatching(/^\d+\.\d+\.\d+/),
          'kbn-xsrf': 'true',
        },
      },
    ]);
  });

  // @spec 7/6, 7/7, 10.1/5
  it('are below the base path unless told otherwise, with their query', async () => {
    const { sent } = await probe(async ({ http }) => {
      await http.get('/api/probe');
      await http.get('/api/probe', { prependBasePath: false });
      const query = { foo: 'b r', n: 1, t: true, u: undefined, a: ['x', 'y&z'] };
      await http.get('/api/probe', { query });
      await http.get('/api/probe?has=one', { query: { and: 'two' } });
    });
    expect(sent.map(({ path }) => path)).toEqual([
      `${BASE}${PROBE}`,
      PROBE,
      `${BASE}${PROBE}?foo=b%20r&n=1&t=true&a=x&a=y%26z`,
      `${BASE}${PROBE}?has=one&and=two`,
    ]);
  });

  // @spec 7/8, 10.1/4
  it('have further headers, lack undefined ones, and are marked as system requests', async () => {
    const { sent } = await probe(async ({ http }) => {
      const headers = { myHeader: 'foo', 'content-type': undefined };
      await http.get('/api/probe', { headers, asSystemRequest: true });
      await http.get('/api/probe', { headers: { 'Content-Type': 'text/csv' } });
    });
    const [system, own] = sent.map(({ headers }) => headers);
    expect(system).toMatchObject({ myheader: 'foo', 'kbn-system-request': 'true' });
    expect(system).not.toHaveProperty('content-type');
    expect(own).toMatchObject({ 'content-type': 'text/csv' });
    expect(own).not.toHaveProperty('kbn-system-request');
  });

  // @spec 10.1/1
  it('take their method from the name of the call', async () => {
    const { sent } = await probe(async ({ http }) => {
      for (const name of ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const) {
        await http[name]('/api/probe', { method: 'POST' });
        await http[name]({ path: '/api/probe/object' });
      }
    });
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(
      methods.flatMap((method) => [`${method} ${BASE}${PROBE}`, `${method} ${BASE}${PROBE}/object`])
    );
  });

  // @spec 5/28, 5/29, 8/47, 8/48, 10.1/12, 10.1/13
  it('with invalid arguments or reserved headers are rejected, and nothing is sent', async () => {
    const { result, sent } = await probe(async ({ http }) => {
      const call = http.fetch as unknown as (...values: unknown[]) => Promise<unknown>;
      const all = [
        ['/api/probe', 'x'],
        [{ path: '/api/probe' }, {}],
        [undefined],
        [1],
        ['/api/probe', { headers: { 'kbn-version': '1', 'KBN-Other': '2', fine: '3' } }],
        ['/api/probe', { headers: { 'osd-xsrf': '1' } }],
      ];
      return Promise.all(all.map((args) => call(...args).catch((error: Error) => error.message)));
    });
    const wrong = (received: string) =>
      `Invalid fetch arguments, must either be (string, object) or (object, undefined), received ${received}`;
    expect(result).toEqual([
      wrong('(string, string)'),
      wrong('(object, object)'),
      wrong('(undefined, undefined)'),
      wrong('(number, undefined)'),
      'Invalid fetch headers, headers beginning with "kbn-" are not allowed: [kbn-version,KBN-Other]',
      'Invalid fetch headers, headers beginning with "osd-" are not allowed: [osd-xsrf]',
    ]);
    expect(sent).toEqual([]);
  });

  // @spec 7/9, 7/10, 7/11, 10.1/8
  it('resolve to JSON, to a blob of newline-delimited JSON, or to text', async () => {
    const text = (contentType: string, body: string): Answer => ({ contentType, body });
    const { result } = await probe(
      async ({ http }) => {
        const first = [];
        for (let at = 0; at < 3; at++) first.push(await http.get('/api/probe'));
        const blob = await http.get<Blob>('/api/probe');
        const none = await http.get('/api/probe');
        return [...first, blob instanceof Blob, await blob.text(), none === undefined];
      },
      text('application/json', '{"foo":1}'),
      text('text/plain', '{"foo":1}'),
      text('text/plain', 'plain text'),
      text('application/ndjson', '{"a":1}\n{"b":2}'),
      text('application/json', '')
    );
    expect(result).toEqual([{ foo: 1 }, { foo: 1 }, 'plain text', true, '{"a":1}\n{"b":2}', true]);
  });

  // @spec 8/51, 8/52, 10.1/9, 10.1/10, 10.1/11
  it('reject with message, request, response and body: refused, lost, unreadable or aborted', async () => {
    profile.allow(/404|ERR_FAILED|Failed to load/);
    const { result } = await probe(
      async ({ http }) => {
        const failed = async (signal?: AbortSignal) =>
          http.get('/api/probe', { signal }).then(
            () => undefined,
            (error) => ({
              isError: error instanceof Error,
              name: error.name,
              message: error.message,
              status: error.response?.status,
              body: error.body,
              path: new URL(error.request.url).pathname,
              aliases: [error.req === error.request, error.res === error.response],
            })
          );
        const all = [await failed(), await failed(), await failed()];
        return [...all, await failed(AbortSignal.abort())];
      },
      json({ message: 'gone' }, 404),
      'broken',
      { contentType: 'application/json', body: '{"foo' }
    );
    const path = `${BASE}${PROBE}`;
    const always = { isError: true, path, aliases: [true, true] };
    expect(result).toMatchObject([
      { ...always, name: 'Error', message: 'Not Found', status: 404, body: { message: 'gone' } },
      { ...always, name: 'TypeError', message: 'Failed to fetch' },
      { ...always, name: 'SyntaxError', status: 200 },
      { ...always, name: 'AbortError' },
    ]);
    expect([result[1]?.status, result[3]?.status]).toEqual([undefined, undefined]);
  });

  // @spec 10.2/1
  it('pass request hooks in reverse order of their registration, response hooks in order', async () => {
    const { result } = await probe(async ({ http }) => {
      const order: string[] = [];
      const hooks = ['1', '2', '3', 'removed'].map((name) =>
        http.intercept({
          request: () => void order.push(`request ${name}`),
          response: () => void order.push(`response ${name}`),
        })
      );
      hooks.pop()?.();
      await http.get('/api/probe');
      for (const remove of hooks) remove();
      return order;
    });
    const numbers = ['1', '2', '3'];
    expect(result).toEqual([
      ...[...numbers].reverse().map((name) => `request ${name}`),
      ...numbers.map((name) => `response ${name}`),
    ]);
  });

  // @spec 8/53, 10.2/5
  it('never settle once an interceptor halted them, run no further hooks, and count as done', async () => {
    const { result, sent } = await probe(
      async ({ http }) => {
        const counts: number[] = [];
        const watched = http.getLoadingCount$().subscribe((count) => counts.push(count));
        const unexpected: string[] = [];
        const note = (what: string) => () => void unexpected.push(what);
        const phases = [
          { request: (_options: unknown, { halt }: { halt(): void }) => halt() },
          { response: (_response: unknown, { halt }: { halt(): void }) => halt() },
          { responseError: (_error: unknown, { halt }: { halt(): void }) => halt() },
        ];
        for (const phase of phases) {
          // Request hooks run in reverse order.
          const hooks = [
            http.intercept('request' in phase ? { request: note('request') } : {}),
            http.intercept(phase),
            http.intercept({ response: note('response'), responseError: note('responseError') }),
          ];
          void http.get('/api/probe').then(note('resolved'), note('rejected'));
          while (counts.at(-1) !== 0 || counts.length < 2)
            await new Promise((resolve) => setTimeout(resolve, 5));
          await new Promise((resolve) => setTimeout(resolve, 5));
          for (const remove of hooks) remove();
          if (phase !== phases.at(-1)) counts.length = 0;
        }
        watched.unsubscribe();
        return { counts, unexpected };
      },
      json({}),
      json({ message: 'no' }, 404)
    );
    expect(result).toEqual({ counts: [1, 0], unexpected: [] });
    expect(sent).toHaveLength(2);
  });
});

describe('settings', () => {
  const SETTINGS = '/api/kibana/settings';
  const settings = <T>(act: (core: CoreStart) => T, ...answers: readonly Answer[]) =>
    sending(SETTINGS, act, ...answers);

  // @spec 1/12, 3/30, 3/31, 5/17, 7/19
  it('have a default and a user value, converted by type, which the server keeps until removed', async () => {
    const stored = async () =>
      (await (await page.request.get(`${BASE}${SETTINGS}`)).json()).settings;
    const first = await withCore(page, async ({ uiSettings }) => {
      const before = uiSettings.get('dateFormat');
      await uiSettings.set('dateFormat', 'YYYY');
      await uiSettings.set('notifications:lifetime:info', 1234);
      const { value, userValue } = uiSettings.getAll()['dateFormat']!;
      return [before, value, userValue, uiSettings.get('notifications:lifetime:info')];
    });
    expect(first).toEqual([first[1], expect.stringMatching(/Y.* @ HH/), 'YYYY', 1234]);
    expect(await stored()).toMatchObject({ dateFormat: { userValue: 'YYYY' } });
    await page.reload();
    const second = await withCore(page, async ({ uiSettings }) => {
      const after = [uiSettings.get('dateFormat'), uiSettings.get('notifications:lifetime:info')];
      const removed = await uiSettings.remove('dateFormat');
      await uiSettings.remove('notifications:lifetime:info');
      return [...after, removed, uiSettings.get('dateFormat')];
    });
    expect(second).toEqual(['YYYY', 1234, true, first[0]]);
    expect((await stored()).dateFormat?.userValue).toBeUndefined();
  });

  // @spec 3/33, 4/42, 4/43, 4/46, 7/17, 8/65
  it('take effect immediately, are posted as JSON, and are not sent if nothing changed', async () => {
    const { result, sent } = await settings(
      async ({ uiSettings }) => {
        const updates: unknown[] = [];
        const watched = uiSettings.getUpdate$().subscribe((update) => updates.push(update));
        const saving = uiSettings.set('dateFormat', 'x');
        const atOnce = uiSettings.get('dateFormat');
        const saved = [await saving, await uiSettings.set('dateFormat', 'x')];
        watched.unsubscribe();
        return { updates, atOnce, saved };
      },
      json({ settings: { dateFormat: { userValue: 'x' } } })
    );
    const oldValue = expect.stringMatching(/@ HH/);
    expect(result).toEqual({
      updates: [{ key: 'dateFormat', newValue: 'x', oldValue }],
      atOnce: 'x',
      saved: [true, true],
    });
    expect(sent).toMatchObject([
      {
        method: 'POST',
        path: `${BASE}${SETTINGS}`,
        headers: { accept: 'application/json' },
        body: { changes: { dateFormat: 'x' } },
      },
    ]);
  });

  // @spec 4/45, 4/47, 7/18, 8/66
  it('follow the response of the server, and null removes the value', async () => {
    const { result, sent } = await settings(
      async ({ uiSettings }) => {
        const saved: unknown[] = [];
        const watched = uiSettings.getSaved$().subscribe((update) => saved.push(update));
        await uiSettings.set('dateFormat', 'mine');
        const confirmed = uiSettings.get('dateFormat');
        const removing = uiSettings.set('dateFormat', null);
        const atOnce = uiSettings.isDefault('dateFormat');
        watched.unsubscribe();
        return { confirmed, atOnce, removed: await removing, saved };
      },
      json({ settings: { dateFormat: { userValue: 'from server' } } }),
      json({ settings: {} })
    );
    expect(result).toEqual({
      confirmed: 'from server',
      atOnce: true,
      removed: true,
      saved: [{ key: 'dateFormat', newValue: 'mine', oldValue: expect.any(String) }],
    });
    expect(sent[1]?.body).toEqual({ changes: { dateFormat: null } });
  });

  // @spec 4/48, 8/71
  it('changed during a request are sent together after it, the last value of each', async () => {
    const { result, sent } = await settings(
      async ({ uiSettings }) =>
        Promise.all([
          uiSettings.set('a', 1),
          uiSettings.set('b', 2),
          uiSettings.set('a', 3),
          uiSettings.set('b', 4),
        ]).then(async (saved) => [...saved, await uiSettings.set('c', 5)]),
      json({ settings: {} })
    );
    expect(result).toEqual(Array(5).fill(true));
    expect(sent.map(({ body }) => body)).toEqual([
      { changes: { a: 1 } },
      { changes: { b: 4, a: 3 } },
      { changes: { c: 5 } },
    ]);
  });

  // @spec 3/32, 5/15, 5/16, 5/19, 8/57, 8/58, 8/64
  it('reject undeclared keys without a default, and changes of what the server overrides', async () => {
    // The answers above replaced what the server had said of its settings.
    await page.reload();
    const { result, sent } = await settings(async ({ uiSettings }) => {
      const override = { raw: true };
      const failure = (work: () => unknown) =>
        Promise.resolve()
          .then(work)
          .then(
            () => undefined,
            ({ message }: Error) => message
          );
      return {
        own: uiSettings.get('unknown', override) === override,
        isDeclared: uiSettings.isDeclared('unknown'),
        isOverridden: ['dateFormat:dow', 'dateFormat', 'hasOwnProperty'].map((key) =>
          uiSettings.isOverridden(key)
        ),
        value: uiSettings.get('dateFormat:dow'),
        unknown: await failure(() => uiSettings.get('unknown')),
        inherited: await failure(() => uiSettings.get('hasOwnProperty')),
        set: await failure(() => uiSettings.set('dateFormat:dow', 'Friday')),
        remove: await failure(() => uiSettings.remove('dateFormat:dow')),
      };
    });
    const overridden =
      'Unable to update "dateFormat:dow" because its value is overridden by the server';
    expect(result).toEqual({
      own: true,
      isDeclared: false,
      isOverridden: [true, false, false],
      value: 'Monday',
      unknown: [
        'Unexpected `IUiSettingsClient.get("unknown")` call on unrecognized configuration setting "unknown".',
        'Setting an initial value via `IUiSettingsClient.set("unknown", value)` before attempting to retrieve',
        'any custom setting value for "unknown" may fix this issue.',
        'You can use `IUiSettingsClient.get("unknown", defaultValue)`, which will just return',
        '`defaultValue` when the key is unrecognized.',
      ].join('\n'),
      inherited: expect.stringContaining('unrecognized'),
      set: overridden,
      remove: overridden,
    });
    expect(sent).toEqual([]);
  });

  // @spec 5/18
  it('of the type json are sent as text, and emitted as values', async () => {
    const { result, sent } = await settings(
      async ({ uiSettings }) => {
        const [key = ''] =
          Object.entries(uiSettings.getAll()).find(([, { type }]) => type === 'json') ?? [];
        const emitted: unknown[] = [];
        const watched = uiSettings.getUpdate$().subscribe((update) => emitted.push(update));
        await uiSettings.set(key, [1, 2]);
        watched.unsubscribe();
        return { key, emitted };
      },
      json({ settings: {} })
    );
    const { key, emitted } = result;
    expect(emitted[0]).toMatchObject({ key, newValue: [1, 2] });
    expect(sent.map(({ body }) => body)).toEqual([{ changes: { [key]: '[1,2]' } }]);
  });
});

describe('saved objects', () => {
  const PATH = '/api/saved_objects';
  const DOC = { id: 'one', type: 'config', attributes: { title: 'Example' }, version: 'foo' };
  const objects = <T>(act: (core: CoreStart) => T, ...answers: readonly Answer[]) =>
    sending(PATH, act, ...(answers.length === 0 ? [json({ saved_objects: [DOC] })] : answers));
  const calls = (sent: readonly Sent[]) =>
    sent.map(({ method, path, body }) => [`${method} ${path.slice(BASE.length)}`, body]);

  // @spec 1/14, 3/38, 9/47
  it('are created, found, updated and deleted on the server by their own methods', async () => {
    const result = await withCore(page, async ({ savedObjects: { client } }) => {
      const references = [{ name: 'n', type: 'config', id: 'i' }];
      const made = await client.create('dashboard', { title: 'A', a: { b: [1] } }, { references });
      const { id, type, attributes, references: kept } = made;
      made.set('a.c', 2);
      const paths = [made.get('a.b[0]'), made.has('a.c'), made.has('a.x'), made.get('x.y')];
      await made.save();
      const found = await client.get('dashboard', id as string);
      const later = { attributes: found.attributes, hasVersion: found._version !== undefined };
      await found.delete();
      const gone = await client.get('dashboard', id as string);
      return { id, type, attributes, kept, paths, later, error: gone.error?.statusCode };
    });
    expect(result).toEqual({
      id: expect.any(String),
      type: 'dashboard',
      attributes: { title: 'A', a: { b: [1], c: 2 } },
      kept: [{ name: 'n', type: 'config', id: 'i' }],
      paths: [1, true, false, undefined],
      later: { attributes: { title: 'A', a: { b: [1], c: 2 } }, hasVersion: true },
      error: 404,
    });
  });

  // @spec 3/37, 3/39, 9/45
  it('have id, type, version and migration version, an error, or fail with their request', async () => {
    profile.allow(/ERR_FAILED|Failed to load/);
    const error = { statusCode: 404, error: 'Not Found', message: 'x' };
    const { result } = await objects(
      async ({ savedObjects: { client } }) => {
        const [whole, missing] = await Promise.all([client.get('t', 'a'), client.get('t', 'b')]);
        const { id, type, attributes, _version, migrationVersion } = whole;
        const failed = await Promise.allSettled([client.get('t', 'a'), client.get('t', 'b')]);
        return {
          whole: { id, type, attributes, _version, migrationVersion },
          error: missing.error,
          failed: failed.map(({ status }) => status),
        };
      },
      json({
        saved_objects: [
          { id: 'a', type: 't', attributes: {}, version: 'v', migrationVersion: { t: '1' } },
          { id: 'b', type: 't', error },
        ],
      }),
      'broken'
    );
    expect(result).toEqual({
      whole: { id: 'a', type: 't', attributes: {}, _version: 'v', migrationVersion: { t: '1' } },
      error,
      failed: ['rejected', 'rejected'],
    });
  });

  // @spec 7/34, 7/35, 9/6, 9/43, 9/44
  it('requested within 100 ms are read by one request, without duplicates, as copies', async () => {
    const { result, sent } = await objects(async ({ savedObjects: { client } }) => {
      const first = ['two', 'one', 'two'].map((id) => client.get('config', id));
      await new Promise((resolve) => setTimeout(resolve, 20));
      const [two, one] = await Promise.all(first);
      const again = await Promise.all([client.get('config', 'one'), client.get('config', 'one')]);
      again[0]?.set('title', 'changed');
      return [two?.id, two?.attributes, one?.attributes, again[1]?.attributes];
    });
    expect(result).toEqual(['two', {}, DOC.attributes, DOC.attributes]);
    const ids = (...all: string[]) => all.map((id) => ({ id, type: 'config' }));
    expect(calls(sent)).toEqual([
      ['POST /api/saved_objects/_bulk_get', ids('two', 'one')],
      ['POST /api/saved_objects/_bulk_get', ids('one')],
    ]);
  });

  // @spec 5/22, 5/23, 5/24, 5/25, 9/41
  it('without their arguments are rejected, and nothing is sent', async () => {
    const { result, sent } = await objects(({ savedObjects: { client } }) => {
      const none = undefined as never;
      const all: Array<Promise<unknown>> = [
        client.get(none, none),
        client.get('t', none),
        client.delete(none, 'id'),
        client.delete('t', none),
        client.create('t', none),
        client.create(none, {}),
        client.update('t', 'id', none),
        client.update('t', none, {}),
      ];
      return Promise.all(all.map((one) => one.then(String, ({ message }: Error) => message)));
    });
    expect(result).toEqual([
      ...Array(4).fill('requires type and id'),
      ...Array(2).fill('requires type and attributes'),
      ...Array(2).fill('requires type, id and attributes'),
    ]);
    expect(sent).toEqual([]);
  });

  // @spec 7/21, 7/25, 7/36, 9/39, 9/40
  it('have a path with type and id, options in the query, and nothing undefined in the body', async () => {
    const { sent } = await objects(async ({ savedObjects: { client } }) => {
      const options = { id: 'logs-*', overwrite: true, migrationVersion: { x: '1' } };
      await client.create('index-pattern', { a: 1 }, options);
      const references = [{ name: 'n', type: 't', id: 'i' }];
      await client.create('index pattern', { a: 1 }, { references });
      await client.update('t', 'logs-*', { a: 1 }, { version: 'v', references: [] });
      await client.delete('t', 'a/b');
      await client.delete('t', 'i', { force: true });
    }, json(DOC));
    expect(calls(sent)).toEqual([
      [
        'POST /api/saved_objects/index-pattern/logs-*?overwrite=true',
        { attributes: { a: 1 }, migrationVersion: { x: '1' } },
      ],
      [
        'POST /api/saved_objects/index%20pattern',
        { attributes: { a: 1 }, references: [{ name: 'n', type: 't', id: 'i' }] },
      ],
      ['PUT /api/saved_objects/t/logs-*', { attributes: { a: 1 }, references: [], version: 'v' }],
      ['DELETE /api/saved_objects/t/a%2Fb?force=false', undefined],
      ['DELETE /api/saved_objects/t/i?force=true', undefined],
    ]);
  });

  // @spec 7/23, 7/33, 7/38
  it('are created, read and updated in bulk', async () => {
    const { result, sent } = await objects(async ({ savedObjects: { client } }) => {
      const doc = { id: 'one', type: 'config', attributes: { title: 'Example' } };
      const made = await client.bulkCreate([doc], { overwrite: true });
      await client.bulkCreate();
      await client.bulkGet([doc]);
      const change = { type: 't', id: 'i', attributes: { a: 1 }, version: 'v' };
      const updated = await client.bulkUpdate([change]);
      return [made, updated].map(({ savedObjects }) => savedObjects[0]?.get('title'));
    });
    expect(result).toEqual(['Example', 'Example']);
    expect(calls(sent)).toEqual([
      [
        'POST /api/saved_objects/_bulk_create?overwrite=true',
        [{ id: 'one', type: 'config', attributes: { title: 'Example' } }],
      ],
      ['POST /api/saved_objects/_bulk_create?overwrite=false', []],
      ['POST /api/saved_objects/_bulk_get', [{ id: 'one', type: 'config' }]],
      [
        'PUT /api/saved_objects/_bulk_update',
        [{ type: 't', id: 'i', attributes: { a: 1 }, version: 'v' }],
      ],
    ]);
  });

  // @spec 7/27, 7/28, 9/42
  it('are found with twelve options, of which unknown ones are dropped', async () => {
    const { result, sent } = await objects(
      async ({ savedObjects: { client } }) => {
        const options = {
          defaultSearchOperator: 'OR' as const,
          fields: ['title'],
          hasReference: { id: '1', type: 'reference' },
          page: 10,
          perPage: 100,
          search: 'life?|life',
          searchFields: ['title^5', 'body'],
          sortField: 'sort_field',
          type: 'index-pattern',
          filter: 'f',
          namespaces: ['default'],
          preference: 'p',
          sortOrder: 'asc',
          namespace: 'x',
        };
        const { savedObjects, ...rest } = await client.find(options);
        return { ...rest, titles: savedObjects.map((one) => one.get('title')) };
      },
      json({ saved_objects: [DOC], total: 7, per_page: 3, page: 2 })
    );
    expect(result).toEqual({ titles: ['Example'], total: 7, perPage: 3, page: 2 });
    const { pathname, searchParams } = new URL(sent[0]?.path ?? '', server.url);
    expect([sent.length, pathname]).toEqual([1, `${BASE}${PATH}/_find`]);
    expect([...searchParams].sort()).toEqual(
      [
        ['default_search_operator', 'OR'],
        ['fields', 'title'],
        ['filter', 'f'],
        ['has_reference', '{"id":"1","type":"reference"}'],
        ['namespaces', 'default'],
        ['page', '10'],
        ['per_page', '100'],
        ['preference', 'p'],
        ['search', 'life?|life'],
        ['search_fields', 'title^5'],
        ['search_fields', 'body'],
        ['sort_field', 'sort_field'],
        ['type', 'index-pattern'],
      ].sort()
    );
  });
});
