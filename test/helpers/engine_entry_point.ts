/**
 * The embedded engine behind a minimal HTTP server with Basic authentication, for tests of its
 * protocol with clients written for a cluster.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EmbeddedEngine, EngineCaller, HttpMethod } from '../../src/backend/embedded';

export interface EngineEntryPoint {
  readonly url: string;
  stop(): Promise<void>;
}

export async function openEngineEntryPoint(engine: EmbeddedEngine): Promise<EngineEntryPoint> {
  const server = createServer((request, response) => {
    received(engine, request, response).catch((error: unknown) => {
      response.statusCode = 599;
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function received(
  engine: EmbeddedEngine,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://engine');
  const rawBody = await bodyOf(request);
  const headers = request.headers as Record<string, string | undefined>;
  const caller = await callerOf(engine, headers);
  const { authorization: _secret, ...others } = headers;
  const result = await engine.request(caller, {
    method: request.method as HttpMethod,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: others,
    ...(rawBody === '' ? {} : { rawBody }),
  });
  response.writeHead(result.statusCode, result.headers);
  response.end(typeof result.body === 'string' ? result.body : JSON.stringify(result.body));
}

async function callerOf(
  engine: EmbeddedEngine,
  headers: Record<string, string | undefined>
): Promise<EngineCaller> {
  const remoteAddress = '127.0.0.1';
  const result = await engine.authenticate({ headers, remoteAddress });
  return result.ok
    ? { kind: 'user', principal: result.principal, remoteAddress }
    : { kind: 'anonymous', remoteAddress };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
