/** How a real cluster differs from a folder of files, which also changes behind the server. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  adminClient,
  asAdmin,
  closeClients,
  clusterNode,
  forgetEntities,
  grantServer,
  serverArguments,
} from '../helpers/cluster';
import { PREFIX } from '../helpers/cluster_backend';
import type { HttpClient } from '../helpers/http_client';
import { startServer, type TestServer } from '../helpers/server';
import { temporaryFolder } from '../helpers/temporary_folder';
import { waitForCondition } from '../helpers/wait_for';

jest.setTimeout(120_000);

const PATH = '/api/v1/drift';
const own = (name: string) => `t${process.pid}_${name}`;
const [READER, WRITER] = [own('drift_reader'), own('drift_writer')] as const;
const file = path.join(temporaryFolder(), 'roles.yml');
const text = (permission: string) => `# Owned by the platform team.
${READER}:
  cluster_permissions: ["${permission}"] # for health
${WRITER}:
  cluster_permissions: ["cluster_composite_ops"]
`;
const cluster = adminClient();
const forget = () => forgetEntities(cluster, [`roles/${READER}`, `roles/${WRITER}`]);
/** Past the server, as another tool does. */
const store = (name: string, permission: string) =>
  asAdmin(cluster, 'PUT', `${PREFIX}/roles/${name}`, { cluster_permissions: [permission] });

let server: TestServer;
let admin: HttpClient;
beforeAll(async () => {
  await grantServer(cluster);
  await forget();
  for (const [name, permission] of [
    [READER, 'cluster_monitor'],
    [WRITER, 'cluster_composite_ops'],
  ] as const)
    await store(name, permission);
  writeFileSync(file, text('cluster_monitor'));
  const key = 'opensearch_security.drift.folder';
  server = await startServer({ args: [...serverArguments(), `--${key}=${path.dirname(file)}`] });
  admin = server.client();
  await admin.login('admin', clusterNode().adminPassword);
});
afterAll(async () => {
  await server?.stop();
  await forget();
  await closeClients();
});

interface Drift {
  readonly revision: string;
  readonly differences: readonly { readonly name: string }[];
}
/** Other roles of this cluster may differ, too. */
async function drift() {
  const { revision, differences } = (await admin.get(PATH)).body as Drift;
  return { revision, own: differences.filter(({ name }) => name === READER || name === WRITER) };
}
const send = async (how: string, name: string) => {
  // The server reads the cluster at most once a second.
  await waitForCondition(async () => (await drift()).own.some((one) => one.name === name));
  const { revision } = await drift();
  return admin.post(`${PATH}/${how}`, { revision, entries: [{ kind: 'roles', name }] });
};

it('names no one for a change behind the server, and who made one through it', async () => {
  const path = `/api/v1/configuration/roles/${READER}`;
  await admin.post(path, { cluster_permissions: ['cluster_all'] });
  expect((await drift()).own).toMatchObject([{ changed: { by: 'admin' } }]);
  const history = async () =>
    (await admin.get(`/api/v1/history?type=roles&name=${READER}&per_page=1`)).body.items[0];
  const listed = async () =>
    (await admin.get(`/api/v1/search/roles?search=${READER}&fresh=true`)).body.items[0];
  const found = async () =>
    (await admin.get('/api/v1/findings?fresh=true')).body.findings.find(
      (one: { readonly id: string }) => one.id === `unassigned-role:roles/${READER}`
    )?.objects;
  const object = { type: 'roles', name: READER };
  expect(await history()).not.toHaveProperty('changed_outside');
  expect(await listed()).not.toHaveProperty('changed_outside');
  expect(await found()).toEqual([object]);
  await store(READER, 'cluster_composite_ops');
  const [entry] = (await drift()).own;
  expect(entry).toMatchObject({ changed_outside: true });
  expect(entry).not.toHaveProperty('changed');
  expect(await history()).toMatchObject({ actor: 'admin', changed_outside: true });
  expect(await listed()).toMatchObject({ name: READER, changed_outside: true });
  expect(await found()).toEqual([{ ...object, changed_outside: true }]);
  await store(READER, 'cluster_monitor');
});

it('is found after a change behind the server, and put back', async () => {
  expect((await drift()).own).toEqual([]);
  await store(READER, 'cluster_all');
  const field = { desired: ['cluster_monitor'], actual: ['cluster_all'] };
  expect((await drift()).own).toMatchObject([
    { kind: 'roles', name: READER, fields: [{ field: 'cluster_permissions', ...field }] },
  ]);
  expect(await send('put_back', READER)).toMatchObject({ status: 200 });
  const roles = await asAdmin(cluster, 'GET', `${PREFIX}/roles/${READER}`);
  expect(roles[READER]).toMatchObject({ cluster_permissions: ['cluster_monitor'] });
  expect((await drift()).own).toEqual([]);
  const { body } = await admin.get(`/api/v1/history?type=roles&name=${READER}&per_page=1`);
  expect(body.items).toMatchObject([{ action: 'update', actor: 'admin' }]);
});

it('is accepted into the file, whose comments and other entries stay', async () => {
  await store(READER, 'cluster_all');
  const { status, body } = await send('accept', READER);
  expect([status, body.attributes?.code]).toEqual([200, undefined]);
  expect(readFileSync(file, 'utf8')).toBe(text('cluster_all'));
  expect((await drift()).own).toEqual([]);
});

it('is not put back if the cluster changed after the differences were read', async () => {
  await store(WRITER, 'cluster_all');
  const { revision } = await drift();
  await store(WRITER, 'cluster_monitor');
  const entries = [{ kind: 'roles', name: WRITER }];
  expect(await admin.post(`${PATH}/put_back`, { revision, entries })).toMatchObject({
    status: 409,
  });
});
