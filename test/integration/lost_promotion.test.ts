/** The history of a cluster that is lost within a change of several entries, and comes back. */
import { startWholeServer, type WholeServer } from '../../src/dev/openapi/whole_server';
import { clusterOf, FAKE_AUTHORIZATION, FAKE_PASSWORD, FakeCluster } from '../helpers/fake_cluster';
import { withDocuments } from '../helpers/fake_documents';
import { HttpClient } from '../helpers/http_client';
import { waitForCondition } from '../helpers/wait_for';

jest.setTimeout(120_000);

const entries: Record<string, Record<string, object>> = { roles: {} };
const basic = { headers: { authorization: FAKE_AUTHORIZATION } };
let cluster: FakeCluster;
let server: WholeServer;
beforeAll(async () => {
  cluster = await FakeCluster.start(withDocuments(clusterOf(entries)));
  server = await startWholeServer({
    args: [
      `--opensearch.hosts=${cluster.url}`,
      '--opensearch.username=root',
      `--opensearch.password=${FAKE_PASSWORD}`,
    ],
  });
});
afterAll(async () => {
  await server?.stop();
  cluster?.close();
});

it('has what was made, also by the request whose answer was lost, and nothing else', async () => {
  const client = new HttpClient(server.url);
  const answer = cluster.respond;
  let isLost = false;
  cluster.respond = async (request, response) => {
    if (isLost) return request.socket.destroy();
    const isLast = request.method === 'PUT' && request.url?.endsWith('/lost_2') === true;
    if (!isLast) return answer(request, response);
    // The cluster makes the change, and dies before it answers.
    isLost = true;
    response.end = (() => request.socket.destroy()) as never;
    return answer(request, response);
  };
  const changes = ['lost_1', 'lost_2', 'lost_3'].map((name) => ({
    kind: 'roles',
    name,
    action: 'create',
    entry: { cluster_permissions: ['read'] },
  }));
  const path = '/api/v1/configuration_files/_import';
  const { status, body } = await client.post(path, { changes }, basic);
  expect([status, body]).toMatchObject([
    200,
    {
      is_done: false,
      results: [
        { name: 'lost_1', is_done: true },
        { name: 'lost_2', state: 'unknown' },
        { name: 'lost_3', state: 'not_tried' },
      ],
    },
  ]);
  expect(Object.keys(entries['roles'] as object)).toEqual(['lost_1', 'lost_2']);
  cluster.reset();
  const recorded = async (): Promise<readonly object[]> => {
    const found = await client.get('/api/v1/history?per_page=50', basic);
    return found.status === 200 ? found.body.items : [];
  };
  // The second one is recorded once the server has seen that it was made.
  await waitForCondition(async () => (await recorded()).length >= 2);
  expect(await recorded()).toMatchObject(
    ['lost_2', 'lost_1'].map((name) => ({ type: 'roles', name, action: 'create', actor: 'root' }))
  );
});
