/**
 * Contract suite for engines with the feature `entityVersions`, built in or added by a decorator.
 */
import type { Engine, EngineRequest, EngineResponse, RequestCaller } from '../api/engine';

export interface VersionsSubject {
  readonly engine: Engine;
  /** A caller with all permissions. */
  readonly caller: RequestCaller;
}

const ROOT = '/_plugins/_security/api';

/** @param open - opens an engine without entities whose names begin with `versions_` */
export function describeVersions(open: () => Promise<VersionsSubject>): void {
  let subject: VersionsSubject;
  beforeAll(async () => {
    subject = await open();
  });

  const call = (
    method: EngineRequest['method'],
    path: string,
    body?: unknown,
    headers: EngineRequest['headers'] = {}
  ): Promise<EngineResponse> =>
    subject.engine.request(subject.caller, { method, path: `${ROOT}/${path}`, body, headers });
  const filtered = (path: string) =>
    subject.engine.request(subject.caller, {
      method: 'GET',
      path: `${ROOT}/${path}`,
      query: { filter_path: '*.reserved' },
    });
  const create = async (name: string): Promise<string> => {
    const { headers } = await call('PUT', `tenants/${encodeURIComponent(name)}`, {
      description: 'first',
    });
    return headers['etag'] as string;
  };
  const errorOf = ({ statusCode, body }: EngineResponse) => [
    statusCode,
    (body as { message: string }).message,
  ];
  const STALE = (name: string) =>
    `'${name}' has been changed since it was read. Load it again and repeat the change.`;

  it('returns a version on read, create and update, which stays the same until the next change', async () => {
    expect(subject.engine.features.entityVersions).toBe(true);
    const made = await create('versions_a b');
    const currentTag = async () => (await call('GET', 'tenants/versions_a%20b')).headers['etag'];
    expect(made).toMatch(/^"[^"]+"$/);
    expect([await currentTag(), await currentTag()]).toEqual([made, made]);
    expect((await filtered('tenants/versions_a%20b')).headers['etag']).toBe(made);
    const query = { type: 'tenants', search: 'versions_a', page: 1, perPage: 1 } as const;
    const found = await subject.engine.find(subject.caller, query);
    const version = found.ok && found.result.items[0]?.version;
    expect(`"${String(version).replace(/"/g, '')}"`).toBe(made);
    const patch = [{ op: 'add', path: '/description', value: 'second' }];
    const patched = await call('PATCH', 'tenants/versions_a%20b', patch);
    expect(patched.headers['etag']).not.toBe(made);
    expect(await currentTag()).toBe(patched.headers['etag']);
  });

  it.each(['PUT', 'PATCH', 'DELETE'] as const)(
    'changes only the version in if-match: %s',
    async (method) => {
      const name = `versions_${method}`;
      const old = await create(name);
      const body = {
        PUT: { description: 'mine' },
        PATCH: [{ op: 'add', path: '/description', value: 'mine' }],
        DELETE: undefined,
      }[method];
      const theirs = (await call('PUT', `tenants/${name}`, { description: 'theirs' })).headers[
        'etag'
      ];
      const stale = await call(method, `tenants/${name}`, body, { 'if-match': old });
      expect(errorOf(stale)).toEqual([412, STALE(name)]);
      expect(stale.headers['etag']).toBe(theirs);
      expect((stale.body as { status: string }).status).toBe('PRECONDITION_FAILED');
      const ifMatch = { 'if-match': `"other", ${theirs}` };
      expect((await call(method, `tenants/${name}`, body, ifMatch)).statusCode).toBe(200);
    }
  );

  it('creates with if-none-match without replacing, and does not recreate a deleted entity with if-match', async () => {
    const name = 'versions_once';
    const once = () =>
      call('PUT', `tenants/${name}`, { description: '' }, { 'if-none-match': '*' });
    expect((await once()).statusCode).toBe(201);
    expect(errorOf(await once())).toEqual([412, `'${name}' already exists.`]);
    await call('DELETE', `tenants/${name}`);
    const back = await call('PUT', `tenants/${name}`, { description: '' }, { 'if-match': '*' });
    expect(errorOf(back)).toEqual([
      412,
      `'${name}' does not exist any more. Load it again and repeat the change.`,
    ]);
    for (const method of ['DELETE', 'PATCH'] as const) {
      const body =
        method === 'PATCH' ? [{ op: 'add', path: '/description', value: 'x' }] : undefined;
      const response = await call(method, `tenants/${name}`, body, { 'if-match': '"x"' });
      expect(errorOf(response)).toEqual([404, `tenant '${name}' not found.`]);
    }
  });

  it('lets exactly one of several concurrent changes of the same version succeed', async () => {
    const name = 'versions_race';
    const headers = { 'if-match': await create(name) };
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        call(
          'PUT',
          i % 2 === 0 ? `tenants/${name}` : `tenants/${name.replace('_', '%5f')}/`,
          { description: `change ${i}` },
          headers
        )
      )
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 412),
    ]);
  });
}
