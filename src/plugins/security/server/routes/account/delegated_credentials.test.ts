/**
 * Tests that delegated credentials (an API key, an on-behalf-of token) of an administrator cannot
 * take over the owner's account: each credential at each route.
 */
import type {
  CreatedApiKey,
  FactorEnrollment,
  OwnApiKeys,
  SessionListResponse,
} from '@sd/contracts';
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';

jest.setTimeout(60_000);

const CHIEF = { username: 'chief', password: 'Marble-Garden-6-Falcon' };
const STOLEN = 'Stolen-Account-9-Wizard';
const HASH = '$2y$12$Q0/cK6iEsd9UqlDSyNt2XuD6.W5wDB.oHrwkJ3FWqs01QvY5iGiMi';
const CODE = 'core.engine.in_person_only';
const RAW = '/_plugins/_security/api';
const LEGACY = '/_opendistro/_security/api';
const ENTITIES = '/api/v1/configuration';
const KEYS = '/api/v1/account/api_keys';
const FACTORS = '/api/v1/account/factors';
const SESSIONS = '/api/v1/account/sessions';

type Client = ReturnType<SecurityServer['client']>;

let server: SecurityServer;
let owner: Client;
let keyId: string;
/** Id of the latest change of the owner's entry. */
let changeId: number;
beforeEach(async () => {
  server = await startSecurityServer({ settings: { impersonation: { chief: ['*'] } } });
  await addUser(server, CHIEF.username, CHIEF.password, { backend_roles: ['admin'] });
  await put(server, 'internalusers/deputy', { password: CHIEF.password, backend_roles: ['admin'] });
  await put(server, 'internalusers/robot', { attributes: { service: 'true', enabled: 'true' } });
  const signingKey = Buffer.alloc(64, 7).toString('base64');
  await server.engine.request(
    { kind: 'internal' },
    {
      method: 'PATCH',
      path: `${RAW}/securityconfig`,
      body: [
        {
          op: 'add',
          path: '/config/dynamic/on_behalf_of',
          value: { enabled: true, signing_key: signingKey },
        },
      ],
    }
  );
  owner = await server.loggedIn(CHIEF.username, CHIEF.password);
  const { key } = (await makeKey()).body;
  keyId = key.id;
  await put(server, 'internalusers/chief', { backend_roles: ['admin'], description: 'changed' });
  owner = await server.loggedIn(CHIEF.username, CHIEF.password);
  const history = await owner.get<{ items: { id: number }[] }>('/api/v1/history?name=chief');
  changeId = history.body.items[0]?.id ?? 0;
});
afterEach(() => server.stop());

const makeKey = (name = 'kept') =>
  owner.post<CreatedApiKey>(KEYS, { name, days: 1, current_password: CHIEF.password });

/** Values of the `authorization` header. */
const CREDENTIALS = {
  'an API key': async () => `ApiKey ${(await makeKey('stolen')).body.token}`,
  'an on-behalf-of token': async () => {
    const { body } = await owner.post<{ authenticationToken: string }>(`${RAW}/obo/token`, {
      description: 'd',
    });
    return `Bearer ${body.authenticationToken}`;
  },
} as const;

type Act = readonly [
  what: string,
  method: string,
  path: string | (() => string),
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
];
const patched = (op: string, path: string, value?: unknown) => [{ op, path, value }];
const withPassword = { current_password: CHIEF.password };
const entry = { password: STOLEN, backend_roles: ['admin'] };

const ACTS: readonly Act[] = [
  ['replaces the entry of its owner', 'PUT', `${RAW}/internalusers/chief`, entry],
  ['… by the older path', 'PUT', `${LEGACY}/internalusers/chief`, entry],
  ['… by the older name', 'PUT', `${RAW}/user/chief`, entry],
  ['sets a hash', 'PUT', `${RAW}/internalusers/chief`, { hash: HASH, backend_roles: ['admin'] }],
  ['patches the entry', 'PATCH', `${RAW}/internalusers/chief`, patched('add', '/password', STOLEN)],
  ['patches the collection', 'PATCH', `${RAW}/internalusers`, patched('add', '/chief', entry)],
  ['removes by a patch', 'PATCH', `${RAW}/internalusers`, patched('remove', '/chief')],
  ['deletes the entry', 'DELETE', `${RAW}/internalusers/chief?confirm_lockout=true`],
  ['saves the entry in the product', 'POST', `${ENTITIES}/internalusers/chief`, entry],
  ['deletes it in the product', 'DELETE', `${ENTITIES}/internalusers/chief?confirm_lockout=true`],
  [
    'imports it from a file',
    'POST',
    '/api/v1/configuration_files/_import',
    { changes: [{ kind: 'internalusers', name: 'chief', action: 'update', entry }] },
  ],
  ['reverts a change of it', 'POST', () => `/api/v1/history/${changeId}/revert`],
  ['changes the password', 'PUT', `${RAW}/account`, { ...withPassword, password: STOLEN }],
  [
    'changes it in the product',
    'POST',
    `${ENTITIES}/account`,
    { ...withPassword, password: STOLEN },
  ],
  ['gets a token', 'POST', `${RAW}/obo/token`, { description: 'd' }],
  ['… by the longer path', 'POST', `${RAW}/generateonbehalfoftoken`, { description: 'd' }],
  ['gets the token of a service account', 'POST', `${RAW}/internalusers/robot/authtoken`],
  ['makes an API key', 'POST', KEYS, { ...withPassword, name: 'more', days: 1 }],
  ['revokes an API key', 'DELETE', () => `${KEYS}/${keyId}`],
  ['revokes it as administrator', 'DELETE', () => `/api/v1/api_keys/${keyId}`],
  ['adds a factor', 'POST', FACTORS, { ...withPassword, kind: 'totp' }],
  ['confirms a factor', 'POST', `${FACTORS}/_confirm`, { id: 'x', name: 'x', code: '123456' }],
  ['renames a factor', 'POST', `${FACTORS}/_rename`, { ...withPassword, id: 'x', name: 'x' }],
  ['removes a factor', 'POST', `${FACTORS}/_remove`, { ...withPassword, id: 'x' }],
  ['renews recovery codes', 'POST', `${FACTORS}/_recovery_codes`, withPassword],
  ['resets factors', 'DELETE', '/api/v1/factors/chief'],
  ['requires factors', 'PUT', '/api/v1/factor_requirement', { roles: ['own_index'], before: [] }],
  ['ends all sessions', 'DELETE', SESSIONS],
  ['ends one session', 'DELETE', () => `${SESSIONS}/${'A'.repeat(43)}`],
  ['ends all as administrator', 'DELETE', '/api/v1/sessions/chief'],
  ['ends one as administrator', 'DELETE', () => `/api/v1/sessions/chief/${'A'.repeat(43)}`],
  [
    'acts as another user on its owner',
    'PUT',
    `${RAW}/internalusers/chief`,
    entry,
    { opendistro_security_impersonate_as: 'deputy' },
  ],
];

describe.each(Object.entries(CREDENTIALS))('%s of an administrator', (_name, issue) => {
  // @asvs V2.10/5
  it("cannot take over or lock the owner's account by any request", async () => {
    const authorization = await issue();
    const held = async () => [
      (await owner.get<OwnApiKeys>(KEYS)).body.keys.length,
      (await owner.get<SessionListResponse>(SESSIONS)).body.total,
    ];
    const before = await held();
    const script = server.client();
    const responses: unknown[] = [];
    for (const [what, method, path, body, more] of ACTS) {
      const headers = { authorization, ...more };
      const target = typeof path === 'string' ? path : path();
      const response = await script.request(method, target, { headers, body });
      const { attributes, refusal: error } = response.body ?? {};
      // An import reports errors in its body; some routes require a session first.
      const isRefused =
        response.status === 403 ||
        error?.code === CODE ||
        /_needs?_session$/.test(attributes?.code);
      responses.push([what, isRefused ? 403 : `${response.status} ${response.text}`]);
    }
    expect(responses).toEqual(ACTS.map(([what]) => [what, 403]));
    expect(await held()).toEqual(before);
    expect((await server.client().login(CHIEF.username, CHIEF.password)).status).toBe(200);
    const other = await script.put(`${RAW}/internalusers/deputy`, entry, {
      headers: { authorization },
    });
    expect(other.status).toBe(200);
  });

  // @asvs V2.10/6
  it('opens no session on a page', async () => {
    const headers = { authorization: await issue() };
    const page = await server.client().get('/app/test/x', { headers });
    expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
  });
});

it('lets the owner do with a session what delegated credentials cannot', async () => {
  const begun = await owner.post<FactorEnrollment>(FACTORS, { ...withPassword, kind: 'totp' });
  expect(begun.status).toBe(200);
  expect((await owner.post(`${RAW}/obo/token`, { description: 'd' })).status).toBe(200);
  expect((await owner.delete(`${KEYS}/${keyId}`)).status).toBe(200);
  expect((await owner.delete(SESSIONS)).status).toBe(200);
  const changed = await owner.put(`${RAW}/internalusers/chief`, entry);
  expect(changed.status).toBe(200);
});
