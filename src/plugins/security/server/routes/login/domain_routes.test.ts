/** Tests of authentication domains over HTTP: dry run, change, read and permissions. */
import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import type { HttpClient } from '../../../../../../test/helpers/http_client';
import {
  ADMIN,
  addUser,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { withoutFeatures } from '../../../../../backend/testing/altered';
import { DOMAIN_LIMITS } from '@sd/contracts';

jest.setTimeout(60_000);
const CONFIG = '/api/v1/configuration/securityconfig';
const DRY_RUN = `${CONFIG}/trial`;
/** Default domain of a new data folder. */
const PASSWORDS = 'basic_internal_auth_domain';
const PASSWORD = 'Jane-doe-secret-7';
const SECRET = randomBytes(64);

const tokens = (config: object = {}) => ({
  order: -1,
  http_authenticator: {
    type: 'jwt',
    challenge: false,
    config: { signing_key: SECRET.toString('base64'), roles_key: 'roles', ...config },
  },
  authentication_backend: { type: 'noop' },
});
const token = (claims: object = {}) =>
  new SignJWT({ sub: 'eve', roles: ['admin'], dept: 'it', ...claims })
    .setProtectedHeader({ alg: 'HS512' })
    .sign(SECRET);
const bearer = async (claims?: object) => ({ authorization: `Bearer ${await token(claims)}` });
const basic = (password: string, user: string = ADMIN.username) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

let server: SecurityServer | undefined;
let admin: HttpClient;
afterEach(() => server?.stop());

async function start(isOpen = true): Promise<SecurityServer> {
  server = await startSecurityServer({ settings: { allowsSecurityConfigModification: isOpen } });
  admin = await server.admin();
  return server;
}
const etag = async () => ({
  headers: { 'if-match': String((await admin.get(CONFIG)).headers.get('etag')) },
});
const domains = async () => Object.keys((await admin.get(CONFIG)).body.data.config.dynamic.authc);
const runDryRun = async (body: object) => {
  const { status, body: response } = await admin.post(DRY_RUN, body);
  return { status, ...response };
};

it('dry-runs an unsaved domain without saving or logging anything', async () => {
  const { logs, engine } = await start();
  const before = await domains();
  const response = await runDryRun({
    changes: { authc: { tokens: tokens() } },
    headers: await bearer(),
  });
  expect(response).toMatchObject({
    status: 200,
    domains: [
      { name: 'tokens', type: 'jwt', outcome: 'proven', reasons: [] },
      { name: PASSWORDS, type: 'basic', outcome: 'not_asked' },
    ],
    user: {
      name: 'eve',
      domain: 'tokens',
      backend_roles: ['admin'],
      attributes: { 'attr.jwt.dept': 'it' },
      roles: expect.arrayContaining(['all_access']),
    },
  });
  expect(await domains()).toEqual(before);
  const headers = await bearer();
  expect((await engine.authenticate({ headers, remoteAddress: '127.0.0.1' })).ok).toBe(false);
  const sent = headers.authorization.slice('Bearer '.length);
  expect(logs()).not.toContain(sent);
  expect(logs()).not.toContain('A token was refused');
});

it('explains for each domain why it does not accept the credentials', async () => {
  await start();
  const authc = {
    tokens: tokens({ required_audience: 'us' }),
    broken: { ...tokens({ signing_key: '' }), order: -2 },
    off: { ...tokens(), http_enabled: false },
    proxy: {
      order: -3,
      http_authenticator: { type: 'proxy', challenge: false, config: { user_header: 'x-user' } },
      authentication_backend: { type: 'noop' },
    },
  };
  const headers = { ...(await bearer({ aud: 'them' })), 'x-user': 'eve' };
  const { domains: outcomes, user } = await runDryRun({ changes: { authc }, headers });
  expect(user).toBeNull();
  expect(outcomes.map(({ name, outcome }: any) => [name, outcome])).toEqual([
    ['proxy', 'refused'],
    ['broken', 'unusable'],
    ['tokens', 'refused'],
    [expect.any(String), 'nothing'],
  ]);
  expect(outcomes[1].reasons[0]).toContain('signing_key is missing');
  expect(outcomes[2].reasons).toEqual([
    'A token was refused. (ERR_JWT_CLAIM_VALIDATION_FAILED: unexpected "aud" claim value: ["us"]: them)',
  ]);
  const http = { xff: { enabled: true, internalProxies: '192\\.0\\.2\\.1' } };
  const forwarded = { 'X-User': 'eve', 'X-Forwarded-For': '198.51.100.7' };
  const byProxy = (peer: string) =>
    runDryRun({ changes: { authc, http }, headers: forwarded, peer_address: peer });
  expect((await byProxy('192.0.2.1')).user).toMatchObject({ name: 'eve', domain: 'proxy' });
  expect((await byProxy('192.0.2.2')).user).toBeNull();
});

it('counts wrong passwords of a dry run as failed logins and logs no credentials', async () => {
  await start();
  const { config } = (await admin.get('/api/v1/configuration/audit')).body;
  config.audit.disabled_rest_categories = [];
  const audited = await admin.post('/api/v1/configuration/audit/config', config);
  expect(audited.status).toBe(200);
  const right = await runDryRun({ headers: basic(ADMIN.password) });
  expect(right).toMatchObject({ user: { name: 'admin', domain: expect.any(String) } });
  const outcomes: string[] = [];
  for (let i = 0; i < 12; i++)
    outcomes.push((await runDryRun({ headers: basic(`Wrong-${i}`) })).domains[0].outcome);
  expect(outcomes[0]).toBe('refused');
  expect(outcomes.at(-1)).toBe('blocked');
  const { body: events } = await admin.get('/api/v1/audit/events?per_page=100');
  const of = (category: string) =>
    events.events.filter((one: any) => one.audit_category === category);
  expect(of('FAILED_LOGIN')[0]).toMatchObject({ audit_request_effective_user: 'admin' });
  const text = JSON.stringify(of('GRANTED_PRIVILEGES'));
  expect(text).toContain('securityconfig/trial');
  expect(JSON.stringify(events)).not.toContain(
    basic('Wrong-1').authorization.slice('Basic '.length)
  );
});

it('changes domains with the version that was read and rejects a lockout of the caller', async () => {
  await start();
  const before = await domains();
  const first = await etag();
  const added = { authc: { tokens: tokens() } };
  expect((await admin.post(CONFIG, added, first)).status).toBe(200);
  expect(await domains()).toEqual(expect.arrayContaining(['tokens', ...before]));
  expect(await admin.post(CONFIG, { authc: { tokens: null } }, first)).toMatchObject({
    status: 409,
    body: { attributes: { code: 'security.stale_security_config' } },
  });
  for (const path of [CONFIG, `${CONFIG}?confirm_lockout=true`]) {
    const refused = await admin.post(path, { authc: { [PASSWORDS]: null } }, await etag());
    expect(refused).toMatchObject({
      status: 400,
      body: { attributes: { code: 'core.engine.no_way_in' } },
    });
    expect(refused.body.attributes).not.toHaveProperty('lockout');
  }
  expect(await domains()).toContain(PASSWORDS);
  const bad = { authc: { tokens: tokens({ signing_key: '' }) } };
  expect(await admin.post(CONFIG, bad, await etag())).toMatchObject({
    status: 400,
    body: {
      attributes: {
        code: 'security.unusable_domain',
        params: { domain: 'tokens', problem: 'signing_key is missing' },
      },
    },
  });
  const off = { authc: { tokens: { ...bad.authc.tokens, http_enabled: false } } };
  expect((await admin.post(CONFIG, off, await etag())).status).toBe(200);
  expect((await admin.post(CONFIG, { authc: { tokens: null } }, await etag())).status).toBe(200);
  expect(await domains()).toEqual(before);
});

it('says which claim a login without backend roles lacks: log, dry run and own login', async () => {
  const { logs, client } = await start();
  const changes = { authc: { tokens: tokens({ roles_key: ['realm', 'groups'] }) } };
  const message = 'A token lacks the claim that roles_key names, so it gives no backend roles.';
  const headers = await bearer();
  expect((await runDryRun({ changes, headers })).domains[0]).toMatchObject({
    outcome: 'proven',
    reasons: [`${message} (realm.groups: dept, roles, sub)`],
  });
  await admin.post(CONFIG, changes, await etag());
  const signin = async (claims: object) =>
    (await client().get('/api/v1/auth/signin', { headers: await bearer(claims) })).body;
  for (let i = 0; i < 3; i++)
    expect(await signin({})).toMatchObject({
      user_name: 'eve',
      backend_roles: [],
      missing_roles_claim: 'realm.groups',
    });
  expect(logs().split(message)).toHaveLength(2);
  // A user without groups is no mistake of the configuration.
  expect(await signin({ realm: { groups: [] } })).not.toHaveProperty('missing_roles_claim');
});

it.each([
  ['aud', 'them', 'unexpected "aud" claim value', '["us"]'],
  ['iss', 'them', 'unexpected "iss" claim value', 'our-issuer'],
  ['exp', 1e9, '"exp" claim timestamp check failed', expect.stringMatching(/^later than \d+$/)],
])(
  'names in the log the claim %s that refuses a token, and both values',
  async (claim, value, detail, expected) => {
    const { logs, client } = await start();
    const config = { required_audience: 'us', required_issuer: 'our-issuer' };
    const saved = await admin.post(CONFIG, { authc: { tokens: tokens(config) } }, await etag());
    expect(saved.status).toBe(200);
    const signin = async (claims: object) => {
      const headers = await bearer({ aud: 'us', iss: 'our-issuer', ...claims });
      const { status } = await client().get('/api/v1/auth/signin', { headers });
      expect(logs()).not.toContain(headers.authorization.slice('Bearer '.length));
      return status;
    };
    const refusals = () =>
      logs()
        .split('\n')
        .filter((line) => line.includes('A token was refused.'))
        .map((line) => JSON.parse(line));
    expect(await signin({})).toBe(200);
    expect(refusals()).toEqual([]);
    expect(await signin({ [claim]: value })).toBe(401);
    const found = String(value);
    expect(refusals()).toMatchObject([
      { tags: ['warn'], domain: 'tokens', detail, expected, found },
    ]);
  }
);

it('rejects dry runs and changes by users who may not save domains', async () => {
  const started = await start(false);
  await addUser(started, 'jdoe', PASSWORD);
  const jdoe = await started.loggedIn('jdoe', PASSWORD);
  expect(await admin.get(DRY_RUN)).toMatchObject({ status: 200, body: { allowed: false } });
  const body = { changes: { authc: { tokens: tokens() } }, headers: await bearer() };
  for (const [client, path, sent] of [
    [admin, DRY_RUN, body],
    [admin, CONFIG, body.changes],
    [jdoe, DRY_RUN, body],
    [jdoe, CONFIG, body.changes],
  ] as const)
    expect((await client.post(path, sent)).status).toBe(403);
});

it('limits dry runs per minute and returns 501 if the backend does not support them', async () => {
  await start();
  const statuses: number[] = [];
  for (let i = 0; i <= DOMAIN_LIMITS.trialsPerMinute; i++)
    statuses.push((await runDryRun({ headers: {} })).status);
  expect(statuses.slice(0, -1)).toEqual(Array(DOMAIN_LIMITS.trialsPerMinute).fill(200));
  expect(statuses.at(-1)).toBe(429);
  await server?.stop();
  server = await startSecurityServer({ wrapBackend: withoutFeatures('loginTrial') });
  admin = await server.admin();
  for (const response of [await admin.get(DRY_RUN), await admin.post(CONFIG, {})])
    expect(response).toMatchObject({
      status: 501,
      body: { attributes: { code: 'security.feature_unsupported' } },
    });
});

it("shows the attributes of the caller's own login without the credentials", async () => {
  await start();
  expect((await admin.get('/api/v1/auth/signin')).body).toMatchObject({
    user_name: 'admin',
    domain: null,
    roles: expect.arrayContaining(['all_access']),
  });
  expect(await server!.client().get('/api/v1/auth/signin')).toMatchObject({
    status: 200,
    body: { user_name: '', domain: null, backend_roles: [], attributes: {}, roles: [] },
  });
  await admin.post(CONFIG, { authc: { tokens: tokens() } }, await etag());
  const headers = await bearer();
  const { body, text } = await server!.client().get('/api/v1/auth/signin', { headers });
  expect(body).toMatchObject({
    user_name: 'eve',
    domain: 'tokens',
    type: 'jwt',
    attributes: { 'attr.jwt.dept': 'it' },
  });
  expect(text).not.toContain(headers.authorization.slice('Bearer '.length));
});
