/** Tests of API keys over HTTP: use by scripts, and misuse. */
import { errorText } from '../../../../../../test/helpers/http_client';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiKeyList, CreatedApiKey, OwnApiKeys } from '@sd/contracts';
import {
  ADMIN,
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';

jest.setTimeout(60_000);

const JANE = { username: 'jane', password: 'Violet-Harbor-7-Kettle' };
const JOHN = { username: 'john', password: 'Copper-Meadow-8-Lantern' };
const KEYS = '/api/v1/account/api_keys';
const ALL = '/api/v1/api_keys';
const USERS = '/api/v1/configuration/internalusers';
const WHOAMI = '/api/test/whoami';

type Client = ReturnType<SecurityServer['client']>;
type User = typeof JANE;
interface CodedError {
  readonly statusCode: number;
  readonly attributes: { readonly code: string };
}

describe('API keys', () => {
  let server: SecurityServer;
  beforeEach(async () => {
    server = await startSecurityServer();
    for (const { username, password } of [JANE, JOHN]) await addUser(server, username, password);
    await put(server, 'roles/writes', {
      tenant_permissions: [{ tenant_patterns: ['sales'], allowed_actions: ['kibana_all_write'] }],
    });
    await put(server, 'roles/looks', {
      tenant_permissions: [{ tenant_patterns: ['staff'], allowed_actions: ['kibana_all_read'] }],
    });
    for (const tenant of ['sales', 'staff'])
      await put(server, `tenants/${tenant}`, { description: 'x' });
    for (const role of ['writes', 'looks', 'kibana_user'])
      await put(server, `rolesmapping/${role}`, { users: ['jane'] });
  });
  afterEach(() => server.stop());

  const make = async (client: Client, { password }: User, more: object = {}) =>
    client.post<CreatedApiKey>(KEYS, {
      name: 'nightly',
      days: 30,
      current_password: password,
      ...more,
    });
  const createKey = async (user: User, more: object = {}) => {
    const response = await make(await server.loggedIn(user.username, user.password), user, more);
    if (response.status !== 200) throw new Error(response.text);
    return response.body;
  };
  /** Headers of a script: neither cookies nor the XSRF header. */
  const keyHeaders = (token: string) => ({
    headers: { authorization: `ApiKey ${token}`, 'kbn-xsrf': '' },
  });
  const status = async (token: string, path = WHOAMI) =>
    (await server.client().get(path, keyHeaders(token))).status;
  const codeOf = ({ body }: { body: unknown }) => (body as CodedError).attributes.code;

  it('authenticate a script as its owner on both interfaces without session and XSRF header', async () => {
    const { key, token } = await createKey(JANE);
    expect(key).toMatchObject({ user: 'jane', name: 'nightly', roles: null, lastUsedAt: null });
    const client = server.client();
    const call = await client.get(WHOAMI, keyHeaders(token));
    expect(call.body).toMatchObject({ user: 'jane' });
    const page = await client.get('/app/test/x', keyHeaders(token));
    expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
    const raw = await client.get('/_plugins/_security/authinfo', keyHeaders(token));
    expect(raw.body).toMatchObject({ user_name: 'jane' });
    const { token: admins } = await createKey(ADMIN);
    const created = await client.post(
      `${USERS}/robot`,
      { password: 'Quiet-Orchard-9-Ladder' },
      keyHeaders(admins)
    );
    expect(created.status).toBe(200);
    const rawChange = await client.put(
      '/_plugins/_security/api/tenants/made',
      { description: 'x' },
      keyHeaders(admins)
    );
    expect(rawChange.status).toBe(201);
    expect(client.cookieHeader()).toBe('');
    const owner = await server.loggedIn(JANE.username, JANE.password);
    const { keys } = (await owner.get<OwnApiKeys>(KEYS)).body;
    expect(keys).toMatchObject([{ name: 'nightly', lastUsedAt: expect.stringMatching(/Z$/) }]);
  });

  // @asvs V2.10/2
  it('can be narrowed to some roles and never grant what the owner has lost', async () => {
    const { token } = await createKey(JANE, { roles: ['looks', 'kibana_user'] });
    const tenantsOf = async (key: string) =>
      (await server.client().get('/_plugins/_security/authinfo', keyHeaders(key))).body;
    expect(await tenantsOf(token)).toMatchObject({
      roles: ['kibana_user', 'looks'],
      tenants: { staff: false },
    });
    expect((await tenantsOf(token)).tenants).not.toHaveProperty('sales');
    await put(server, 'rolesmapping/looks', { users: [] });
    expect((await tenantsOf(token)).roles).toEqual(['kibana_user']);
    await put(server, 'rolesmapping/looks', { users: ['jane'] });
    expect((await tenantsOf(token)).roles).toContain('looks');
    const admins = await createKey(ADMIN, { roles: ['kibana_user'] }).catch(
      (error: Error) => error.message
    );
    expect(admins).toContain('You don\'t have \\"kibana_user\\"');
    const owner = await server.loggedIn(JANE.username, JANE.password);
    const rejected = await make(owner, JANE, { name: 'more', roles: ['all_access'] });
    expect([rejected.status, codeOf(rejected)]).toEqual([400, 'core.engine.foreign_api_key_role']);
  });

  it('do not administer anything when narrowed to other roles of an administrator', async () => {
    await put(server, 'rolesmapping/looks', { users: ['admin'] });
    const { token } = await createKey(ADMIN, { roles: ['looks'] });
    expect(await status(token)).toBe(200);
    expect(await status(token, USERS)).toBe(403);
    expect(await status(token, '/_plugins/_security/api/internalusers')).toBe(403);
  });

  it("only read when read-only, whatever the owner's permissions", async () => {
    const { token } = await createKey(ADMIN, { isReadOnly: true });
    const client = server.client();
    expect(await status(token, USERS)).toBe(200);
    const change = await client.post(
      `${USERS}/robot`,
      { password: 'Quiet-Orchard-9-Ladder' },
      keyHeaders(token)
    );
    expect([change.status, codeOf(change)]).toEqual([403, 'security.api_key_reads_only']);
    const raw = await client.put(
      '/_plugins/_security/api/tenants/made',
      { description: 'x' },
      keyHeaders(token)
    );
    expect([raw.status, raw.text]).toEqual([403, expect.stringContaining('is read-only')]);
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const headers = { ...keyHeaders(token).headers, [header]: 'GET' };
      const posing = await client.delete('/_plugins/_security/api/roles/own_index', { headers });
      expect(posing.status).toBe(403);
    }
    const { token: janes } = await createKey(JANE, { isReadOnly: true });
    const identity = await client.get(WHOAMI, {
      headers: { ...keyHeaders(janes).headers, securitytenant: 'sales' },
    });
    expect(identity.body).toMatchObject({
      tenant: 'sales',
      scope: { canRead: true, canWrite: false },
    });
  });

  it("cannot create keys or change the owner's password and factors", async () => {
    const { key, token } = await createKey(ADMIN);
    const client = server.client();
    const attempts = [
      client.post(
        KEYS,
        { name: 'more', days: 1, current_password: ADMIN.password },
        keyHeaders(token)
      ),
      client.delete(`${KEYS}/${key.id}`, keyHeaders(token)),
      client.delete(`${ALL}/${key.id}`, keyHeaders(token)),
      client.post(
        '/api/v1/configuration/account',
        { password: 'Silver-Canyon-5-Anchor', current_password: ADMIN.password },
        keyHeaders(token)
      ),
      client.put(
        '/_plugins/_security/api/account',
        { password: 'Silver-Canyon-5-Anchor', current_password: ADMIN.password },
        keyHeaders(token)
      ),
      client.post(
        '/api/v1/account/factors',
        { kind: 'totp', current_password: ADMIN.password },
        keyHeaders(token)
      ),
      client.delete('/api/v1/factors/admin', keyHeaders(token)),
      client.post('/_plugins/_security/api/obo/token', { description: 'x' }, keyHeaders(token)),
    ];
    const statuses = (await Promise.all(attempts)).map((response) => response.status);
    expect(statuses.every((one) => one === 400 || one === 403)).toBe(true);
    expect((await server.client().login(ADMIN.username, ADMIN.password)).status).toBe(200);
    expect(await status(token)).toBe(200);
  });

  // @asvs V2.10/4
  it('of a user manager change every user except their owner, by any request', async () => {
    await put(server, 'internalusers/chief', {
      password: 'Marble-Garden-6-Falcon',
      backend_roles: ['admin'],
    });
    const chief = { username: 'chief', password: 'Marble-Garden-6-Falcon' };
    const { token } = await createKey(chief);
    const client = server.client();
    const body = { password: 'Stolen-Account-9-Wizard', backend_roles: ['admin'] };
    const raw = '/_plugins/_security/api/internalusers';
    const attempts = [
      await client.post(`${USERS}/chief`, body, keyHeaders(token)),
      await client.put(`${raw}/chief`, body, keyHeaders(token)),
      await client.patch(raw, [{ op: 'add', path: '/chief', value: body }], keyHeaders(token)),
      await client.delete(`${raw}/chief?confirm_lockout=true`, keyHeaders(token)),
    ];
    expect(attempts.map((response) => response.status)).toEqual([403, 403, 403, 403]);
    expect(
      (await client.put(`${raw}/john`, { password: 'Wooden-Lantern-3-Castle' }, keyHeaders(token)))
        .status
    ).toBe(200);
    expect((await server.client().login(chief.username, chief.password)).status).toBe(200);
  });

  // @asvs V2.10/1
  it('get the same error when forged, altered, unknown or revoked', async () => {
    const { key, token } = await createKey(JANE);
    const other = await createKey(JOHN);
    const last = token.endsWith('A') ? 'B' : 'A';
    const wrong = [
      'sdk_',
      token.slice(0, -1),
      token.toUpperCase(),
      `sdk_${'a'.repeat(10_000)}`,
      `${token.slice(0, -1)}${last}`,
      token.replace(key.id, other.key.id),
      token.replace(key.id, 'A'.repeat(12)),
      `${token} ${other.token}`,
      Buffer.from(`${key.id}:${token}`).toString('base64'),
      key.id,
    ];
    const responses = await Promise.all(
      wrong.map((one) => server.client().get(WHOAMI, keyHeaders(one)))
    );
    expect(new Set(responses.map(errorText)).size).toBe(1);
    expect(responses.map((response) => [response.status, codeOf(response)])).toEqual(
      wrong.map(() => [401, 'security.invalid_api_key'])
    );
    const cookie = `security_authentication=${token}`;
    expect((await server.client().get(WHOAMI, { headers: { cookie } })).status).toBe(401);
    expect((await server.client().get(`${WHOAMI}?api_key=${token}`)).status).toBe(401);
    const owner = await server.loggedIn(JANE.username, JANE.password);
    expect((await owner.delete(`${KEYS}/${key.id}`)).status).toBe(200);
    const replayed = await server.client().get(WHOAMI, keyHeaders(token));
    expect(errorText(replayed)).toBe(errorText(responses[0]!));
    expect((await owner.delete(`${KEYS}/${key.id}`)).status).toBe(404);
    const events = await server.engine.parts.audit.find({ page: 1, perPage: 50 } as never);
    const recorded = JSON.stringify(events);
    for (const words of ['made: API key', 'revoked: API key', 'API_TOKEN_WRITE', 'FAILED_LOGIN'])
      expect(recorded).toContain(words);
    expect(recorded + server.logs()).not.toContain(token.slice(17));
  });

  it('stop working when the owner is suspended or deleted, and stay invalid for a new user of that name', async () => {
    const { token } = await createKey(JANE);
    const { password } = JANE;
    await put(server, 'internalusers/jane', { password, attributes: { enabled: 'false' } });
    expect(await status(token)).toBe(401);
    await put(server, 'internalusers/jane', { password });
    expect(await status(token)).toBe(200);
    const admin = await server.admin();
    expect((await admin.delete(`${USERS}/jane`)).status).toBe(200);
    expect(await status(token)).toBe(401);
    await addUser(server, JANE.username, password);
    expect(await status(token)).toBe(401);
  });

  it('are separate for each user and require the current password to create', async () => {
    const { key, token } = await createKey(JANE);
    const john = await server.loggedIn(JOHN.username, JOHN.password);
    expect((await john.get<OwnApiKeys>(KEYS)).body.keys).toEqual([]);
    expect((await john.delete(`${KEYS}/${key.id}`)).status).toBe(404);
    expect((await john.get(ALL)).status).toBe(403);
    expect((await john.delete(`${ALL}/${key.id}`)).status).toBe(403);
    const wrong = await make(john, JANE);
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'security.wrong_password']);
    const basic = Buffer.from(`john:${JOHN.password}`).toString('base64');
    const bare = await server
      .client()
      .post(
        KEYS,
        { name: 'x', days: 1, current_password: JOHN.password },
        { headers: { authorization: `Basic ${basic}` } }
      );
    expect([bare.status, codeOf(bare)]).toEqual([403, 'security.api_keys_need_session']);
    const foreign = await server.client().request('POST', KEYS, {
      headers: { cookie: john.cookieHeader(), 'kbn-xsrf': '' },
      body: {},
    });
    expect(foreign.status).toBe(400);
    expect(await status(token)).toBe(200);
  });

  it('are listed by page and revoked by administrators', async () => {
    const jane = await server.loggedIn(JANE.username, JANE.password);
    for (const name of ['first', 'second']) await make(jane, JANE, { name });
    await make(jane, JANE, { name: 'third', roles: ['kibana_user'] });
    const { token } = await createKey(JOHN, { name: 'backup' });
    const admin = await server.admin();
    const page = await admin.get<ApiKeyList>(`${ALL}?per_page=2&page=2&sort=name&order=asc`);
    expect(page.body.items.map(({ name }) => name)).toEqual(['second', 'third']);
    expect(page.body.total).toBe(4);
    const widest = await admin.get<ApiKeyList>(`${ALL}?sort=roles&order=desc`);
    expect(widest.body.items[0]).toMatchObject({ name: 'third', roles: ['kibana_user'] });
    const found = await admin.get<ApiKeyList>(`${ALL}?search=BACK`);
    expect(found.body).toMatchObject({ total: 1, items: [{ user: 'john', name: 'backup' }] });
    expect((await admin.get<ApiKeyList>(`${ALL}?user=jane&status=active`)).body.total).toBe(3);
    expect((await admin.get<ApiKeyList>(`${ALL}?status=expired`)).body.total).toBe(0);
    expect((await admin.get(`${ALL}?per_page=1000`)).status).toBe(400);
    expect((await admin.delete(`${ALL}/${found.body.items[0]?.id ?? ''}`)).status).toBe(200);
    expect(await status(token)).toBe(401);
  });

  it('are limited in number, names and lifetime per user', async () => {
    const jane = await server.loggedIn(JANE.username, JANE.password);
    await make(jane, JANE, { name: 'one' });
    expect(codeOf(await make(jane, JANE, { name: 'one' }))).toBe('core.engine.api_key_name_taken');
    for (const wrong of [
      { name: 'n'.repeat(65) },
      { name: ' ' },
      { days: 366 },
      { days: 0 },
      { roles: [] },
    ])
      expect((await make(jane, JANE, wrong)).status).toBe(400);
    const caller = { kind: 'user', principal: (await authenticate(JANE)).principal } as const;
    for (let created = 1; created < 25; created++)
      await server.engine.apiKeys.create(caller, {
        name: `key ${created}`,
        days: 1,
        isReadOnly: false,
      });
    expect(codeOf(await make(jane, JANE, { name: 'beyond' }))).toBe(
      'core.engine.too_many_api_keys'
    );
  });

  it('leave no usable secret in the data folder', async () => {
    const { token } = await createKey(JANE);
    const files = (await readdir(server.dataDir)).filter((name) => name.includes('.sqlite'));
    expect(files.length).toBeGreaterThan(2);
    for (const name of files)
      expect((await readFile(join(server.dataDir, name), 'latin1')).includes(token.slice(17))).toBe(
        false
      );
  });

  async function authenticate({ username, password }: User) {
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const result = await server.engine.authenticate({
      headers: { authorization },
      remoteAddress: '127.0.0.1',
    });
    if (!result.ok) throw new Error(result.reason);
    return result;
  }
});
