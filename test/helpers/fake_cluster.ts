/** A server on loopback in the place of a cluster, with the few responses that are needed. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { CLUSTER_LIMITS } from '../../src/contracts/limits';

export type Respond = (request: IncomingMessage, response: ServerResponse) => unknown;

export const json = (response: ServerResponse, status: number, body: object) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** More interim responses (1xx) to a request than this end it. */
export const MAX_INTERIM_RESPONSES = CLUSTER_LIMITS.interimResponses;

export const FAKE_PASSWORD = 'Other-secret-42';
export const FAKE_AUTHORIZATION = `Basic ${Buffer.from(`root:${FAKE_PASSWORD}`).toString('base64')}`;
const MARKS = { reserved: false, hidden: false, static: false };
export const FAKE_ROLE = {
  ...MARKS,
  cluster_permissions: ['cluster_monitor'],
  index_permissions: [],
  tenant_permissions: [],
};

/** The security configuration of a cluster by kind and name, as the plugin returns it. */
type Entries = Record<string, Record<string, object>>;

/** Of a patch of a collection, for whole entries with plain names. */
interface Operation {
  readonly op: 'add' | 'remove';
  readonly path: string;
  readonly value?: object;
}

interface ClusterDetails {
  /** Default: one that the product was tried with. */
  readonly release?: string;
  /** `config.dynamic` of its security configuration. */
  readonly dynamic?: object;
}

/** A cluster with these entries, for the user root with `FAKE_PASSWORD`. Requests change them. */
export const clusterOf =
  (entries: Entries, { release = '3.4.0', dynamic = {} }: ClusterDetails = {}): Respond =>
  async (request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
    const sent = await text(request);
    if (request.headers['authorization'] !== FAKE_AUTHORIZATION) return json(response, 401, {});
    if (path === '/')
      return json(response, 200, { version: { distribution: 'opensearch', number: release } });
    if (path.endsWith('/authinfo')) return json(response, 200, { user_name: 'root', roles: [] });
    if (path.endsWith('/permissionsinfo')) return json(response, 200, { has_api_access: true });
    if (path.endsWith('/securityconfig')) return json(response, 200, { config: { dynamic } });
    const [, kind = '', name] = /\/api\/([a-z]+)(?:\/(.+))?$/.exec(path) ?? [];
    const stored = (entries[kind] ??= {});
    if (name === undefined && request.method === 'PATCH') {
      for (const { op, path: at, value } of JSON.parse(sent) as readonly Operation[])
        if (op === 'remove') delete stored[at.slice(1)];
        else stored[at.slice(1)] = { ...MARKS, ...value };
      return json(response, 200, { message: 'Resource updated.' });
    }
    if (name === undefined) return json(response, 200, stored);
    const found = stored[name];
    if (request.method === 'PUT' && sent === '')
      return json(response, 400, { reason: 'Request body required for this action.' });
    if (request.method === 'PUT') {
      // The plugin returns all fields of a role.
      const empty = { ...FAKE_ROLE, cluster_permissions: [] };
      stored[name] = { ...(kind === 'roles' ? empty : MARKS), ...JSON.parse(sent) };
      return json(response, found ? 200 : 201, { message: `'${name}'.` });
    }
    if (!found) return json(response, 404, { message: `${kind} '${name}' not found.` });
    if (request.method === 'DELETE') delete stored[name];
    return json(response, 200, request.method === 'DELETE' ? { message: '' } : { [name]: found });
  };

/** A cluster with one role. */
export const healthy = clusterOf({ roles: { remote: FAKE_ROLE } });

export class FakeCluster {
  respond: Respond;
  /** Method and path of each request since the last `reset`. */
  requests: string[] = [];
  private readonly server = createServer((request, response) => {
    this.requests.push(`${request.method} ${request.url}`);
    this.respond(request, response);
  });

  private constructor(private readonly normal: Respond) {
    this.respond = normal;
  }

  /** @param normal - how it answers unless a test says otherwise, until `reset` */
  static async start(normal: Respond = healthy): Promise<FakeCluster> {
    const cluster = new FakeCluster(normal);
    await new Promise<void>((resolve) => cluster.server.listen(0, '127.0.0.1', resolve));
    return cluster;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  reset(): void {
    this.respond = this.normal;
    this.requests = [];
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
