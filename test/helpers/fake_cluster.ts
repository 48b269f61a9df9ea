/** A server on loopback in the place of a cluster, with the few responses that are needed. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Respond = (request: IncomingMessage, response: ServerResponse) => void;

export const json = (response: ServerResponse, status: number, body: object) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export const FAKE_PASSWORD = 'Other-secret-42';
const OWN = `Basic ${Buffer.from(`root:${FAKE_PASSWORD}`).toString('base64')}`;
const REMOTE = {
  ...{ reserved: false, hidden: false, static: false },
  ...{ cluster_permissions: ['cluster_monitor'], index_permissions: [], tenant_permissions: [] },
};

/** A cluster with one role, for the user root with `FAKE_PASSWORD`. */
export const healthy: Respond = (request, response) => {
  const path = (request.url ?? '').split('?')[0] ?? '';
  if (request.headers['authorization'] !== OWN) return json(response, 401, {});
  if (path === '/')
    return json(response, 200, { version: { distribution: 'opensearch', number: '3.4.0' } });
  if (path.endsWith('/authinfo')) return json(response, 200, { user_name: 'root', roles: [] });
  if (path.endsWith('/permissionsinfo')) return json(response, 200, { has_api_access: true });
  if (path.endsWith('/api/roles') || path.endsWith('/api/roles/remote'))
    return json(response, 200, { remote: REMOTE });
  if (path.endsWith('/securityconfig')) return json(response, 200, { config: { dynamic: {} } });
  return json(response, /\/api\/[a-z]+\/./.test(path) ? 404 : 200, {});
};

export class FakeCluster {
  respond: Respond = healthy;
  /** Method and path of each request since the last `reset`. */
  requests: string[] = [];
  private readonly server = createServer((request, response) => {
    this.requests.push(`${request.method} ${request.url}`);
    this.respond(request, response);
  });

  static async start(): Promise<FakeCluster> {
    const cluster = new FakeCluster();
    await new Promise<void>((resolve) => cluster.server.listen(0, '127.0.0.1', resolve));
    return cluster;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  reset(): void {
    this.respond = healthy;
    this.requests = [];
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
