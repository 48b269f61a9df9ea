/**
 * Turning a user into a service account: the password ends, however the attribute is written and
 * whichever request writes it, and a token replaces it. Logs in over HTTP.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EmbeddedEngine } from '../../src/backend/embedded';
import { startEmbeddedEngine } from '../../src/backend/embedded';
import { openEngineEntryPoint, type EngineEntryPoint } from '../helpers/engine_entry_point';

const PASSWORD = 'Correct-Horse-7-Battery';
const USERS = '/_plugins/_security/api/internalusers';

let dataDir: string;
let engine: EmbeddedEngine;
let entryPoint: EngineEntryPoint;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'engine-services-'));
  ({ engine } = await startEmbeddedEngine({ dataDir, initialAdminPassword: PASSWORD }));
  entryPoint = await openEngineEntryPoint(engine);
});
afterAll(async () => {
  await entryPoint.stop();
  await engine.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const basic = (name: string, password = PASSWORD) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

async function admin(method: string, target: string, body?: unknown) {
  const response = await fetch(entryPoint.url + target, {
    method,
    headers: { authorization: basic('admin'), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, any> };
}

/** Status of authinfo, which requires only a login. */
async function loginAs(authorization: string): Promise<number> {
  const target = `${entryPoint.url}/_plugins/_security/authinfo`;
  return (await fetch(target, { headers: { authorization } })).status;
}

const WAYS = {
  PUT: (name: string, attributes: object) => admin('PUT', `${USERS}/${name}`, { attributes }),
  'PATCH of one': (name: string, attributes: object) =>
    admin('PATCH', `${USERS}/${name}`, [{ op: 'add', path: '/attributes', value: attributes }]),
  'PATCH of many': (name: string, attributes: object) =>
    admin('PATCH', USERS, [{ op: 'add', path: `/${name}/attributes`, value: attributes }]),
};
const VALUES = ['true', 'TRUE', true];

describe.each(Object.entries(WAYS))('%s', (_way, change) => {
  it.each(VALUES)('ends the password when it sets service %j', async (service) => {
    const name = `person-${typeof service}-${String(service)}-${Math.random()}`;
    await admin('PUT', `${USERS}/${name}`, { password: PASSWORD });
    expect(await loginAs(basic(name))).toBe(200);
    expect((await change(name, { service })).status).toBe(200);
    expect(await loginAs(basic(name))).toBe(401);
    expect((await admin('GET', `${USERS}?filterBy=service`)).body).toHaveProperty([name]);
  });

  it('keeps the password of other users', async () => {
    const name = `person-${Math.random()}`;
    await admin('PUT', `${USERS}/${name}`, { password: PASSWORD });
    expect((await change(name, { service: 'false' })).status).toBe(200);
    expect(await loginAs(basic(name))).toBe(200);
  });
});

it.each(VALUES)('accepts no password while service is %j', async (service) => {
  const made = await admin('PUT', `${USERS}/robot`, { attributes: { service, enabled: 'true' } });
  expect([200, 201]).toContain(made.status);
  const password = 'Another-Garden-17';
  const sent = { password, attributes: { service } };
  const patch = [{ op: 'add', path: '/password', value: password }];
  for (const refused of [
    await admin('PUT', `${USERS}/robot`, sent),
    await admin('PATCH', `${USERS}/robot`, patch),
  ])
    expect([refused.status, refused.body['message']]).toEqual([
      400,
      'A password cannot be provided for a service account. Failed to register service account: robot',
    ]);
  expect(await loginAs(basic('robot', password))).toBe(401);
});

it('logs in by its token while it is enabled, until the next PUT', async () => {
  const put = (enabled: unknown) =>
    admin('PUT', `${USERS}/pump`, { attributes: { service: 'true', enabled } });
  await put('true');
  const made = await admin('POST', `${USERS}/pump/authtoken`);
  const token = /Basic \S+$/.exec(made.body['message'])?.[0] ?? '';
  expect(await loginAs(token)).toBe(200);
  await admin('PATCH', `${USERS}/pump`, [{ op: 'add', path: '/description', value: 'Pump' }]);
  expect(await loginAs(token)).toBe(200);
  await put('true');
  expect(await loginAs(token)).toBe(401);
  for (const enabled of ['false', 'FALSE', 'no', null]) {
    await put(enabled);
    expect((await admin('POST', `${USERS}/pump/authtoken`)).status).toBe(400);
  }
});

it('has no cluster permissions, and explanations say so', async () => {
  const attributes = { service: 'true', enabled: 'true' };
  await admin('PUT', `${USERS}/monitor`, { backend_roles: ['admin'], attributes });
  const caller = { kind: 'internal' } as const;
  const ask = (action: string, index?: string[]) =>
    engine.explain!(caller, { user: 'monitor', action, ...(index && { index }) });
  expect(await ask('cluster:monitor/health')).toMatchObject({
    result: { decision: { outcome: 'denied', reason: 'service_account' }, grants: [] },
  });
  expect(await ask('indices:data/read/search', ['logs'])).toMatchObject({
    result: { decision: { outcome: 'allowed' } },
  });
});
