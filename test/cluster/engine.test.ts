/**
 * The engine on a real cluster: its responses are the cluster's, with the caller's own permissions.
 */
import { firstValueFrom } from 'rxjs';
import type { Backend, HttpMethod, RequestCaller, ResourceType } from '../../src/backend/api';
import { adminClient, asAdmin, closeClients, clusterNode, grantServer } from '../helpers/cluster';
import {
  clientOf,
  closeBackends,
  openBackend,
  PREFIX,
  loggedIn,
  type Client,
} from '../helpers/cluster_backend';
import { waitForCondition } from '../helpers/wait_for';

const PASSWORD = 'Vintage-Tractor-42';
const own = (name: string) => `t${process.pid}_${name}`;
const admin = adminClient();

afterAll(async () => {
  await closeBackends();
  for (const name of ['reader', 'plain'].map(own)) {
    await asAdmin(admin, 'DELETE', `${PREFIX}/internalusers/${name}`, undefined, [404]);
    await asAdmin(admin, 'DELETE', `${PREFIX}/rolesmapping/${name}`, undefined, [404]);
    await asAdmin(admin, 'DELETE', `${PREFIX}/roles/${name}`, undefined, [404]);
  }
  await closeClients();
});

let backend: Backend;
let caller: RequestCaller;
let call: Client;
beforeAll(async () => {
  await grantServer(admin);
  backend = await openBackend();
  caller = await loggedIn(backend, 'admin', clusterNode().adminPassword);
  call = clientOf(backend, caller);
  for (const name of ['plain', 'reader'])
    expect(
      (await call('PUT', `/api/internalusers/${own(name)}`, { password: PASSWORD })).statusCode
    ).toBe(201);
});

describe('identity', () => {
  it('comes from the cluster, after a login or with each request', async () => {
    const identity = await backend.engine.identify(caller);
    expect(identity).toMatchObject({
      userName: 'admin',
      backendRoles: ['admin'],
      // A new cluster maps own_index to every user.
      roles: expect.arrayContaining(['all_access']),
      hasApiAccess: true,
      isInternalUser: true,
      isReserved: true,
    });
    expect(identity?.tenants).toMatchObject({ global_tenant: true, admin: true });
    const text = `${own('plain')}:${PASSWORD}`;
    const authorization = `Basic ${Buffer.from(text).toString('base64')}`;
    const headers = { authorization };
    const response = await backend.login.authenticate({ headers, remoteAddress: '192.0.2.7' });
    expect(response).toMatchObject({ ok: true, principal: { userName: own('plain'), headers } });
    const plain = await loggedIn(backend, own('plain'), PASSWORD);
    expect(await backend.engine.identify(plain)).toMatchObject({ hasApiAccess: false });
  });

  it('distinguishes wrong credentials from none, and from an unreachable cluster', async () => {
    const wrong = { fields: { username: 'admin', password: 'no' }, headers: {}, remoteAddress: '' };
    expect(await backend.login.methods.get('basicauth')!.begin(wrong)).toMatchObject({
      result: { ok: false, reason: 'invalid' },
    });
    const none = await backend.login.authenticate({ headers: {}, remoteAddress: '' });
    expect(none).toMatchObject({ ok: false, reason: 'missing' });
    const away = await openBackend({ cluster: { hosts: ['https://127.0.0.1:1'] } });
    await expect(away.login.methods.get('basicauth')!.begin(wrong)).rejects.toMatchObject({
      response: { status: 503 },
    });
    expect(await firstValueFrom(away.status$)).toMatchObject({ level: 'unavailable' });
  });

  it('ends immediately when the user is deleted', async () => {
    await call('PUT', `/api/internalusers/${own('gone')}`, { password: PASSWORD });
    const gone = await loggedIn(backend, own('gone'), PASSWORD);
    expect(await backend.engine.identify(gone)).toBeDefined();
    await call('DELETE', `/api/internalusers/${own('gone')}`);
    expect(await backend.engine.identify(gone)).toBeUndefined();
  });
});

describe('lists', () => {
  const names = async (type: ResourceType, search: string) => {
    const response = await backend.engine.find(caller, { type, search, page: 1, perPage: 100 });
    if (!response.ok) throw new Error(JSON.stringify(response));
    return response.result.items.map(({ name }) => name);
  };
  const grant = (users: readonly string[]) =>
    call('PUT', `/api/rolesmapping/${own('reader')}`, { users });

  // @backend cluster/17
  it('show changes through this server immediately, and others soon', async () => {
    await call('PUT', `/api/roles/${own('reader')}`, { cluster_permissions: [own('marker')] });
    expect(await names('roles', own('marker'))).toEqual([own('reader')]);
    await grant([own('reader')]);
    // The search finds a role by its mapped users, and the user has the role.
    expect(await names('roles', own('reader'))).toEqual([own('reader')]);
    const filters = { roles: [own('reader')] };
    const users = { type: 'internalusers', filters, page: 1, perPage: 10 } as const;
    expect(await backend.engine.find(caller, users)).toMatchObject({
      result: {
        total: 1,
        items: [{ name: own('reader'), roles: expect.arrayContaining([own('reader')]) }],
      },
    });
    await call('DELETE', `/api/roles/${own('reader')}`);
    expect(await names('roles', own('marker'))).toEqual([]);
    await asAdmin(admin, 'PUT', `${PREFIX}/tenants/${own('elsewhere')}`, { description: 'x' });
    await waitForCondition(async () => (await names('tenants', own('elsewhere'))).length === 1);
    await asAdmin(admin, 'DELETE', `${PREFIX}/tenants/${own('elsewhere')}`);
    // `isFresh` bypasses the cache.
    const search = { type: 'tenants', search: own('elsewhere'), page: 1, perPage: 1 } as const;
    expect(await backend.engine.find(caller, { ...search, isFresh: true })).toMatchObject({
      result: { total: 0, ageMs: expect.any(Number) },
    });
  });

  it('return an entity with the same version as its own page', async () => {
    for (const type of ['internalusers', 'roles', 'rolesmapping', 'actiongroups'] as const) {
      const response = await backend.engine.find(caller, { type, page: 1, perPage: 1 });
      if (!response.ok || !response.result.items[0]) throw new Error(JSON.stringify(response));
      const [{ name, version }] = response.result.items;
      const { headers } = await call('GET', `/api/${type}/${encodeURIComponent(name)}`);
      expect(version).toBe(headers['etag']);
    }
  });

  it("return the cluster's error to callers without permission", async () => {
    const plain = await loggedIn(backend, own('plain'), PASSWORD);
    const query = { type: 'roles', page: 1, perPage: 1 } as const;
    const refused = await clientOf(backend, plain)('GET', '/api/roles');
    expect(refused.statusCode).toBe(403);
    const response = await backend.engine.find(plain, query);
    expect(response).toMatchObject({ ok: false, response: { statusCode: 403 } });
    const body = (value: unknown) => JSON.stringify(value).replaceAll(/[0-9a-f-]{36}/g, '');
    expect(body(!response.ok && response.response.body)).toBe(body(refused.body));
    const nobody = await backend.engine.find({ kind: 'anonymous' }, query);
    expect(nobody).toMatchObject({ ok: false, response: { statusCode: 401 } });
  });
});

describe('engine requests', () => {
  it("run on the cluster with the caller's own permissions", async () => {
    expect((await call('GET', '/')).body).toMatchObject({
      version: { number: expect.any(String) },
    });
    expect(await call('GET', '/api/roles/nobody_has_it')).toMatchObject({ statusCode: 404 });
    const plain = clientOf(backend, await loggedIn(backend, own('plain'), PASSWORD));
    expect(await plain('PUT', `/api/roles/${own('x')}`, {})).toMatchObject({ statusCode: 403 });
    const nobody = clientOf(backend, { kind: 'anonymous' });
    expect(await nobody('GET', '/')).toMatchObject({ statusCode: 401, body: 'Unauthorized' });
    expect(await call('GET', '/_plugins/../x')).toMatchObject({ statusCode: 400 });
  });

  // @backend cluster/21
  it('require confirmation when they would lock administrators out, and check versions', async () => {
    const mapping = await call('GET', '/api/rolesmapping/all_access');
    const patch = [{ op: 'replace', path: '/backend_roles', value: [] }];
    const asked = await call('PATCH', '/api/rolesmapping/all_access', patch);
    expect(asked).toMatchObject({ statusCode: 409 });
    expect((await call('GET', '/api/rolesmapping/all_access')).body).toEqual(mapping.body);
    const path = `${PREFIX}/tenants/${own('versioned')}`;
    const put = (tag: string, description: string) =>
      backend.engine.request(caller, {
        method: 'PUT',
        path,
        body: { description },
        headers: { 'if-match': tag },
      });
    await call('PUT', `/api/tenants/${own('versioned')}`, { description: 'one' });
    const { etag } = (await call('GET', `/api/tenants/${own('versioned')}`)).headers;
    expect((await put(etag as string, 'two')).statusCode).toBe(200);
    expect((await put(etag as string, 'three')).statusCode).toBe(412);
    await call('DELETE', `/api/tenants/${own('versioned')}`);
  });
});

describe('explained access', () => {
  const index = `${own('sales')}_2026`;
  const asPlain = async (method: HttpMethod, path: string, body?: unknown) =>
    clientOf(backend, await loggedIn(backend, own('plain'), PASSWORD))(method, path, body);

  // @backend cluster/19
  it('equals the decision of the cluster', async () => {
    await call('PUT', `/${index}`, {});
    await call('PUT', `/api/roles/${own('plain')}`, {
      index_permissions: [{ index_patterns: [`${own('sales')}*`], allowed_actions: ['read'] }],
    });
    await call('PUT', `/api/rolesmapping/${own('plain')}`, { users: [own('plain')] });
    const cases = [
      ['indices:data/read/search', 'POST', `/${index}/_search`, {}],
      ['indices:data/read/get', 'GET', `/${index}/_doc/1`, undefined],
      ['indices:data/write/index', 'PUT', `/${index}/_doc/1`, { a: 1 }],
      ['indices:admin/delete', 'DELETE', `/${index}`, undefined],
    ] as const;
    for (const [action, method, path, body] of cases) {
      const { statusCode } = await asPlain(method, path, body);
      const response = await backend.engine.decide({ user: own('plain'), action, index: [index] });
      expect({ action, answer: response }).toMatchObject({
        action,
        answer: { ok: true, result: { outcome: statusCode === 403 ? 'denied' : 'allowed' } },
      });
    }
    await call('DELETE', `/${index}`);
  });

  it('sees entries that name an alias or a data stream', async () => {
    const [alias, stream] = [`${own('al')}_x`, own('stream')];
    const reading = (pattern: string, unit: string) => ({
      index_patterns: [pattern],
      allowed_actions: ['read'],
      dls: JSON.stringify({ term: { unit } }),
    });
    await call('PUT', `/${index}`, { aliases: { [alias]: {} } });
    await call('PUT', `/_index_template/${stream}`, {
      index_patterns: [stream],
      data_stream: {},
      priority: 1_000,
    });
    await call('PUT', `/_data_stream/${stream}`);
    await call('PUT', `/api/roles/${own('plain')}`, {
      index_permissions: [
        reading(`${own('sales')}*`, 'hr'),
        reading(alias, 'it'),
        reading(`.ds-${stream}*`, 'hr'),
        reading(stream, 'it'),
      ],
    });
    const both = ['hr', 'it'].map((unit) => JSON.stringify({ term: { unit } }));
    const action = 'indices:data/read/search';
    for (const asked of [index, alias, stream]) {
      const request = { user: own('plain'), action, index: [asked] };
      const response = await backend.engine.explain(caller, request);
      expect(response).toMatchObject({
        result: { restrictions: [{ documents: { queries: both } }] },
      });
      expect(response).not.toHaveProperty('result.not_considered');
      // Names with wildcards are not read.
      expect(
        await backend.engine.explain(caller, { ...request, index: [`${asked}*`] })
      ).toMatchObject({ result: { not_considered: ['aliases'] } });
    }
    await call('DELETE', `/${index}`);
    await call('DELETE', `/_data_stream/${stream}`);
    await call('DELETE', `/_index_template/${stream}`);
  });

  it('is available to administrators, and to every user about themselves', async () => {
    const request = { user: own('plain'), action: 'cluster:monitor/main' };
    expect(await backend.engine.explain(caller, request)).toMatchObject({ ok: true });
    const plain = await loggedIn(backend, own('plain'), PASSWORD);
    expect(await backend.engine.explain(plain, request)).toMatchObject({ ok: true });
    // The cluster can evaluate only the caller's own access.
    expect(await backend.engine.explain(caller, request)).toMatchObject({
      result: { answered_by: 'mirror', unchecked: 'another_person' },
    });
    expect(await backend.engine.explain(plain, { ...request, user: 'admin' })).toMatchObject({
      ok: false,
      response: { statusCode: 403 },
    });
    expect(await backend.engine.effectivePermissions(plain)).toMatchObject({
      ok: true,
      result: { api: { has_api_access: false } },
    });
  });
});

describe("explanations of the caller's own access", () => {
  const index = `${own('sales')}_2027`;
  const { version } = clusterNode();

  // @backend cluster/20
  it("include the cluster's own decision if it offers one", async () => {
    await call('PUT', `/${index}`, {});
    await call('PUT', `/api/roles/${own('reader')}`, {
      index_permissions: [{ index_patterns: [index], allowed_actions: ['read'] }],
    });
    await call('PUT', `/api/rolesmapping/${own('reader')}`, { users: [own('reader')] });
    const reader = await loggedIn(backend, own('reader'), PASSWORD);
    const ask = async (action: string, indices?: readonly string[]) => {
      const response = await backend.engine.explain(reader, { action, index: indices });
      if (!response.ok || 'is_changed' in response.result)
        throw new Error(JSON.stringify(response));
      return response.result;
    };
    const asked = [
      ['indices:data/read/search', [index], true],
      ['indices:data/read/search', [`${own('other')}`], false],
      ['indices:data/read/field_caps', [index], true],
      ['indices:admin/get', [index], false],
      ['indices:monitor/settings/get', [index], false],
      ['indices:monitor/stats', [index], false],
      ['cluster:monitor/health', undefined, false],
    ] as const;
    for (const [action, indices, allowed] of asked) {
      const { checked_with: checked, unchecked, decision } = await ask(action, indices);
      expect({ action, outcome: decision.outcome }).toEqual({
        action,
        outcome: allowed ? 'allowed' : 'denied',
      });
      const word = { allowed, agrees: true, missing_privileges: allowed ? [] : [action] };
      if (version.startsWith('2.'))
        expect({ action, unchecked }).toEqual({ action, unchecked: 'not_offered' });
      else expect({ action, ...checked }).toMatchObject({ action, ...word });
    }
    expect(await ask('cluster:monitor/main')).toMatchObject({ unchecked: 'no_dry_call' });
    // Actions that change data are never sent, not even as a dry run.
    expect(await ask('indices:admin/delete', [index])).toMatchObject({ unchecked: 'no_dry_call' });
    expect((await call('HEAD', `/${index}`)).statusCode).toBe(200);
    await call('DELETE', `/${index}`);
  });
});

it("reads tenants and tenancy with the server's own permissions", async () => {
  expect(await backend.internal.tenancySettings()).toMatchObject({ multitenancy_enabled: true });
  const names = await backend.internal.tenantNames();
  expect(names).toContain('admin_tenant');
  expect(names).not.toContain('global_tenant');
});

it('reports the permission that the server lacks, and works in part without it', async () => {
  const weak = own('weak');
  await call('PUT', `/api/roles/${weak}`, {
    cluster_permissions: ['cluster_monitor', 'cluster_composite_ops'],
    index_permissions: [
      { index_patterns: ['.security_dashboards*', '.kibana*'], allowed_actions: ['indices_all'] },
    ],
    tenant_permissions: [
      { tenant_patterns: ['global_tenant'], allowed_actions: ['kibana_all_write'] },
    ],
  });
  const body = { password: PASSWORD, opendistro_security_roles: [weak] };
  await call('PUT', `/api/internalusers/${weak}`, body);
  const poor = await openBackend({ cluster: { username: weak, password: PASSWORD } });
  expect(await firstValueFrom(poor.status$)).toMatchObject({
    level: 'degraded',
    summary: expect.stringContaining('security_rest_api_access'),
  });
  const someone = await loggedIn(poor, 'admin', clusterNode().adminPassword);
  expect((await clientOf(poor, someone)('GET', '/api/roles')).statusCode).toBe(200);
  await expect(
    poor.engine.find(someone, { type: 'roles', page: 1, perPage: 1 })
  ).rejects.toMatchObject({ response: { status: 503 } });
  await call('DELETE', `/api/internalusers/${weak}`);
  await call('DELETE', `/api/roles/${weak}`);
});

// @asvs V1.9/1
// @backend cluster/1
it('rejects a cluster with a certificate of another authority', async () => {
  const stranger = await openBackend({
    cluster: { ssl: { verificationMode: 'full', alwaysPresentCertificate: false } },
  });
  const { level, summary } = await firstValueFrom(stranger.status$);
  expect({ level, summary }).toEqual({
    level: 'unavailable',
    summary: expect.stringContaining('opensearch.ssl.certificateAuthorities'),
  });
});
