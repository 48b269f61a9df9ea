/** Resource sharing over HTTP, with a server on loopback in the place of an OpenSearch 3.4. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';

jest.setTimeout(60_000);

const SHARING = '/api/v1/resource_sharing';
const through = { headers: { securitycluster: 'shop' } };
const RECORD = {
  resource_id: 'n1',
  created_by: { user: 'anna' },
  can_share: true,
  share_with: { read_only: { users: ['joe'] } },
};

/** As 3.7 answers: one more member beside the levels, and the tenant at the top. */
const NEWER_RECORD = {
  ...RECORD,
  resource_id: 'n3',
  tenant: 'hr',
  share_with: { general_access: 'read_only', full_access: { users: ['*'] } },
};

let release = '3.4.0';
let isEnabled = true;
let patches: unknown[] = [];
let cluster: Server;
let server: SecurityServer;
let admin: HttpClient;

/** The responses of a 3.4 with a plugin that registers one type. */
function responseTo(method: string, url: URL, body: string): readonly [number, unknown] {
  const path = url.pathname.replace('/_plugins/_security', '');
  if (path === '/') return [200, { version: { distribution: 'opensearch', number: release } }];
  if (path === '/authinfo') return [200, { user_name: 'anna', roles: [] }];
  if (path === '/dashboardsinfo') return [200, { resource_sharing_enabled: isEnabled }];
  if (path === '/api/resource/types')
    return [200, { types: [{ type: 'note', access_levels: ['full_access', 'read_only'] }] }];
  if (path === '/api/resource/list')
    return [200, { resources: [release === '3.4.0' ? RECORD : NEWER_RECORD] }];
  if (path === '/api/resource/share' && method === 'PATCH') {
    const sent = JSON.parse(body) as { readonly resource_id: string };
    if (sent.resource_id === 'n2') return [403, { error: { reason: 'no permissions for [x]' } }];
    patches.push(sent);
    return [200, { sharing_info: { ...RECORD, share_with: { read_only: { users: ['*'] } } } }];
  }
  return [404, {}];
}

beforeAll(async () => {
  cluster = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://host');
      const [status, json] = responseTo(request.method ?? '', url, body);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => cluster.listen(0, '127.0.0.1', resolve));
  const { port } = cluster.address() as AddressInfo;
  const shop = { hosts: `http://127.0.0.1:${port}`, credentials: 'none' } as const;
  server = await startSecurityServer({ config: { clusters: { shop } } });
});
beforeEach(async () => {
  isEnabled = true;
  release = '3.4.0';
  patches = [];
  admin = await server.admin();
});
afterAll(async () => {
  await server.stop();
  cluster.closeAllConnections();
  cluster.close();
});

it('lists types and resources, and sends only what changes', async () => {
  expect((await admin.get(SHARING, through)).body).toEqual({
    is_enabled: true,
    types: [{ type: 'note', access_levels: ['full_access', 'read_only'] }],
  });
  const { body } = await admin.get(`${SHARING}/resources?type=note`, through);
  expect(body).toEqual({
    total: 1,
    resources: [{ id: 'n1', owner: 'anna', share_with: RECORD.share_with, can_share: true }],
  });
  const add = { read_only: { users: ['*'] } };
  const revoke = { read_only: { users: ['joe'] } };
  const changed = await admin.post(
    `${SHARING}/share`,
    { type: 'note', id: 'n1', add, revoke },
    through
  );
  expect(changed.body).toEqual({ share_with: { read_only: { users: ['*'] } } });
  expect(patches).toEqual([{ resource_id: 'n1', resource_type: 'note', add, revoke }]);
});

it('refuses unknown types and levels, and says who can share', async () => {
  const codeOf = async (body: object) => {
    const { body: answer } = await admin.post(`${SHARING}/share`, body, through);
    return answer.attributes.code as string;
  };
  const add = { owner: { users: ['joe'] } };
  expect(await codeOf({ type: 'note', id: 'n1', add })).toBe('security.unknown_access_level');
  expect(await codeOf({ type: 'x', id: 'n1', add })).toBe('security.unknown_resource_type');
  const revoke = { read_only: { users: ['joe'] } };
  expect(await codeOf({ type: 'note', id: 'n2', revoke })).toBe('security.not_shareable');
  expect(patches).toEqual([]);
});

it('reads and sends general access of a cluster from 3.7', async () => {
  release = '3.7.0';
  const { body } = await admin.get(`${SHARING}/resources?type=note`, through);
  expect(body.resources).toEqual([
    {
      id: 'n3',
      owner: 'anna',
      tenant: 'hr',
      can_share: true,
      general_access: 'read_only',
      share_with: { full_access: { users: ['*'] } },
    },
  ]);
  const change = { type: 'note', id: 'n3' };
  await admin.post(`${SHARING}/share`, { ...change, general_access: null }, through);
  const unknown = { ...change, general_access: 'owner' };
  expect((await admin.post(`${SHARING}/share`, unknown, through)).status).toBe(400);
  expect(patches).toEqual([{ resource_id: 'n3', resource_type: 'note', general_access: null }]);
});

it('is absent from clusters that have it turned off, and from the embedded engine', async () => {
  isEnabled = false;
  expect((await admin.get(SHARING, through)).body).toEqual({ is_enabled: false, types: [] });
  expect((await admin.get(`${SHARING}/resources?type=note`, through)).status).toBe(501);
  expect((await admin.get(SHARING)).body).toEqual({ is_enabled: false, types: [] });
});
