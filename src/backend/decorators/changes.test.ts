/**
 * Entity versions, lockout check, history and audit: in the embedded engine, and added by
 * decorators to an engine without them.
 */
import { WORK_LIMITS } from '../../contracts/limits';
import { bareEngine } from '../testing/bare';
import { describeChanges } from '../testing/changes_contract';
import { MemoryPreferenceStore } from '../testing/memory_preferences';
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
} from '../testing/embedded';
import { describeVersions } from '../testing/versions_contract';
import type { GuardrailCheck } from '../api/backend';
import type {
  Engine,
  EngineCaller,
  HistoryStore,
  RequestCaller,
  ResourceType,
  WatchedHistoryStore,
} from '../api/engine';
import type { EmbeddedEngine } from '../embedded';
import { ClusterError } from '../opensearch/client';
import { overrideEngine } from './override_members';

const PASSWORD = 'Vintage-Tractor-42';
const HASH = `$2y$12$${'.'.repeat(53)}`;

const BACKENDS: ReadonlyArray<readonly [string, (engine: EmbeddedEngine) => Engine]> = [
  ['the embedded engine', (engine) => engine],
  ['a decorated engine', (engine) => bareEngine(engine)],
];

async function open(around: (engine: EmbeddedEngine) => Engine) {
  const { engine: inner } = await startEngine();
  const server = clientOf(inner, INTERNAL);
  await server('PUT', '/api/internalusers/plain', { password: PASSWORD });
  const engine = around(inner);
  const caller = (await login(inner, 'admin', ADMIN_PASSWORD, '192.0.2.4')) as RequestCaller;
  const plain = (await login(inner, 'plain', PASSWORD)) as RequestCaller;
  const admin: ReturnType<typeof clientOf> = (method, path, body, more = {}) =>
    engine.request(caller, { method, path: `/_plugins/_security${path}`, body, ...more });
  return { engine, caller, plain, admin, server };
}

describe.each(BACKENDS)('changes of %s', (_name, around) => {
  describeChanges(() => open(around));
  afterEach(cleanUp);
});

describe.each(BACKENDS)('versions of %s', (_name, around) => {
  describeVersions(() => open(around));
  afterAll(cleanUp);
  it('returns 401 instead of a version conflict to callers who may not read the entity', async () => {
    const { engine } = await open(around);
    const path = '/_plugins/_security/api/roles/all_access';
    const request = { method: 'PUT', path, body: {}, headers: { 'if-match': '"x"' } } as const;
    expect((await engine.request({ kind: 'anonymous' }, request)).statusCode).toBe(401);
  });
});

describe('decorators of an engine without these features', () => {
  afterEach(cleanUp);
  it('delete preferences with their user, and before a new user of the same name', async () => {
    const preferences = new MemoryPreferenceStore();
    const { admin } = await open((engine) => bareEngine(engine, { preferences }));
    const made = { password: PASSWORD };
    for (const name of ['jane', 'jan', 'plain']) await preferences.change(name, { theme: true });
    await admin('PUT', '/api/internalusers/jane', made);
    expect(await preferences.get('jane')).toEqual({});
    await preferences.change('jane', { theme: true });
    await admin('PUT', '/api/internalusers/jane', { ...made, description: 'changed' });
    expect(await preferences.get('jane')).toEqual({ theme: true });
    const removed = [{ op: 'remove', path: '/plain' }];
    expect((await admin('PATCH', '/api/internalusers', removed)).statusCode).toBe(200);
    await admin('DELETE', '/api/internalusers/jane');
    for (const name of ['jane', 'plain']) expect(await preferences.get(name)).toEqual({});
    expect(await preferences.get('jan')).toEqual({ theme: true });
  });

  // @asvs V7.3/6
  it.each([
    ['audits no changes', {}],
    ['audits changes by itself, out of reach', { trail: undefined }],
  ])('sends the audit event of each change to the sink: one that %s', async (_what, supplies) => {
    const events: Array<Readonly<Record<string, unknown>>> = [];
    const { admin } = await open((engine) =>
      bareEngine(engine, {
        ...('trail' in supplies && { supplies: { trail: undefined } }),
        auditSink: (handed) => void events.push(...handed),
      })
    );
    await admin('PUT', '/api/audit/config', {
      enabled: true,
      compliance: { enabled: true, internal_config: true },
    });
    await admin('PUT', '/api/tenants/t', { description: 'one' });
    await admin('GET', '/api/tenants/t');
    expect(events.at(-1)).toMatchObject({
      audit_category: 'COMPLIANCE_INTERNAL_CONFIG_WRITE',
      audit_request_effective_user: 'admin',
      audit_trace_doc_id: 'tenants',
      audit_compliance_operation: 'CREATE',
    });
    const count = events.length;
    await admin('PUT', '/api/audit/config', { enabled: false });
    await admin('PUT', '/api/tenants/u', {});
    expect(events.slice(count).map((event) => event['audit_trace_doc_id'])).not.toContain(
      'tenants'
    );
  });

  const failing: WatchedHistoryStore = {
    append: () => Promise.reject(new Error('the index is read-only')),
    get: async () => undefined,
    find: async () => ({ total: 0, items: [] }),
    madeWith: async () => [],
    newest: () => Promise.reject(new ClusterError('unreachable', 'connect ECONNREFUSED')),
  };

  it('return success for a change that cannot be recorded, and log the failure', async () => {
    const error = jest.fn();
    const log = { info: jest.fn(), warn: jest.fn(), debug: jest.fn(), error };
    const { admin } = await open((engine) =>
      bareEngine(engine, { supplies: { history: failing }, log })
    );
    expect((await admin('PUT', '/api/tenants/t', { description: 'one' })).statusCode).toBe(201);
    expect(error.mock.calls).toEqual([
      [
        expect.stringContaining('could not be recorded'),
        expect.objectContaining({ targets: ['tenants/t'], user: 'admin' }),
      ],
    ]);
  });

  it('mark the newest change of an entity that the backend has changed since by itself', async () => {
    const { engine, caller, admin, server } = await open((inner) => bareEngine(inner));
    const role = (...permissions: string[]) => ({ cluster_permissions: permissions });
    const marked = async (query: object = {}) => {
      const listed = await engine.history.list(caller, {
        types: ['roles'],
        name: 'shared',
        page: 1,
        perPage: 10,
        ...query,
      });
      return (
        listed.ok && listed.result.items.map(({ isChangedOutside = false }) => isChangedOutside)
      );
    };
    await admin('PUT', '/api/roles/shared', role('read'));
    await admin('PUT', '/api/roles/shared', role('read', 'write'));
    expect(await marked()).toEqual([false, false]);
    await server('PUT', '/api/roles/shared', role('write', 'read'));
    expect(await marked()).toEqual([false, false]);
    await server('PUT', '/api/roles/shared', role('crud'));
    expect(await marked()).toEqual([true, false]);
    // Other filters may hide the newest change, which could then not be told from older ones.
    expect(await marked({ actions: ['create'] })).toEqual([false]);
    await server('DELETE', '/api/roles/shared');
    expect(await marked()).toEqual([true, false]);
    await admin('PUT', '/api/roles/shared', role('read'));
    expect(await marked()).toEqual([false, false, false]);
  });

  describe('that the backend has changed by itself', () => {
    const role = (...permissions: string[]) => ({ cluster_permissions: permissions });
    async function opened(options: Parameters<typeof bareEngine>[1] = {}) {
      const { engine, caller, admin, server } = await open((inner) => bareEngine(inner, options));
      const marks = async (type: ResourceType, marksChangesOutside = true) => {
        const page = { type, search: 'watched', page: 1, perPage: 100, marksChangesOutside };
        const found = await engine.find(caller, page);
        if (!found.ok) throw new Error(JSON.stringify(found.response.body));
        return found.result.items
          .filter((one) => one.isChangedOutside ?? one.isMappingChangedOutside)
          .map(({ name, isChangedOutside = false, isMappingChangedOutside = false }) => [
            name,
            isChangedOutside,
            isMappingChangedOutside,
          ]);
      };
      const inFindings = async (marksChangesOutside: boolean) => {
        const found = await engine.findings(caller, { isFresh: true, marksChangesOutside });
        if (!found.ok) throw new Error(JSON.stringify(found.response.body));
        return found.result.findings
          .flatMap(({ objects }) => objects)
          .filter((one) => one.changed_outside)
          .map(({ type, name }) => `${type}/${name}`);
      };
      return { admin, server, marks, inFindings };
    }

    it('are marked in lists: entities, and mappings beside their roles', async () => {
      const { admin, server, marks } = await opened();
      for (const name of ['watched_1', 'watched_2', 'watched_3']) {
        await admin('PUT', `/api/roles/${name}`, role('read', 'write'));
        await admin('PUT', `/api/rolesmapping/${name}`, { users: ['a', 'b'] });
        await admin('PUT', `/api/tenants/${name}`, { description: 'one' });
        await admin('PUT', `/api/actiongroups/group_${name}`, { allowed_actions: ['read'] });
        await admin('PUT', `/api/internalusers/${name}`, { hash: HASH });
      }
      // Not changed here before, so nothing is recorded of it.
      await server('PUT', '/api/roles/watched_4', role('read'));
      const types = ['roles', 'rolesmapping', 'tenants', 'actiongroups', 'internalusers'] as const;
      for (const type of types) expect(await marks(type)).toEqual([]);
      await server('PUT', '/api/roles/watched_1', role('write', 'read'));
      await server('PUT', '/api/rolesmapping/watched_1', { users: ['b', 'a'] });
      expect(await marks('roles')).toEqual([]);
      await server('PUT', '/api/roles/watched_2', role('read'));
      await server('PUT', '/api/rolesmapping/watched_2', { users: ['a'] });
      await server('DELETE', '/api/rolesmapping/watched_3');
      await server('PUT', '/api/tenants/watched_1', { description: 'two' });
      await server('PUT', '/api/actiongroups/group_watched_2', { allowed_actions: ['write'] });
      await server('PUT', '/api/internalusers/watched_3', { hash: HASH, backend_roles: ['x'] });
      expect(await marks('roles')).toEqual([
        ['watched_2', true, true],
        ['watched_3', false, true],
      ]);
      // Only lists ask for them.
      expect(await marks('roles', false)).toEqual([]);
      expect(await marks('rolesmapping')).toEqual([['watched_2', true, false]]);
      expect(await marks('tenants')).toEqual([['watched_1', true, false]]);
      expect(await marks('actiongroups')).toEqual([['group_watched_2', true, false]]);
      expect(await marks('internalusers')).toEqual([['watched_3', true, false]]);
      await admin('PUT', '/api/roles/watched_2', role('write'));
      expect(await marks('roles')).toEqual([
        ['watched_2', false, true],
        ['watched_3', false, true],
      ]);
      await admin('DELETE', '/api/tenants/watched_1');
      await server('PUT', '/api/tenants/watched_1', { description: 'again' });
      expect(await marks('tenants')).toEqual([['watched_1', true, false]]);
    });

    it('are marked as objects of findings, where that is asked for', async () => {
      const { admin, server, inFindings } = await opened();
      await admin('PUT', '/api/roles/watched_1', role('read'));
      await admin('PUT', '/api/roles/watched_2', role('read'));
      expect(await inFindings(true)).toEqual([]);
      await server('PUT', '/api/roles/watched_1', role('write'));
      expect(await inFindings(true)).toEqual(['roles/watched_1']);
      expect(await inFindings(false)).toEqual([]);
    });

    it('are not marked while the history cannot be read', async () => {
      const { server, marks, inFindings } = await opened({ supplies: { history: failing } });
      await server('PUT', '/api/roles/watched_1', role('read'));
      expect(await marks('roles')).toEqual([]);
      expect(await inFindings(true)).toEqual([]);
    });
  });

  it('record changes whose response was lost if they are visible, and pass the error on', async () => {
    const lost = new Error('the answer broke off');
    const { admin, caller, engine } = await open((inner) => {
      const request: Engine['request'] = async (caller, sent) => {
        if (sent.method !== 'PUT') return inner.request(caller, sent);
        if (!sent.path.endsWith('/never')) await inner.request(caller, sent);
        throw lost;
      };
      return bareEngine(overrideEngine(inner, { request }) as EmbeddedEngine);
    });
    await expect(admin('PUT', '/api/tenants/made', { description: 'd' })).rejects.toBe(lost);
    await expect(admin('PUT', '/api/tenants/never', { description: 'd' })).rejects.toBe(lost);
    const page = { page: 1, perPage: 10, types: ['tenants' as const] };
    const listed = await engine.history.list(caller, page);
    expect(listed).toMatchObject({
      ok: true,
      result: { items: [{ name: 'made', action: 'create' }] },
    });
  });

  it('record a change once the cluster is back, if it was lost after the change', async () => {
    const away = new ClusterError('unreachable', 'connect ECONNREFUSED');
    let isAway = false;
    const recorded: string[] = [];
    const append: HistoryStore['append'] = async (changes) => {
      if (isAway) throw away;
      recorded.push(...changes.map(({ name }) => name));
      return [];
    };
    const { admin, server } = await open((inner) => {
      // The cluster dies with its answer to the change.
      const request: Engine['request'] = async (caller, sent) => {
        if (isAway && !sent.path.endsWith('/store')) throw away;
        const response = await inner.request(caller, sent);
        isAway ||= sent.method === 'PUT';
        return response;
      };
      return bareEngine(overrideEngine(inner, { request }) as EmbeddedEngine, {
        supplies: { history: { ...failing, append } },
      });
    });
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'performance', 'Date'] });
    try {
      for (const name of ['store', 'reader', 'replaced']) {
        isAway = false;
        await admin('PUT', `/api/tenants/${name}`, { description: 'd' });
      }
      expect(recorded).toEqual([]);
      await jest.advanceTimersByTimeAsync(WORK_LIMITS.lateRecordsMs);
      expect(recorded).toEqual([]);
      await server('PUT', '/api/tenants/replaced', { description: 'by somebody else' });
      isAway = false;
      await jest.advanceTimersByTimeAsync(WORK_LIMITS.lateRecordsMs);
      expect(recorded).toEqual(['store', 'reader']);
    } finally {
      jest.useRealTimers();
    }
  });

  // @asvs V2.10/8
  it('prevent delegated credentials from changing their owner and from creating tokens', async () => {
    const { admin } = await open((inner) => {
      const identify: Engine['identify'] = async (caller) => {
        const identity = await inner.identify(caller);
        return identity && { ...identity, isDelegated: true };
      };
      return bareEngine(overrideEngine(inner, { identify }) as EmbeddedEngine);
    });
    const body = { password: PASSWORD, backend_roles: ['admin'] };
    const status = async (...call: Parameters<typeof admin>) => (await admin(...call)).statusCode;
    for (const path of ['internalusers/admin', 'user/admin', 'internalusers/%61dmin', 'account'])
      expect([path, await status('PUT', `/api/${path}`, body)]).toEqual([path, 403]);
    for (const path of ['/admin', '/admin/description', ''])
      expect(await status('PATCH', '/api/internalusers', [{ op: 'add', path, value: body }])).toBe(
        403
      );
    expect(await status('DELETE', '/api/internalusers/admin')).toBe(403);
    for (const path of ['obo/token', 'generateonbehalfoftoken', 'internalusers/robot/authtoken'])
      expect([path, await status('POST', `/api/${path}`, {})]).toEqual([path, 403]);
    expect(await status('PUT', '/api/internalusers/other', body)).toBe(201);
    expect(await status('GET', '/api/internalusers/admin')).toBe(200);
  });

  it('serialize the mutual removal of two administrators, so that one remains', async () => {
    const { engine, admin, server } = await open((inner) => bareEngine(inner));
    const user = { password: PASSWORD, backend_roles: ['admin'] };
    await server('PUT', '/api/internalusers/second', user);
    const caller: RequestCaller = { kind: 'user', principal: { userName: 'second' } };
    const path = '/_plugins/_security/api/internalusers/admin';
    const responses = await Promise.all([
      admin('DELETE', '/api/internalusers/second'),
      engine.request(caller, { method: 'DELETE', path }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, expect.any(Number)]);
    expect(responses[1]!.statusCode).toBeGreaterThanOrEqual(400);
    expect((await server('GET', '/api/internalusers/admin')).statusCode).toBe(200);
  });

  it('read what a change concerns once before all checks and once after the write', async () => {
    const reads: string[] = [];
    const { admin } = await open((inner) => {
      const request: Engine['request'] = (caller, sent) => {
        if ((caller as EngineCaller).kind === 'internal') reads.push(sent.path);
        return inner.request(caller, sent);
      };
      const guardrails: GuardrailCheck = { denial: async (changes) => void (await changes()) };
      return bareEngine(overrideEngine(inner, { request }) as EmbeddedEngine, {
        supplies: { guardrails },
      });
    });
    const patch = (description: string) => [
      { op: 'add', path: '/one', value: { description } },
      { op: 'add', path: '/two', value: { description } },
    ];
    for (const description of ['a', 'b']) {
      reads.length = 0;
      expect((await admin('PATCH', '/api/roles', patch(description))).statusCode).toBe(200);
      const read = reads.filter((path) => path.includes('/roles/')).map((path) => path.slice(-3));
      expect(read).toEqual(['one', 'two', 'one', 'two']);
    }
  });

  it('return 429 for changes when the queue is full, and apply the queued ones', async () => {
    const { admin } = await open((inner) => bareEngine(inner));
    const more = 3;
    const change = (at: number) => admin('PUT', `/api/tenants/t${at}`, { description: 'd' });
    const all = Array.from({ length: WORK_LIMITS.changesWaiting + 1 + more }, (_one, at) =>
      change(at)
    );
    const responses = await Promise.all(all);
    const refused = responses.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(more);
    expect(refused[0]).toMatchObject({
      headers: { 'retry-after': '1' },
      body: { status: 'TOO_MANY_REQUESTS', message: expect.stringMatching(/Try again later/) },
    });
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(
      all.length - more
    );
    expect((await change(0)).statusCode).toBe(200);
  });

  it('run the lockout check for bulk changes and for the allow list', async () => {
    const settings = { isRestAdminEnabled: true };
    const { engine: inner } = await startEngine({ settings });
    const server = clientOf(inner, INTERNAL);
    const keeping = { cluster_permissions: ['restapi:admin/allowlist'] };
    await server('PUT', '/api/roles/keepers', keeping);
    await server('PUT', '/api/internalusers/admin', {
      password: ADMIN_PASSWORD,
      backend_roles: ['admin'],
      opendistro_security_roles: ['keepers'],
    });
    const caller = (await login(inner, 'admin', ADMIN_PASSWORD)) as RequestCaller;
    const engine = bareEngine(inner, { settings });
    const admin = async (method: 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
      (
        await engine.request(caller, {
          method,
          path: `/_plugins/_security/api/${path}`,
          body,
        })
      ).statusCode;
    const bulk = [
      { op: 'add', path: '/new', value: { password: PASSWORD } },
      { op: 'remove', path: '/admin' },
    ];
    expect(await admin('PATCH', 'internalusers', bulk)).toBe(409);
    const requests = { '/_plugins/_security/api/allowlist': ['PUT'] };
    expect(await admin('PUT', 'allowlist', { enabled: true, requests: {} })).toBe(409);
    expect(await admin('PUT', 'allowlist', { enabled: true, requests })).toBe(200);
    expect(await admin('PUT', 'allowlist', { enabled: false, requests })).toBe(200);
  });

  it('provide all features except conditional writes, change sets and indices', async () => {
    const { engine } = await open((inner) => bareEngine(inner));
    const lacking = Object.entries(engine.features).filter(([, isThere]) => !isThere);
    expect(lacking.map(([name]) => name)).toEqual(['conditionalWrites', 'changeSets', 'indices']);
  });
});
