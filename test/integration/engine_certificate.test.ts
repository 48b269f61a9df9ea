/**
 * The administrator certificate over real TLS: which certificates and requests it makes super
 * administrator, and what this permits.
 */
import { Agent, request } from 'node:https';
import { Client } from '@opensearch-project/opensearch';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { Authority, type Certified } from '../helpers/certificates';
import {
  ADMIN,
  addUser,
  startSecurityServer,
  type SecurityServer,
} from '../helpers/security_server';
import { waitForCondition } from '../helpers/wait_for';

const API = '/_plugins/_security';
const ADMIN_NAME = 'C=DE, O=test, OU=it, CN=admin';
const ADMIN_DN = 'CN=admin,OU=it,O=test,C=DE';
const JSON_TYPE = { 'content-type': 'application/json' };
const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

let authority: Authority;
let stranger: Authority;
let admin: Certified;
let server: SecurityServer;

beforeAll(async () => {
  authority = await Authority.make();
  stranger = await Authority.make();
  admin = await authority.issue(ADMIN_NAME);
  server = await start({});
});
afterAll(async () => {
  await server.stop();
  authority.remove();
  stranger.remove();
});

async function start(options: {
  readonly trustedProxies?: string[];
  readonly isRestAdminEnabled?: boolean;
}): Promise<SecurityServer> {
  const { trustedProxies = [], isRestAdminEnabled = false } = options;
  return startSecurityServer({
    settings: { adminDn: [' cn = admin, OU=it; O=test,C=DE'], isRestAdminEnabled },
    server: { trustedProxies, ssl: await authority.serverTls() },
  });
}

interface Response {
  readonly status: number;
  readonly text: string;
  readonly body: any;
}

interface Sent {
  readonly by?: Pick<Certified, 'cert' | 'key'>;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly to?: SecurityServer;
  /** OpenSSL also sends the authority's certificate if it has it. */
  readonly isRootSent?: boolean;
}

function send(path: string, sent: Sent = {}) {
  const { by, method = 'GET', headers = {}, body, to = server, isRootSent = true } = sent;
  return new Promise<Response>((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const outgoing = request(
      `${to.url}${path}`,
      {
        method,
        ...(isRootSent ? { ca: authority.files.cert } : { rejectUnauthorized: false }),
        cert: by?.cert,
        key: by?.key,
        agent: new Agent({ keepAlive: false }),
        headers: { ...(text !== undefined && JSON_TYPE), ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const result = Buffer.concat(chunks).toString('utf8');
          const isJson = /json/.test(response.headers['content-type'] ?? '');
          resolve({
            status: response.statusCode ?? 0,
            text: result,
            body: isJson ? JSON.parse(result) : undefined,
          });
        });
      }
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

const isSuperAdmin = async (sent: Sent): Promise<boolean> => {
  const [who, roles] = [await send(`${API}/whoami`, sent), await send(`${API}/api/roles`, sent)];
  expect([200, 401, 403]).toContain(roles.status);
  expect(who.body.is_admin).toBe(roles.status === 200);
  return roles.status === 200;
};

describe('the holder of the administrator certificate', () => {
  it('is identified by the name in the certificate', async () => {
    const by = admin;
    expect((await send(`${API}/whoami`, { by })).body).toEqual({
      dn: ADMIN_DN,
      is_admin: true,
      is_node_certificate_request: false,
    });
    await waitForCondition(() => server.logs().includes(`"user":"${ADMIN_DN}"`));
    const headers = { securitytenant: 'x' };
    expect((await send(`${API}/authinfo`, { by, headers })).body).toMatchObject({
      user: `User [name=${ADMIN_DN}, backend_roles=[], requestedTenant=null]`,
      remote_address: null,
      user_name: ADMIN_DN,
      roles: [],
      principal: ADMIN_DN,
      peer_certificates: '2',
    });
    expect((await send(`${API}/api/account`, { by })).body).toMatchObject({
      user_name: ADMIN_DN,
      is_internal_user: false,
    });
    expect((await send(`${API}/api/permissionsinfo`, { by })).body.has_api_access).toBe(false);
    const tls = (await send('/_opendistro/_security/sslinfo?show_dn=true', { by })).body;
    expect(tls).toMatchObject({
      principal: ADMIN_DN,
      peer_certificates: '2',
      peer_certificates_list: [ADMIN_DN, 'CN=root,C=DE'],
      local_certificates_list: ['CN=server,C=DE'],
      ssl_protocol: 'TLSv1.3',
    });
    expect(tls.ssl_cipher).toMatch(/^TLS_/);
  });

  it('need not send the certificate of the authority', async () => {
    const alone = { by: admin, isRootSent: false };
    expect(await isSuperAdmin(alone)).toBe(true);
    expect((await send(`${API}/authinfo`, alone)).body.peer_certificates).toBe('1');
    const foreign = { by: await stranger.issue(ADMIN_NAME), isRootSent: false };
    expect(await isSuperAdmin(foreign)).toBe(false);
  });

  it('can use the client endpoints at paths where browsers get pages', async () => {
    const by = admin;
    expect((await send('/', { by })).body.version.distribution).toBe('opensearch');
    expect((await send('/_cat/nodes?v&h=cluster_manager,name', { by })).text).toBe(
      'cluster_manager name\n*               security-dashboards\n'
    );
    expect((await send('/_cat/nodes', {})).status).toBe(401);
    for (const name of ['cookie', 'sec-fetch-mode', 'x-forwarded-for']) {
      const headers = { [name]: 'x' };
      expect((await send('/', { by, headers })).body?.version).toBeUndefined();
      expect((await send('/_cat/nodes', { by, headers })).status).toBe(401);
    }
  });

  it('can do a complete job with the official client', async () => {
    const client = new Client({
      node: server.url,
      ssl: { ca: authority.files.cert, cert: admin.cert, key: admin.key },
    });
    const { security } = client;
    const role = 'by_client';
    const body = { cluster_permissions: ['cluster_monitor'] };
    expect((await client.info()).body.version.distribution).toBe('opensearch');
    expect((await client.cat.nodes({ format: 'json' })).body).toMatchObject([
      { name: 'security-dashboards', cluster_manager: '*' },
    ]);
    expect((await security.whoAmI()).body).toMatchObject({ dn: ADMIN_DN, is_admin: true });
    expect((await security.createRole({ role, body })).statusCode).toBe(201);
    const patch = [{ op: 'add' as const, path: '/description', value: 'd' as never }];
    expect((await security.patchRole({ role, body: patch })).statusCode).toBe(200);
    expect((await security.createRoleMapping({ role, body: { users: ['x'] } })).statusCode).toBe(
      201
    );
    expect((await security.getRole({ role })).body).toMatchObject({
      [role]: { ...body, description: 'd' },
    });
    expect((await security.getCertificates()).body.http_certificates_list).toHaveLength(1);
    expect((await security.deleteRoleMapping({ role })).statusCode).toBe(200);
    expect((await security.deleteRole({ role })).statusCode).toBe(200);
    await client.close();
  });

  it('can see and change hidden and reserved entries', async () => {
    const by = admin;
    const one = `${API}/api/roles/secret_role`;
    const put = (body: unknown) => send(one, { by, method: 'PUT', body });
    expect((await put({ cluster_permissions: ['a'], hidden: true })).status).toBe(201);
    const authorization = basic(ADMIN.username, ADMIN.password);
    expect((await send(one, { headers: { authorization } })).status).toBe(404);
    expect((await send(one, { by })).body.secret_role).toMatchObject({ hidden: true });
    expect((await send(`${API}/api/roles`, { by })).body).toHaveProperty('secret_role');
    expect((await put({ cluster_permissions: ['b'], reserved: true })).status).toBe(200);
    expect((await send(one, { by, method: 'DELETE' })).status).toBe(200);
    expect(
      (await send(`${API}/api/roles`, { headers: { authorization }, method: 'GET' })).status
    ).toBe(200);
  });

  it('is exempt from the allow list and can disable it', async () => {
    const by = admin;
    const path = `${API}/api/allowlist`;
    const enabled = (value: boolean) => ({ enabled: value, requests: {} });
    const locking = `${path}?confirm_lockout=true`;
    expect((await send(locking, { by, method: 'PUT', body: enabled(true) })).status).toBe(200);
    const authorization = basic(ADMIN.username, ADMIN.password);
    expect((await send(`${API}/authinfo`, { headers: { authorization } })).status).toBe(403);
    expect((await send(`${API}/api/roles`, { by })).status).toBe(200);
    expect((await send(path, { by, method: 'PUT', body: enabled(false) })).status).toBe(200);
  });

  it('can call what is reserved to the super administrator', async () => {
    const by = admin;
    const own = (await send(`${API}/api/certificates?cert_type=http`, { by })).body;
    expect(Object.values(own.nodes)).toEqual([
      expect.objectContaining({
        certificates: {
          http: [
            expect.objectContaining({ subject_dn: 'CN=root,C=DE', has_private_key: false }),
            expect.objectContaining({
              subject_dn: 'CN=server,C=DE',
              issuer_dn: 'CN=root,C=DE',
              san: '[[2, localhost], [7, 127.0.0.1]]',
              serial_number: expect.stringMatching(/^\d+$/),
              not_after: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
            }),
          ],
        },
      }),
    ]);
    expect((await send(`${API}/api/certificates?cert_type=x`, { by })).status).toBe(400);
    expect((await send(`${API}/tenantinfo`, { by })).status).toBe(200);
    expect(
      (await send(`${API}/configupdate?config_types=roles`, { by, method: 'PUT' })).body
    ).toMatchObject({
      configupdate_response: { has_failures: false, node_size: 1 },
    });
    expect((await send(`${API}/whoamiprotected`, { by })).body.is_admin).toBe(true);
  });

  it('can change the security configuration if a setting permits it', async () => {
    const other = await start({ isRestAdminEnabled: true });
    const change = async (to: SecurityServer): Promise<number> => {
      const { body } = await send(`${API}/api/securityconfig`, { by: admin, to });
      const path = `${API}/api/securityconfig/config`;
      return (await send(path, { by: admin, to, method: 'PUT', body: body.config })).status;
    };
    expect([await change(server), await change(other)]).toEqual([403, 200]);
    await other.stop();
  });

  it('is recorded in change history and audit log by the name in the certificate', async () => {
    await send(`${API}/api/tenants/by_cert`, {
      by: admin,
      method: 'PUT',
      body: { description: '' },
    });
    const headers = { authorization: basic(ADMIN.username, ADMIN.password) };
    const { body: history } = await send('/api/v1/history?type=tenants&name=by_cert', { headers });
    expect(history.items).toMatchObject([{ actor: ADMIN_DN, action: 'create', via: 'rest' }]);
    const query = 'categories=COMPLIANCE_INTERNAL_CONFIG_WRITE&search=by_cert';
    const { body: audit } = await send(`/api/v1/audit/events?${query}`, { headers });
    expect(audit.events).toMatchObject([{ audit_request_effective_user: ADMIN_DN }]);
  });
});

describe('super administrator by certificate', () => {
  const cases: ReadonlyArray<readonly [string, () => Promise<Certified>]> = [
    ['from another authority of the same name', () => stranger.issue(ADMIN_NAME)],
    ['that is self-signed', async () => (await Authority.make(ADMIN_NAME)).files],
    [
      'that has expired',
      () => authority.issue(ADMIN_NAME, { notAfter: new Date(Date.now() - 5_000) }),
    ],
    [
      'that is not yet valid',
      () => authority.issue(ADMIN_NAME, { notBefore: new Date(Date.now() + 60_000_000) }),
    ],
    ['for servers only', () => authority.issue(ADMIN_NAME, { isServer: true })],
    ['with an extra name part', () => authority.issue(`${ADMIN_NAME}, CN=x`)],
    ['with a missing name part', () => authority.issue('C=DE, O=test, CN=admin')],
    [
      'with its name parts in another order',
      () => authority.issue('CN=admin, OU=it, O=test, C=DE'),
    ],
    ['with a longer name', () => authority.issue('C=DE, O=test, OU=it, CN=admin2')],
    [
      'with name parts inside a value',
      () => authority.issue([{ C: ['DE'] }, { O: ['test'] }, { CN: ['admin,OU=it'] }]),
    ],
    ['with the whole name as a value', () => authority.issue([{ CN: [ADMIN_DN] }])],
    [
      'with a line break in a value',
      () => authority.issue([{ C: ['DE'] }, { O: ['test\nOU=it'] }, { CN: ['admin'] }]),
    ],
    [
      'with a NUL in a value',
      () => authority.issue([{ C: ['DE'] }, { O: ['test'] }, { OU: ['it'] }, { CN: ['admin\0'] }]),
    ],
    [
      'with look-alike letters',
      () => authority.issue([{ C: ['DE'] }, { O: ['test'] }, { OU: ['it'] }, { CN: ['admın'] }]),
    ],
    [
      'with a multi-valued name part',
      () => authority.issue([{ C: ['DE'] }, { O: ['test'] }, { OU: ['it'], CN: ['admin'] }]),
    ],
  ];

  it.each(cases)('does not accept a certificate %s', async (_what, made) => {
    expect(await isSuperAdmin({ by: await made() })).toBe(false);
  });

  it.each([
    ['origin', 'https://evil.example'],
    ['sec-fetch-site', 'none'],
    ['sec-fetch-mode', 'navigate'],
    ['cookie', 'a=b'],
    ['referer', 'https://evil.example/'],
    ['x-forwarded-for', '192.0.2.1'],
    ['forwarded', 'for=192.0.2.1'],
    ['via', '1.1 proxy'],
  ])(
    'does not accept a request with %s, which a browser or proxy has sent',
    async (name, value) => {
      expect(await isSuperAdmin({ by: admin, headers: { [name]: value } })).toBe(false);
    }
  );

  it('does not accept the certificate from a trusted proxy', async () => {
    const behind = await start({ trustedProxies: ['127.0.0.1'] });
    expect(await isSuperAdmin({ by: admin, to: behind })).toBe(false);
    await behind.stop();
  });

  it.each([
    'ssl-client-cert',
    'x-ssl-client-s-dn',
    'x-client-cert',
    '_opendistro_security_ssl_principal',
    'ssl_client_subject_dn',
  ])('does not accept the name in the header %s', async (name) => {
    const [roles, who] = await Promise.all(
      [`${API}/api/roles`, `${API}/whoami`].map((path) =>
        send(path, { headers: { [name]: ADMIN_DN } })
      )
    );
    expect([401, 403]).toContain(roles?.status);
    expect(who?.body.is_admin ?? false).toBe(false);
  });

  it('does not open pages and their API', async () => {
    expect((await send('/api/test/whoami', { by: admin })).status).toBe(401);
    expect((await send('/api/v1/configuration/roles', { by: admin })).status).toBe(401);
  });

  it('still accepts a password beside another certificate', async () => {
    const by = await stranger.issue(ADMIN_NAME);
    const headers = { authorization: basic(ADMIN.username, ADMIN.password) };
    expect((await send(`${API}/authinfo`, { by, headers })).body).toMatchObject({
      user_name: ADMIN.username,
      principal: null,
    });
    const other = await authority.issue('C=DE, CN=somebody');
    expect((await send(`${API}/authinfo`, { by: other, headers })).body).toMatchObject({
      user_name: ADMIN.username,
      principal: 'CN=somebody,C=DE',
      peer_certificates: '2',
    });
    expect((await send(`${API}/whoami`, { by: other })).body).toEqual({
      dn: 'CN=somebody,C=DE',
      is_admin: false,
      is_node_certificate_request: false,
    });
  });
});

it('takes precedence over a password, right or wrong', async () => {
  for (const password of [ADMIN.password, 'wrong']) {
    const headers = { authorization: basic(ADMIN.username, password) };
    const { body } = await send(`${API}/authinfo`, { by: admin, headers });
    expect(body.user_name).toBe(ADMIN_DN);
  }
});

it('rejects the password of a user with the name of the certificate', async () => {
  const password = 'Vintage-Tractor-42';
  await addUser(server, encodeURIComponent(ADMIN_DN), password);
  const headers = { authorization: basic(ADMIN_DN, password) };
  expect((await send(`${API}/authinfo`, { headers })).status).toBe(401);
});

it('explains in the 403 why a certificate was not accepted', async () => {
  await addUser(server, 'plain', 'Vintage-Tractor-42');
  const headers = { authorization: basic('plain', 'Vintage-Tractor-42') };
  const reasonFor = async (sent: Sent) =>
    (await send(`${API}/api/roles`, { ...sent, headers })).body.message;
  expect(await reasonFor({})).toMatch(/admin access\. No client TLS certificate found in request$/);
  const by = await authority.issue('C=DE, CN=x');
  expect(await reasonFor({ by })).toMatch(
    /admin access\. Security admin permissions required but CN=x,C=DE is not an admin$/
  );
});

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('TLS session resumption with %s', (version) => {
  const dial = (options: ConnectionOptions) =>
    new Promise<{ socket: TLSSocket; session: Promise<Buffer> }>((resolve, reject) => {
      const { hostname: host, port } = new URL(server.url);
      const socket = connect({
        host,
        port: Number(port),
        ca: authority.files.cert,
        minVersion: version,
        maxVersion: version,
        ...options,
      });
      const session = new Promise<Buffer>((done) => socket.once('session', done));
      socket.once('secureConnect', () => resolve({ socket, session }));
      socket.once('error', reject);
    });
  const ask = (socket: TLSSocket) =>
    new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.once('close', () => resolve(text));
      socket.write(`GET ${API}/whoami HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    });

  it('is disabled: every connection presents its certificate', async () => {
    const first = await dial({ cert: admin.cert, key: admin.key });
    const answered = ask(first.socket);
    const session = await Promise.race([
      first.session,
      answered.then(() => first.socket.getSession()),
    ]);
    expect(await answered).toContain('"is_admin":true');
    const second = await dial({ session });
    expect(second.socket.isSessionReused()).toBe(false);
    expect(await ask(second.socket)).toContain('"is_admin":false');
  });
});
