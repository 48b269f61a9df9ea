/** A server on loopback in the place of a cluster: its security configuration, in memory. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const FAKE_USER = { username: 'root', password: 'Other-secret-42' };
const OWN = `Basic ${Buffer.from(`${FAKE_USER.username}:${FAKE_USER.password}`).toString('base64')}`;

type Entries = Record<string, object>;

export interface WritableCluster {
  readonly url: string;
  /** Entries by kind, as the security plugin returns them. */
  readonly entries: Record<string, Entries>;
  /** Requests are answered with this status while it is set. */
  failsWith: number | undefined;
  stop(): Promise<void>;
}

export async function startWritableCluster(
  entries: Record<string, Entries>
): Promise<WritableCluster> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const json = (status: number, body: object) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(body));
    const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
    const sent = await text(request);
    if (cluster.failsWith !== undefined) return json(cluster.failsWith, {});
    if (request.headers.authorization !== OWN) return json(401, {});
    if (path === '/')
      return json(200, { version: { distribution: 'opensearch', number: '3.4.0' } });
    if (path.endsWith('/authinfo')) return json(200, { user_name: 'root', roles: [] });
    if (path.endsWith('/permissionsinfo')) return json(200, { has_api_access: true });
    if (path.endsWith('/securityconfig')) return json(200, { config: { dynamic: {} } });
    const [, kind = '', name] = /\/api\/([a-z]+)(?:\/(.+))?$/.exec(path) ?? [];
    const stored = (entries[kind] ??= {});
    if (name === undefined) return json(200, stored);
    const found = stored[name];
    if (request.method === 'PUT') {
      stored[name] = { reserved: false, hidden: false, static: false, ...JSON.parse(sent) };
      return json(found ? 200 : 201, { status: found ? 'OK' : 'CREATED', message: `'${name}'.` });
    }
    if (!found) return json(404, { status: 'NOT_FOUND', message: `${kind} '${name}' not found.` });
    if (request.method === 'DELETE') delete stored[name];
    return json(
      200,
      request.method === 'DELETE' ? { status: 'OK', message: '' } : { [name]: found }
    );
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cluster: WritableCluster = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    entries,
    failsWith: undefined,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return cluster;
}
