/** A real HTTP service on a free port, for tests. */
import { connect } from 'node:net';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { loadConfig } from '../config';
import { coreMock } from '../mocks';
import { HttpService, type HttpServiceDeps, type InternalHttpServiceSetup } from './http_service';
import type { AuthOutcome } from './types';

export interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: any;
}

const running: HttpService[] = [];

/** Registers a service for `stopHttp`. */
export function trackHttp(service: HttpService): HttpService {
  running.push(service);
  return service;
}

/** Call it in `afterEach`. */
export async function stopHttp(): Promise<void> {
  await Promise.all(running.splice(0).map((service) => service.stop()));
}

export interface StartedHttp {
  readonly service: HttpService;
  readonly log: ReturnType<typeof coreMock.createLogger>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  send(
    method: string,
    path: string,
    body?: string,
    headers?: Record<string, string>
  ): Promise<Response>;
}

/** Starts a service with the given routes; settings as on the command line. */
export async function startHttp(
  register: (http: InternalHttpServiceSetup) => void,
  settings: Record<string, string> = {},
  slowSenders?: HttpServiceDeps['slowSenders'],
  accessLog: HttpServiceDeps['accessLog'] = coreMock.createLogger()
): Promise<StartedHttp> {
  const { config, core } = await loadConfig({
    args: {
      configFiles: [],
      settings: Object.entries({
        'server.port': '0',
        'server.name': 'test-server',
        'server.checkAnswers': 'true',
        ...settings,
      }),
    },
    env: {},
    root: '/nonexistent',
  });
  config.assertValid();
  const log = coreMock.createLogger();
  const service = trackHttp(
    new HttpService({
      config: core.server,
      productName: 'Security Dashboards',
      version: '1.2.3',
      log,
      accessLog,
      slowRequestMs: core.logging.slowRequest,
      ...(slowSenders && { slowSenders }),
    })
  );
  register(service.setup());
  await service.listen();
  await service.start();
  const { port } = new URL(service.url);
  const send: StartedHttp['send'] = (method, path, body, headers = {}) =>
    call(Number(port), method, path, body, headers);
  return { service, log, send, get: (path, headers) => send('GET', path, undefined, headers) };
}

/**
 * Sends one request on its own connection.
 * @param localAddress - source address of the request
 */
export function call(
  port: number,
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string>,
  localAddress = '127.0.0.1'
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, method, path, headers, localAddress, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        response.on('end', () => {
          const isJson = (response.headers['content-type'] ?? '').includes('json') && text !== '';
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          });
        });
      }
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

export const JSON_TYPE = { 'content-type': 'application/json' };
export const XSRF = { ...JSON_TYPE, 'kbn-xsrf': 'true' };
export const loggedIn = (hasApiAccess = false): AuthOutcome => ({
  type: 'authenticated',
  auth: coreMock.createAuth({ userName: 'anna', hasApiAccess }),
});

/** Sends raw bytes and returns the response. */
export function rawRequest(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk) => (response += chunk));
    socket.on('end', () => resolve(response)).on('error', reject);
  });
}
