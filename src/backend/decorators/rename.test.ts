/** Renaming on an engine that changes one kind of entry per request. */
import { overrideEngine } from './override_members';
import { bareEngine, MemoryRenames } from '../testing/bare';
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
} from '../testing/embedded';
import type { MovableTenantObjects } from '../api/backend';
import type { Engine, EngineRequest, RequestCaller } from '../api/engine';
import type { EmbeddedEngine } from '../embedded';

const PASSWORD = 'Vintage-Tractor-42';
const PREFIX = '/_plugins/_security';
const OLD = { description: 'Reads', cluster_permissions: ['cluster_monitor'] };

/** Answers instead of the engine; `undefined` lets the engine answer. */
type Fault = (request: EngineRequest) => 'lost before' | 'lost after' | number | undefined;

async function open() {
  const { engine: inner } = await startEngine();
  const server = clientOf(inner, INTERNAL);
  let fault: Fault = () => undefined;
  const sent: string[] = [];
  const request: Engine['request'] = async (caller, call) => {
    if (call.method !== 'GET')
      sent.push(`${call.method} ${call.path.slice(`${PREFIX}/api/`.length)}`);
    const failure = fault(call);
    if (typeof failure === 'number')
      return { statusCode: failure, headers: {}, body: { message: 'refused here' } };
    if (failure === 'lost before') throw new Error('the connection broke');
    const response = await inner.request(caller, call);
    if (failure === 'lost after') throw new Error('the connection broke');
    return response;
  };
  const objects = new Map<string, number>();
  const tenantObjects: MovableTenantObjects = {
    count: async (tenant) => objects.get(tenant) ?? 0,
    copy: async () => void sent.push('copy'),
    discardCopy: async () => void sent.push('discard'),
    deleteCopied: async () => void sent.push('delete'),
  };
  const renaming = { unfinished: new MemoryRenames(), tenantObjects };
  const supplies = { renaming };
  const engine = bareEngine(overrideEngine(inner, { request }) as EmbeddedEngine, { supplies });
  const caller = (await login(inner, 'admin', ADMIN_PASSWORD, '192.0.2.4')) as RequestCaller;
  const call: ReturnType<typeof clientOf> = (method, path, body, more = {}) =>
    engine.request(caller, { method, path: `${PREFIX}${path}`, body, ...more });
  const stored = async (path: string) => {
    const { statusCode, body } = await server('GET', `/api/${path}`);
    return statusCode === 200 ? Object.values(body as object)[0] : statusCode;
  };
  await server('PUT', '/api/roles/old', OLD);
  await server('PUT', '/api/rolesmapping/old', { users: ['jane'], backend_roles: ['staff'] });
  for (const name of ['direct', 'other'])
    await server('PUT', `/api/internalusers/${name}`, {
      password: PASSWORD,
      opendistro_security_roles: ['old', 'kibana_user'],
    });
  const history = async (query = {}) => {
    const listed = await engine.history.list(caller, { page: 1, perPage: 50, ...query });
    return listed.ok ? listed.result.items : [];
  };
  const setFault = (next: Fault) => (fault = next);
  return {
    inner,
    objects,
    renaming,
    engine,
    caller,
    call,
    server,
    stored,
    history,
    sent,
    setFault,
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

const rename = ({ call }: Opened, path = 'roles/old', to = 'new', more = {}) =>
  call('POST', `/api/${path}/_rename`, { to }, more);

/** Everything that a rename of the role changes. */
const stateOf = async ({ stored }: Opened) => ({
  old: await stored('roles/old'),
  new: await stored('roles/new'),
  oldMapping: await stored('rolesmapping/old'),
  newMapping: await stored('rolesmapping/new'),
  direct: await stored('internalusers/direct'),
  other: await stored('internalusers/other'),
});

describe('a rename on an engine without one', () => {
  afterEach(cleanUp);

  it('is a feature that the decorators add', async () => {
    expect((await open()).engine.features.rename).toBe(true);
  });

  it('copies the role, moves its mapping and its users, and then deletes the old role', async () => {
    const opened = await open();
    const { engine, caller, call, stored, history, sent } = opened;
    const moved = { rolesmapping: 1, internalusers: 2 };
    const entries = { rolesmapping: ['old'], internalusers: ['direct', 'other'] };
    const plan = await rename(opened, 'roles/old', 'new', { query: { dry_run: 'true' } });
    expect([plan.statusCode, plan.body, sent]).toEqual([
      200,
      { message: "'old' renamed to 'new'.", moved, entries },
      [],
    ]);

    const { statusCode, body, headers } = await rename(opened);
    expect([statusCode, body]).toEqual([200, plan.body]);
    expect(sent).toEqual([
      'PUT roles/new',
      'PATCH rolesmapping',
      'PATCH internalusers',
      'DELETE roles/old',
    ]);
    expect(await stateOf(opened)).toMatchObject({
      old: 404,
      oldMapping: 404,
      new: OLD,
      newMapping: { users: ['jane'], backend_roles: ['staff'] },
      direct: { opendistro_security_roles: ['new', 'kibana_user'] },
    });
    expect(headers['etag']).toBe((await call('GET', '/api/roles/new')).headers['etag']);

    const [entry, ...more] = await history();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ type: 'roles', name: 'new', renamedFrom: 'old', via: 'rest' });
    expect(await history({ types: ['internalusers'], name: 'direct' })).toMatchObject([
      { via: 'rename', action: 'update' },
    ]);
    expect((await engine.history.revert(caller, entry!.id)).statusCode).toBe(200);
    expect(await stored('roles/new')).toBe(404);
    expect(await stored('rolesmapping/old')).toMatchObject({ users: ['jane'] });
  });

  it('moves an action group in groups and roles, and a tenant with objects and settings', async () => {
    const opened = await open();
    const { server, stored } = opened;
    await server('PUT', '/api/actiongroups/look', { allowed_actions: ['read'], type: 'index' });
    await server('PUT', '/api/actiongroups/outer', { allowed_actions: ['look'], type: 'index' });
    await server('PUT', '/api/tenants/north', { description: 'North' });
    await server('PUT', '/api/tenancy/config', { default_tenant: 'north' });
    await server('PUT', '/api/roles/a~b%2Fc', {
      index_permissions: [{ index_patterns: ['look'], allowed_actions: ['look'] }],
      tenant_permissions: [
        { tenant_patterns: ['north', 'n*'], allowed_actions: ['kibana_all_read'] },
      ],
    });
    const groups = await rename(opened, 'actiongroups/look', 'watch');
    expect(groups.body).toMatchObject({ moved: { actiongroups: 1, roles: 1 } });
    const tenants = await rename(opened, 'tenants/north', 'south');
    expect(tenants.body).toMatchObject({ moved: { roles: 1, config: 1 } });
    expect(await stored('actiongroups/outer')).toMatchObject({ allowed_actions: ['watch'] });
    expect(await stored('roles/a~b%2Fc')).toMatchObject({
      index_permissions: [{ index_patterns: ['look'], allowed_actions: ['watch'] }],
      tenant_permissions: [{ tenant_patterns: ['south', 'n*'] }],
    });
    expect(await stored('tenants/south')).toMatchObject({ description: 'North' });
    expect(await stored('tenants/north')).toBe(404);
    const { body } = await server('GET', '/api/tenancy/config');
    expect(body).toMatchObject({ default_tenant: 'south' });
  });

  const isStep = (step: string) => (request: EngineRequest) =>
    `${request.method} ${request.path}` === `${step.replace(' ', ` ${PREFIX}/api/`)}`;
  const STEPS = ['PUT roles/new', 'PATCH rolesmapping', 'PATCH internalusers', 'DELETE roles/old'];
  const FAULTS = ['lost before', 'lost after', 403] as const;
  // @feature roles-groups-tenants/3
  it.each(STEPS.flatMap((step) => FAULTS.map((fault) => [step, fault] as const)))(
    'leaves everything as it was if %s is answered: %s',
    async (step, fault) => {
      const opened = await open();
      const before = await stateOf(opened);
      let isFirst = true;
      opened.setFault((request) => {
        if (!isFirst || !isStep(step)(request)) return undefined;
        isFirst = false;
        return fault;
      });
      const { statusCode, body } = await rename(opened);
      expect([statusCode, (body as { message: string }).message]).toEqual(
        fault === 403
          ? [403, 'refused here']
          : [503, expect.stringContaining('The rename was undone')]
      );
      expect(await stateOf(opened)).toEqual(before);
      expect(await opened.history()).toEqual([]);
      expect((await rename(opened)).statusCode).toBe(200);
    }
  );

  it.each(STEPS)('takes no access if it stops at %s, and can be repeated', async (step) => {
    const opened = await open();
    let isBroken = false;
    opened.setFault((request) => {
      isBroken ||= isStep(step)(request);
      return isBroken ? 'lost before' : undefined;
    });
    const { statusCode, body } = await rename(opened);
    expect([statusCode, body]).toMatchObject([
      503,
      { message: expect.stringMatching(/Both names exist.*Rename “old” to “new” again/) },
    ]);
    const { old, oldMapping, newMapping } = await stateOf(opened);
    expect(old).toMatchObject(OLD);
    expect([oldMapping, newMapping]).toContainEqual(expect.objectContaining({ users: ['jane'] }));

    opened.setFault(() => undefined);
    const other = await rename(opened, 'roles/old', 'third');
    expect([other.statusCode, other.body]).toMatchObject([
      409,
      { message: expect.stringContaining('An earlier rename of “old” to “new”') },
    ]);
    expect((await rename(opened)).statusCode).toBe(200);
    expect(await stateOf(opened)).toMatchObject({
      old: 404,
      oldMapping: 404,
      new: OLD,
      newMapping: { users: ['jane'] },
      other: { opendistro_security_roles: ['new', 'kibana_user'] },
    });
    expect(await opened.history()).toMatchObject([{ name: 'new', renamedFrom: 'old' }]);
  });

  it('changes nothing for a taken or missing name, a reserved entry, an old version and a missing right', async () => {
    const opened = await open();
    const { server, engine, sent } = opened;
    await server('PUT', '/api/roles/taken', OLD);
    const status = async (...given: [path?: string, to?: string, more?: object]) =>
      (await rename(opened, ...given)).statusCode;
    expect(await status('roles/old', 'taken')).toBe(409);
    expect(await status('roles/missing')).toBe(404);
    expect(await status('roles/kibana_user')).toBe(403);
    expect(await status('roles/old', '')).toBe(400);
    expect(await status('roles/old', 'new', { headers: { 'if-match': '"x"' } })).toBe(412);
    const noName = await opened.call('POST', '/api/roles/old/_rename', { name: 'new' });
    expect(noName.statusCode).toBe(400);
    await server('PUT', '/api/internalusers/plain', { password: PASSWORD });
    const plain = (await login(opened.inner, 'plain', PASSWORD)) as RequestCaller;
    const path = `${PREFIX}/api/roles/old/_rename`;
    const denied = await engine.request(plain, { method: 'POST', path, body: { to: 'new' } });
    expect([denied.statusCode, sent]).toEqual([403, []]);
    expect(await stateOf(opened)).toMatchObject({ old: OLD, new: 404 });
  });

  it('is refused if another server has begun one in the same moment', async () => {
    const opened = await open();
    const before = await stateOf(opened);
    const { unfinished } = opened.renaming;
    await unfinished.begin('roles', 'old', 'theirs');
    jest.spyOn(unfinished, 'get').mockResolvedValueOnce(undefined);
    const { statusCode, body } = await rename(opened);
    expect([statusCode, body]).toMatchObject([409, { message: expect.stringContaining('theirs') }]);
    expect(await stateOf(opened)).toEqual(before);
    expect(await unfinished.get('roles', 'old')).toBe('theirs');
  });

  it('moves the objects of a tenant before roles, and none that a user of that name shares', async () => {
    const opened = await open();
    const { server, sent, objects } = opened;
    await server('PUT', '/api/tenants/direct', { description: 'd' });
    await server('PUT', '/api/tenants/north', { description: 'n' });
    const tenant_permissions = [
      { tenant_patterns: ['north'], allowed_actions: ['kibana_all_read'] },
    ];
    await server('PUT', '/api/roles/northern', { tenant_permissions });
    for (const name of ['direct', 'north']) objects.set(name, 3);
    const shared = await rename(opened, 'tenants/direct', 'south');
    expect([shared.statusCode, shared.body]).toMatchObject([
      400,
      { message: expect.stringContaining('There is a user named “direct”') },
    ]);
    const { body } = await rename(opened, 'tenants/north', 'south');
    expect(body).toMatchObject({ moved: { objects: 3, roles: 1 } });
    expect(sent).toEqual([
      'PUT tenants/south',
      'copy',
      'PATCH roles',
      'DELETE tenants/north',
      'delete',
    ]);
    objects.set('left', 1);
    expect((await rename(opened, 'tenants/south', 'left')).statusCode).toBe(409);
  });
});
