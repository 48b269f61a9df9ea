/** Findings over HTTP, on an embedded engine. */
import type { FindingsBody } from '@sd/contracts';
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';

jest.setTimeout(60_000);
const PATH = '/api/v1/findings';
const PASSWORD = 'Vintage-Tractor-42';
const DEMONSTRATION_HASH = '$2a$12$u1ShR4l4uBS3Uv59Pa2y5.1uQuZBrZtmNfqB3iM/.jL0XoV9sghS2';
const DAY_MS = 86_400_000;

let server: SecurityServer;
let admin: HttpClient;
const findings = async (client = admin) =>
  (await client.get(`${PATH}?fresh=true`)).body as FindingsBody;
const acceptance = (id: string) => `${PATH}/${encodeURIComponent(id)}/acceptance`;

beforeAll(async () => {
  server = await startSecurityServer({
    findings: { disabled_rules: ['unused-action-group'] },
  });
  await put(server, 'actiongroups/idle', { allowed_actions: ['indices:data/read/search'] });
  await put(server, 'roles/writer', {
    index_permissions: [{ index_patterns: ['*'], allowed_actions: ['crud'] }],
  });
  await put(server, 'rolesmapping/writer', { users: ['*'] });
  await addUser(server, 'jdoe', PASSWORD);
  // As after the demonstration installer; the hash itself leaves no API.
  await put(server, 'internalusers/logstash', { hash: DEMONSTRATION_HASH });
  admin = await server.admin();
});
afterAll(() => server.stop());

it('are listed from worst to least, each with its reason, objects and prepared change', async () => {
  const { findings: all, total, counts, skipped } = await findings();
  expect(all[0]).toMatchObject({ severity: 'critical', rule: 'demonstration-user' });
  expect(all[1]).toMatchObject({
    id: 'open-mapping:rolesmapping/writer:roles/writer',
    severity: 'high',
    text: 'Role writer is mapped to *: practically every user has it.',
    messages: {
      text: {
        id: 'security.finding.openMapping.text',
        values: { role: 'writer', patterns: { names: ['*'], more: 0 } },
      },
    },
    objects: [
      { type: 'rolesmapping', name: 'writer' },
      { type: 'roles', name: 'writer' },
    ],
    change: { rolesmapping: { writer: { users: [] } } },
    since: expect.any(Number),
  });
  expect(all.map(({ rule }) => rule)).toContain('write-everywhere');
  expect(all.map(({ rule }) => rule)).not.toContain('unused-action-group');
  expect(total).toBe(all.length);
  const { body } = await admin.get(`${PATH}/counts`);
  expect(body.counts).toEqual(counts);
  expect(counts).toMatchObject({ critical: 1, high: 2, accepted: 0 });
  expect(JSON.stringify(all)).not.toContain(DEMONSTRATION_HASH);
  // Logins are recorded only since the installation began.
  expect(skipped.map(({ rule }) => rule)).toEqual(['idle-user']);
});

it('are accepted until a date, and keep the time since when they are known', async () => {
  const { id, since } = (await findings()).findings[1] as FindingsBody['findings'][0];
  const until = Date.now() + 7 * DAY_MS;
  const reason = 'Moves to another role next week.';
  expect((await admin.put(acceptance(id), { reason, until })).status).toBe(200);
  const accepted = await findings();
  expect(accepted.findings.find((one) => one.id === id)).toMatchObject({
    since,
    accepted: { by: 'admin', reason, until },
  });
  expect(accepted.counts).toMatchObject({ high: 1, accepted: 1 });
  expect((await admin.delete(acceptance(id))).status).toBe(200);
  expect((await findings()).counts).toMatchObject({ high: 2, accepted: 0 });
});

it('are accepted together, all of them or none', async () => {
  const ids = (await findings()).findings.map(({ id }) => id);
  const body = { ids, reason: 'Known', until: Date.now() + DAY_MS };
  const unknown = await admin.post(`${PATH}/acceptances`, { ...body, ids: [...ids, 'no:such'] });
  expect(unknown.body.attributes.code).toBe('security.unknown_finding');
  expect((await findings()).counts.accepted).toBe(0);
  expect((await admin.post(`${PATH}/acceptances`, body)).status).toBe(200);
  expect((await findings()).counts).toMatchObject({ critical: 0, accepted: ids.length });
  for (const id of ids) await admin.delete(acceptance(id));
});

it('cannot be accepted for ever, in the past, without a reason, or if unknown', async () => {
  const [{ id } = { id: '' }] = (await findings()).findings;
  const until = Date.now() + DAY_MS;
  for (const [path, body, code] of [
    [acceptance(id), { reason: 'x', until: Date.now() - 1 }, 'security.finding_until'],
    [acceptance(id), { reason: 'x', until: until + 366 * DAY_MS }, 'security.finding_until'],
    [acceptance('no:such'), { reason: 'x', until }, 'security.unknown_finding'],
    [acceptance(id), { reason: '', until }, 'core.validation.too_short'],
  ] as const) {
    const response = await admin.put(path, body);
    expect([path, response.body.attributes.code]).toEqual([path, code]);
  }
});

it('follow a change at once when asked, and are for administrators only', async () => {
  const jdoe = await server.loggedIn('jdoe', PASSWORD);
  for (const path of [PATH, `${PATH}/counts`]) expect((await jdoe.get(path)).status).toBe(403);
  await put(server, 'rolesmapping/writer', { users: ['jdoe'] });
  // Only the hash of this user changes.
  await put(server, 'internalusers/logstash', { password: PASSWORD });
  const rules = (await findings()).findings.map(({ rule }) => rule);
  expect(rules).not.toContain('open-mapping');
  expect(rules).not.toContain('demonstration-user');
});

it('are named in the history by the change that fixes them, and by no other change', async () => {
  await put(server, 'rolesmapping/writer', { users: ['*'] });
  const finding = (await findings()).findings.find(({ rule }) => rule === 'open-mapping');
  const { id = '', text, messages, change } = finding ?? {};
  const fix = (name: string, finding: string) =>
    admin.post('/api/v1/configuration_files/_import', {
      finding,
      changes: [{ kind: 'rolesmapping', name, action: 'update', entry: {} }],
    });
  expect(change).toEqual({ rolesmapping: { writer: expect.anything() } });
  expect((await fix('writer', 'no:such')).status).toBe(404);
  const other = await fix('kibana_user', id);
  expect(other.body.attributes.code).toBe('security.unknown_finding');
  expect((await fix('writer', id)).body).toMatchObject({ is_done: true });
  const listed = async () =>
    (await admin.get('/api/v1/history?type=rolesmapping&name=writer')).body.items;
  const [latest] = await listed();
  expect(latest).toMatchObject({ cause: { kind: 'finding', id, text, message: messages?.text } });
  expect(latest).not.toHaveProperty('reason');
  await put(server, 'rolesmapping/writer', { users: ['jdoe'] });
  expect((await listed())[0]).not.toHaveProperty('cause');
});

it('are named in the history with the number of others that the same change fixes', async () => {
  const names = ['alpha', 'beta', 'gamma'];
  for (const name of names)
    await put(server, `roles/${name}`, { cluster_permissions: ['cluster_monitor'] });
  const alike = (await findings()).findings.filter(({ rule }) => rule === 'unassigned-role');
  const idOf = (name: string) => alike.find(({ objects }) => objects[0]?.name === name)?.id ?? '';
  const fix = (finding: string, deleted: readonly string[]) =>
    admin.post('/api/v1/configuration_files/_import', {
      finding,
      changes: deleted.map((name) => ({ kind: 'roles', name, action: 'delete' })),
    });
  const causeOf = async (name: string) =>
    (await admin.get(`/api/v1/history?type=roles&name=${name}`)).body.items[0].cause;
  // What was unselected is not fixed, even if it is the finding that the request names.
  expect((await fix(idOf('alpha'), ['beta', 'gamma'])).body).toMatchObject({ is_done: true });
  expect(await causeOf('gamma')).toMatchObject({ id: idOf('beta'), others: 1 });
  const mixed = await fix(idOf('alpha'), ['alpha', 'kibana_user']);
  expect(mixed.body.attributes.code).toBe('security.unknown_finding');
  expect((await fix(idOf('alpha'), ['alpha'])).body).toMatchObject({ is_done: true });
  expect(await causeOf('alpha')).toMatchObject({ id: idOf('alpha') });
  expect(await causeOf('alpha')).not.toHaveProperty('others');
});
