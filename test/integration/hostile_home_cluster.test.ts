/** The cluster of the installation itself answers with all kinds of content, to HTTP requests. */
import { startWholeServer, type WholeServer } from '../../src/dev/openapi/whole_server';
import {
  FAKE_AUTHORIZATION,
  FAKE_PASSWORD,
  FakeCluster,
  healthy,
  json,
} from '../helpers/fake_cluster';
import { HttpClient } from '../helpers/http_client';
import {
  type Answer,
  CLUSTER_QUESTIONS,
  LARGE_ANSWERS,
  STRANGE_ANSWERS,
} from '../helpers/hostile_answers';

jest.setTimeout(120_000);

let home: FakeCluster;
let server: WholeServer;
beforeAll(async () => {
  home = await FakeCluster.start();
  server = await startWholeServer({
    args: [
      `--opensearch.hosts=${home.url}`,
      '--opensearch.username=root',
      `--opensearch.password=${FAKE_PASSWORD}`,
    ],
  });
});
afterEach(() => home.reset());
afterAll(async () => {
  await server?.stop();
  home?.close();
});

const MALFORMED = 'core.backend.cluster_malformed';
const basic = { headers: { authorization: FAKE_AUTHORIZATION } };
const ROOT = {
  user_name: 'root',
  roles: ['all_access'],
  tenants: { root: true, global_tenant: true },
};

/** What this cluster is asked for by a request: of a page, of a script, of another product. */
const QUESTIONS: typeof CLUSTER_QUESTIONS = [
  ...CLUSTER_QUESTIONS,
  ['GET', '/api/v1/change_requests'],
  ['GET', '/api/saved_objects/_find?type=dashboard'],
  ['GET', '/api/saved_objects/dashboard/x'],
  ['GET', '/api/kibana/settings'],
  ['POST', '/api/saved_objects/dashboard/x', { attributes: { title: 'x' } }],
  ['POST', '/api/core/preferences', { changes: { 'theme:darkMode': true } }],
];

/** Makes the cluster prove who the caller is, and then answer this. */
function answerWith(answer: Answer): void {
  home.respond = (request, response) => {
    if (request.url?.endsWith('/authinfo')) return json(response, 200, ROOT);
    const isOpening = request.url === '/' || /permissionsinfo/.test(request.url ?? '');
    return isOpening ? healthy(request, response) : answer(response);
  };
}

async function outcomes(questions: typeof QUESTIONS): Promise<readonly string[]> {
  const client = new HttpClient(server.url);
  const found: string[] = [];
  for (const [method, path, sent] of questions) {
    const response =
      method === 'GET' ? await client.get(path, basic) : await client.post(path, sent, basic);
    found.push(`${path} ${response.status} ${response.body?.attributes?.code}`);
  }
  return found;
}

const refusals = (questions: typeof QUESTIONS) =>
  questions.map(([, path]) => `${path} 502 ${MALFORMED}`);

it.each(Object.entries(LARGE_ANSWERS))('refuses %s with 502', async (_name, answer) => {
  const questions = QUESTIONS.slice(0, 5);
  answerWith(answer);
  expect(await outcomes(questions)).toEqual(refusals(questions));
});

it.each(Object.entries(STRANGE_ANSWERS))('refuses %s with 502', async (_name, answer) => {
  answerWith(answer);
  expect(await outcomes(QUESTIONS)).toEqual(refusals(QUESTIONS));
});

const NO_JSON = ['a text that ends early', 'HTML', 'HTML as JSON', 'a redirect'];
const ALL_ANSWERS = Object.entries({ ...LARGE_ANSWERS, ...STRANGE_ANSWERS });

it.each(ALL_ANSWERS)('a login and a change meet %s, and are refused', async (name, answer) => {
  home.respond = (request, response) =>
    request.url === '/' ? healthy(request, response) : answer(response);
  const login = await new HttpClient(server.url).login('root', FAKE_PASSWORD);
  expect([login.status, login.text]).toEqual([502, expect.stringContaining(MALFORMED)]);
  answerWith(answer);
  const change = { cluster_permissions: ['read'] };
  const path = '/api/v1/configuration/roles/added';
  const { status, body } = await new HttpClient(server.url).post(path, change, basic);
  // Guardrails in another form than ours are not passed over.
  const isOtherForm = name === 'lists and numbers as members';
  expect([status, body.attributes.code]).toEqual(
    isOtherForm ? [503, 'core.engine.guardrails_unreadable'] : [502, MALFORMED]
  );
  expect(home.requests.filter((one) => one.endsWith('/added') && !one.startsWith('GET'))).toEqual(
    []
  );
});

it.each(ALL_ANSWERS)('scripts get %s as 502, or as it is if JSON', async (name, answer) => {
  answerWith(answer);
  const { status } = await new HttpClient(server.url).get('/_plugins/_security/api/roles', basic);
  const isRefused = name in LARGE_ANSWERS || NO_JSON.includes(name) || /interim/.test(name);
  expect(status).toBe(isRefused ? 502 : 200);
});

it('a page is replaced by one that tries again, and says what to check', async () => {
  answerWith(LARGE_ANSWERS['15,000,000 brackets'] as Answer);
  const headers = { ...basic.headers, accept: 'text/html' };
  const page = await new HttpClient(server.url).get('/app/home', { headers });
  expect([page.status, page.headers.get('retry-after')]).toEqual([502, '10']);
  expect(page.text).toContain('is not available right now');
  expect(page.text).toContain('respond like OpenSearch');
});
