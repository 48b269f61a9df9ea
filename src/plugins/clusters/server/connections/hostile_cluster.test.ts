/** A connected cluster that answers with all kinds of content, to every request that reads it. */
import {
  clusterOf,
  FAKE_PASSWORD,
  FakeCluster,
  healthy,
} from '../../../../../test/helpers/fake_cluster';
import {
  type Answer,
  answerOf,
  LARGE_ANSWERS,
  CLUSTER_QUESTIONS,
  STRANGE_ANSWERS,
} from '../../../../../test/helpers/hostile_answers';
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

/** Asks while the cluster proves who the caller is, and then answers this. */
async function outcomes(
  answer: Answer,
  questions: typeof CLUSTER_QUESTIONS
): Promise<readonly string[]> {
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

const refusals = (questions: typeof CLUSTER_QUESTIONS) =>
  questions.map(([, path]) => `${path} 502 core.backend.cluster_malformed`);

it.each(Object.entries(LARGE_ANSWERS))('refuses %s with 502', async (_name, answer) => {
  const questions = CLUSTER_QUESTIONS.slice(0, 5);
  expect(await outcomes(answer, questions)).toEqual(refusals(questions));
});

it.each(Object.entries(STRANGE_ANSWERS))('refuses %s with 502', async (_name, answer) => {
  expect(await outcomes(answer, CLUSTER_QUESTIONS)).toEqual(refusals(CLUSTER_QUESTIONS));
});

it('refuses users without their members with 502', async () => {
  remote.respond = (request, response) =>
    request.url?.endsWith('/api/internalusers')
      ? answerOf('{"odd":{}}')(response)
      : healthy(request, response);
  const { status, body: answer } = await admin.get('/api/v1/search/internalusers', there);
  expect([status, answer.attributes.code]).toEqual([502, 'core.backend.cluster_malformed']);
});

it('tells an administrator what to check, without the text of the answer', async () => {
  await outcomes(answerOf('<!doctype html><title>Intranet</title>', 'text/html'), []);
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
