/** A connected cluster that answers with all kinds of content, to every request that reads it. */
import type { ServerResponse } from 'node:http';
import {
  clusterOf,
  FAKE_PASSWORD,
  FakeCluster,
  healthy,
  MAX_INTERIM_RESPONSES,
} from '../../../../../test/helpers/fake_cluster';
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';

jest.setTimeout(120_000);

let remote: FakeCluster;
let server: SecurityServer;
let admin: HttpClient;
const there = { headers: { securitycluster: 'other' } };

beforeAll(async () => {
  remote = await FakeCluster.start();
  const hosts = [remote.url];
  const other = {
    hosts,
    credentials: 'service',
    username: 'root',
    password: FAKE_PASSWORD,
  } as const;
  server = await startSecurityServer({ config: { clusters: { other } } });
  admin = await server.admin();
});
afterEach(() => remote.reset());
afterAll(async () => {
  await server.stop();
  remote.close();
});

const body =
  (text: string, type = 'application/json') =>
  (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': type }).end(text);

type Answer = (response: ServerResponse) => void;

/** Within the bytes of an answer, and beyond what is parsed. */
const LARGE_ANSWERS: Readonly<Record<string, Answer>> = {
  'JSON of 200,000 levels': body('{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000)),
  '15,000,000 brackets': body('['.repeat(15_000_000)),
  '4,000,000 values': body(`[${'[0,0,0,0],'.repeat(800_000)}0]`),
  '300,000 members': body(
    `{${Array.from({ length: 300_000 }, (_, at) => `"${at}":{}`).join(',')}}`
  ),
};

const STRANGE_ANSWERS: Readonly<Record<string, Answer>> = {
  'a text that ends early': body('{"a":{'),
  HTML: body('<!doctype html><title>Log in</title>', 'text/html'),
  'HTML as JSON': body('<!doctype html><title>Log in</title>'),
  'a redirect': (response) => void response.writeHead(302, { location: '/login' }).end(),
  'a list': body('[1,2,3]'),
  'a number': body('42'),
  null: body('null'),
  'no body': body(''),
  'lists and numbers as members': body(
    JSON.stringify({
      hits: [1],
      _shards: 7,
      fields: [],
      indices: [1],
      resource_sharing_enabled: true,
      types: 7,
      config: [],
      remote: [1],
      tenants: 7,
      roles: 7,
    })
  ),
  // Counted as they arrive. Without the limit, the end of the connection is another error.
  'interim responses beyond the limit': (response) => {
    for (let sent = 0; sent <= MAX_INTERIM_RESPONSES; sent++) response.writeContinue();
    response.socket?.end();
  },
};

/** What a connected cluster is asked for: the request of a page, or the call of a script. */
const QUESTIONS: ReadonlyArray<readonly [method: 'GET' | 'POST', path: string, body?: object]> = [
  ['GET', '/api/v1/configuration/roles'],
  ['GET', '/api/v1/configuration/roles/remote'],
  ['GET', '/api/v1/configuration/audit'],
  ['GET', '/api/v1/configuration/securityconfig'],
  ['GET', '/api/v1/search/roles'],
  ['GET', '/api/v1/access/effective?user=jane'],
  ['GET', '/api/v1/findings'],
  ['GET', '/api/v1/history'],
  ['GET', '/api/v1/audit/events'],
  ['GET', '/api/v1/resource_sharing'],
  ['GET', '/api/v1/suggestions/fields?index=a'],
  ['POST', '/api/v1/dls/preview', { index: ['a*'], query: '{"match_all":{}}' }],
  ['POST', '/api/v1/access/usage', { role: 'remote', days: 7 }],
];

/** Asks while the cluster proves who the caller is, and then answers this. */
async function outcomes(answer: Answer, questions: typeof QUESTIONS): Promise<readonly string[]> {
  remote.respond = (request, response) => {
    const isOpening = request.url === '/' || /authinfo|permissionsinfo/.test(request.url ?? '');
    return isOpening ? healthy(request, response) : answer(response);
  };
  const found: string[] = [];
  for (const [method, path, sent] of questions) {
    const response =
      method === 'GET' ? await admin.get(path, there) : await admin.post(path, sent, there);
    found.push(`${path} ${response.status} ${response.body?.attributes?.code}`);
  }
  return found;
}

const refusals = (questions: typeof QUESTIONS) =>
  questions.map(([, path]) => `${path} 502 core.backend.cluster_malformed`);

it.each(Object.entries(LARGE_ANSWERS))('refuses %s with 502', async (_name, answer) => {
  const questions = QUESTIONS.slice(0, 5);
  expect(await outcomes(answer, questions)).toEqual(refusals(questions));
});

it.each(Object.entries(STRANGE_ANSWERS))('refuses %s with 502', async (_name, answer) => {
  expect(await outcomes(answer, QUESTIONS)).toEqual(refusals(QUESTIONS));
});

it('refuses users without their members with 502', async () => {
  remote.respond = (request, response) =>
    request.url?.endsWith('/api/internalusers')
      ? body('{"odd":{}}')(response)
      : healthy(request, response);
  const { status, body: answer } = await admin.get('/api/v1/search/internalusers', there);
  expect([status, answer.attributes.code]).toEqual([502, 'core.backend.cluster_malformed']);
});

it('tells an administrator what to check, without the text of the answer', async () => {
  await outcomes(body('<!doctype html><title>Intranet</title>', 'text/html'), []);
  const { body: answer } = await admin.get('/api/v1/configuration/roles', there);
  expect(answer.message).toContain("doesn't respond like OpenSearch");
  expect(JSON.stringify(answer)).not.toContain('Intranet');
});

it('lost within a promotion, leaves a report of what is done, unknown and not tried', async () => {
  const entries: Parameters<typeof clusterOf>[0] = { roles: {} };
  const answer = clusterOf(entries);
  remote.respond = (request, response) => {
    if (request.method !== 'PUT' || !request.url?.endsWith('/lost_2'))
      return answer(request, response);
    remote.respond = (_request, later) => later.destroy();
    return response.destroy();
  };
  const changes = ['lost_1', 'lost_2', 'lost_3'].map((name) => ({
    kind: 'roles',
    name,
    action: 'create',
    entry: { cluster_permissions: ['read'] },
  }));
  const path = '/api/v1/configuration_files/_import';
  const { status, body: report } = await admin.post(path, { changes }, there);
  expect([status, report]).toMatchObject([
    200,
    {
      is_done: false,
      results: [
        { name: 'lost_1', is_done: true },
        { name: 'lost_2', state: 'unknown', code: 'core.backend.cluster_change_lost' },
        { name: 'lost_3', state: 'not_tried', code: 'core.backend.not_tried' },
      ],
    },
  ]);
  expect(Object.keys(entries['roles'] ?? {})).toEqual(['lost_1']);
});
