/**
 * Callers with fewer permissions than a user, on a separate cluster node: holders of an
 * on-behalf-of token, and anonymous users.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { FOR_TESTS } from '../../scripts/lib/cluster/configuration';
import { startNode, stopNode } from '../../scripts/lib/cluster/node';
import { releaseOf } from '../../scripts/lib/cluster/versions';
import { freePort } from '../../scripts/lib/tests/cluster';
import type { Backend } from '../../src/backend/api';
import { PASSWORDS } from '../../src/backend/testing/domains';
import { asAdmin, clientAs, closeClients, clusterNode, grantServer } from '../helpers/cluster';
import {
  clientOf,
  closeBackends,
  openBackend,
  PREFIX,
  loggedIn,
  type Client,
} from '../helpers/cluster_backend';

jest.setTimeout(300_000);

const PASSWORD = 'Vintage-Tractor-42';
const STOLEN = 'Stolen-Account-9-Wizard';
const OWNER = 'chief';
const VISITOR = 'opendistro_security_anonymous';
const DYNAMIC = {
  http: { anonymous_auth_enabled: true },
  authc: { basic: PASSWORDS },
  on_behalf_of: {
    enabled: true,
    signing_key: Buffer.alloc(64, 7).toString('base64'),
    encryption_key: Buffer.alloc(32, 9).toString('base64'),
  },
};

const folder = mkdtempSync(path.join(tmpdir(), 'sd-delegated-'));
const nodeDir = path.join(folder, 'node');
let backend: Backend;
let owner: Client;

beforeAll(async () => {
  // Nodes started by root run as another user.
  chmodSync(folder, 0o755);
  const securityConfig = mkdtempSync(path.join(folder, 'security-'));
  const config = { _meta: { type: 'config', config_version: 2 }, config: { dynamic: DYNAMIC } };
  writeFileSync(path.join(securityConfig, 'config.yml'), stringify(config));
  const release = releaseOf(clusterNode().version);
  const port = await freePort();
  const node = await startNode({ release, dir: nodeDir, port, securityConfig, ...FOR_TESTS });
  const tls = {
    verificationMode: 'full',
    certificateAuthorities: node.ca,
    alwaysPresentCertificate: false,
  } as const;
  const admin = clientAs('', '', {
    hosts: [node.url],
    username: undefined,
    ssl: { ...tls, certificate: node.adminCertificate, key: node.adminKey },
  });
  await grantServer(admin);
  const entry = { password: PASSWORD, backend_roles: ['admin'] };
  await asAdmin(admin, 'PUT', `${PREFIX}/internalusers/${OWNER}`, entry);
  await asAdmin(admin, 'PUT', `${PREFIX}/rolesmapping/kibana_user`, { users: [VISITOR] });
  backend = await openBackend({ cluster: { hosts: [node.url], ssl: tls } });
  owner = clientOf(backend, await loggedIn(backend, OWNER, PASSWORD));
});
afterAll(async () => {
  await closeBackends();
  await closeClients();
  await stopNode(nodeDir);
  rmSync(folder, { recursive: true, force: true });
});

it('gives anonymous users no private tenant, and read-only access to the global one', async () => {
  const visitor = { kind: 'anonymous', remoteAddress: '192.0.2.7' } as const;
  const identity = await backend.engine.identify(visitor);
  expect([identity?.userName, { ...identity?.tenants }]).toEqual([
    VISITOR,
    { global_tenant: false },
  ]);
});

// @asvs V2.10/7
it('denies an on-behalf-of token the entry of its owner and further tokens', async () => {
  const made = await owner('POST', '/api/generateonbehalfoftoken', { description: 'd' });
  expect(made).toMatchObject({ statusCode: 200 });
  const token = (made.body as { authenticationToken: string }).authenticationToken;
  const headers = { authorization: `Bearer ${token}` };
  const proof = await backend.login.authenticate({ headers, remoteAddress: '192.0.2.7' });
  if (!proof.ok) throw new Error(proof.reason);
  const caller = { kind: 'user', principal: proof.principal } as const;
  expect(await backend.engine.identify(caller)).toMatchObject({
    userName: OWNER,
    isDelegated: true,
  });
  const delegated = clientOf(backend, caller);
  const entry = { password: STOLEN, backend_roles: ['admin'] };
  const place = `/api/internalusers/${OWNER}`;
  const responses = [
    await delegated('PUT', place, entry),
    await delegated('PATCH', place, [{ op: 'add', path: '/password', value: STOLEN }]),
    await delegated('PATCH', '/api/internalusers', [
      { op: 'add', path: `/${OWNER}`, value: entry },
    ]),
    await delegated('DELETE', place),
    await delegated('PUT', '/api/account', { password: STOLEN, current_password: PASSWORD }),
    await delegated('POST', '/api/generateonbehalfoftoken', { description: 'd' }),
  ];
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 403));
  await loggedIn(backend, OWNER, PASSWORD);
  const other = await delegated('PUT', '/api/internalusers/other', entry);
  expect(other.statusCode).toBe(201);
});
