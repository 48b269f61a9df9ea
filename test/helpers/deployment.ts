/**
 * The content of `deploy` and the `Dockerfile`, and the processes they define, started on loopback.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { startServer, type TestServer } from './server';
import { waitForCondition } from './wait_for';

export const ROOT = path.resolve(__dirname, '..', '..');
const DEPLOY = path.join(ROOT, 'deploy');
const IN_IMAGE = '/opt/security-dashboards';
const read = (...names: string[]): string => readFileSync(path.join(...names), 'utf8');

interface ComposeService {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly entrypoint?: readonly string[];
  readonly ports?: readonly string[];
  readonly configs?: ReadonlyArray<{ readonly source: string; readonly target: string }>;
  readonly secrets?: ReadonlyArray<string | { readonly source: string; readonly target: string }>;
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly configs: Readonly<Record<string, { readonly file: string }>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

/** compose.yaml with variables substituted, like `docker compose config`. */
export function readCompose(variables: Readonly<Record<string, string>> = {}): Compose {
  const text = read(DEPLOY, 'compose.yaml').replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_all, name: string, kind: string | undefined, otherwise: string) => {
      const value = variables[name];
      if (value !== undefined) return value;
      if (kind !== '-') throw new Error(`${name}: ${otherwise}`);
      return otherwise;
    }
  );
  return parse(text, { merge: true }) as Compose;
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly [field: string]: any;
}

export interface Kustomization {
  readonly resources: readonly string[];
  readonly configMapGenerator: readonly Generated[];
  readonly secretGenerator: readonly Generated[];
}

interface Generated {
  readonly name: string;
  readonly files?: readonly string[];
  readonly literals?: readonly string[];
}

export const readKustomization = (): Kustomization =>
  parse(read(DEPLOY, 'kustomization.yaml')) as Kustomization;

/** The manifests that the kustomization lists. */
export const readManifests = (): Manifest[] =>
  readKustomization().resources.flatMap((file) =>
    parseAllDocuments(read(DEPLOY, file)).map((document) => document.toJS() as Manifest)
  );

/** `ENV` and `ENTRYPOINT` of the image. */
function imageDefaults(): { env: Record<string, string>; entrypoint: string[] } {
  const text = read(ROOT, 'Dockerfile').replace(/\\\n/g, ' ');
  const env = /^ENV (.*)$/m.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
  return {
    env: Object.fromEntries(env.map((pair) => pair.split('=') as [string, string])),
    entrypoint: JSON.parse(/^ENTRYPOINT (.*)$/m.exec(text)?.[1] ?? '[]') as string[],
  };
}

/** Translates a command of the image to this build folder. */
const here = ([program = '', ...rest]: readonly string[]): [string, ...string[]] => [
  program === 'node' ? process.execPath : program,
  ...rest.map((word) => word.replace(IN_IMAGE, ROOT)),
];

/**
 * Starts a server like the image does, with the environment of a service. Values that cannot hold
 * on one machine are replaced.
 */
export function startContainer(
  environment: Readonly<Record<string, string>>,
  instead: Readonly<Record<string, string>>,
  args: readonly string[] = []
): Promise<TestServer> {
  const { env, entrypoint } = imageDefaults();
  // The test helper passes its own loopback host, free port and data folder.
  const { SD_SERVER_HOST: _host, SD_PATH_DATA: _data, ...image } = env;
  return startServer({
    command: here(entrypoint),
    env: { ...image, ...environment, ...instead },
    args,
  });
}

/** @returns the exit code of a health check of the image or a service (`CMD, …`) */
export async function healthOf(test: readonly string[], url: string): Promise<number> {
  const [kind, ...command] = test;
  if (kind !== 'CMD') throw new Error(`A health check begins with CMD, not with ${kind}.`);
  const [program, ...args] = here(command);
  const env = { ...process.env, HEALTHCHECK_URL: url };
  return promisify(execFile)(program, args, { env }).then(
    () => 0,
    (error: { code: number }) => error.code
  );
}

/** A port without a listener. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface Balancer {
  readonly url: string;
  stop(): Promise<number | null>;
}

/** Starts HAProxy with the configuration of `deploy` in front of two servers. */
export async function startBalancer(
  servers: readonly [string, string],
  secrets: string,
  basePath = ''
): Promise<Balancer> {
  const port = await freePort();
  const [SERVER_0, SERVER_1] = servers.map((url) => new URL(url).host);
  const child = spawn('haproxy', ['-f', path.join(DEPLOY, 'haproxy.cfg')], {
    env: {
      ...process.env,
      BIND: `127.0.0.1:${port}`,
      CERTIFICATE: path.join(secrets, 'balancer.pem'),
      SERVER_0,
      SERVER_1,
    },
    stdio: 'ignore',
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = `https://localhost:${port}`;
  const ca = readFileSync(path.join(secrets, 'root-ca.pem'));
  await waitForCondition(async () => {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}.`);
    return (
      (await ask(`${url}${basePath}/app/login`, { ca }).catch(() => undefined))?.status === 200
    );
  });
  return { url, stop: () => stopped(child, exited) };
}

async function stopped(child: ChildProcess, exited: Promise<number | null>) {
  child.kill('SIGTERM');
  return exited;
}

export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface Request extends https.RequestOptions {
  readonly body?: unknown;
}

/** Sends one request over TLS on a new connection. JSON bodies carry the XSRF header. */
export function ask(url: string, { body, headers, ...options }: Request = {}): Promise<Response> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = https.request(
      url,
      {
        agent: false,
        method: sent === undefined ? 'GET' : 'POST',
        headers: {
          'kbn-xsrf': 'true',
          ...(sent !== undefined && { 'content-type': 'application/json' }),
          ...(headers as Record<string, string>),
        },
        ...options,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
        );
      }
    );
    request.on('error', reject);
    request.end(sent);
  });
}
