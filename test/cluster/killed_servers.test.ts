/**
 * Three servers on one cluster behind a load balancer, each killed in turn while users work: no
 * acknowledged change and no session is lost.
 */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
import { HttpClient } from '../helpers/http_client';
import { startServer, type TestServer } from '../helpers/server';
import { waitForCondition } from '../helpers/wait_for';

jest.setTimeout(300_000);

const SERVERS = 3;
/** Minimum number of each kind of operation between two kills. */
const ROUNDS = 5;
const cluster = adminClient();
const servers: TestServer[] = [];
const tenants: string[] = [];
let balancer: Server;
let balancerUrl: string;

const start = () => startServer({ args: serverArguments() });

/** Round robin; skips servers that refuse the connection. */
async function openBalancer(): Promise<void> {
  let turn = 0;
  balancer = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    for (let attempt = 0; attempt < SERVERS; attempt++) {
      const { url } = servers[turn++ % SERVERS] as TestServer;
      try {
        const result = await passedOn(url, request, Buffer.concat(parts));
        response.writeHead(result.statusCode ?? 502, result.headers);
        return void result.on('error', () => response.destroy()).pipe(response);
      } catch (error) {
        // A request that may have been processed is not sent again.
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') break;
      }
    }
    response.writeHead(502).end();
  });
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  balancerUrl = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
}

async function passedOn(
  url: string,
  { method, url: path, headers }: IncomingMessage,
  body: Buffer
): Promise<IncomingMessage> {
  const asked = httpRequest(url + path, { method, headers, agent: false });
  asked.end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response;
}

beforeAll(async () => {
  await grantServer(cluster);
  for (let count = 0; count < SERVERS; count++) servers.push(await start());
  await openBalancer();
});
afterAll(async () => {
  balancer?.closeAllConnections();
  balancer?.close();
  for (const server of servers) await server.stop();
  await forgetEntities(
    cluster,
    tenants.map((name) => `tenants/${name}`)
  );
  await closeClients();
});

// @backend cluster/14
it('loses no acknowledged write and no session when any server is killed', async () => {
  const acknowledged: string[] = [];
  const sessions: HttpClient[] = [];
  const errors = new Set<number>();
  let isOver = false;
  const login = async (): Promise<HttpClient | undefined> => {
    const client = new HttpClient(balancerUrl);
    const response = await client
      .login('admin', clusterNode().adminPassword)
      .catch(() => undefined);
    if (response?.status === 200) sessions.push(client);
    else errors.add(response?.status ?? 0);
    return response?.status === 200 ? client : undefined;
  };
  const writing = async (): Promise<void> => {
    const client = (await login()) as HttpClient;
    while (!isOver) {
      const name = `killed_${tenants.length}`;
      tenants.push(name);
      const path = `/api/v1/configuration/tenants/${name}`;
      const response = await client.post(path, { description: name }).catch(() => undefined);
      if (response?.status === 200) acknowledged.push(name);
      else errors.add(response?.status ?? 0);
    }
  };
  const signing = async (): Promise<void> => {
    while (!isOver) await login();
  };
  const work = Promise.all([writing(), signing()]);
  const goOn = async (): Promise<void> => {
    const [writes, begun] = [acknowledged.length, sessions.length];
    await waitForCondition(
      () => acknowledged.length >= writes + ROUNDS && sessions.length >= begun + ROUNDS
    );
  };
  try {
    for (let dead = 0; dead < SERVERS; dead++) {
      await goOn();
      const server = servers[dead] as TestServer;
      await server.kill();
      await rm(server.dataDir, { recursive: true, force: true });
      await goOn();
      servers[dead] = await start();
    }
    await goOn();
  } finally {
    isOver = true;
    await work;
  }
  // Requests to a killed server fail with 502, and no request loses its session.
  expect([...errors].filter((status) => status !== 502)).toEqual([]);
  const there = await asAdmin(cluster, 'GET', `${PREFIX}/tenants`);
  expect(acknowledged.filter((name) => !Object.hasOwn(there, name))).toEqual([]);
  for (const { url } of servers) {
    const statuses = new Set<number>();
    for (const session of sessions) {
      const headers = { cookie: session.cookieHeader() };
      const account = await new HttpClient(url).get('/api/v1/configuration/account', { headers });
      statuses.add(account.status);
    }
    expect([...statuses]).toEqual([200]);
  }
});
