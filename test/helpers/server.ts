/**
 * Starts the built server as a child process on a free port with a temporary data folder. `npm
 * test` builds it first; otherwise run `npm run build`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HttpClient } from './http_client';

const BUILD = path.resolve(__dirname, '..', '..', 'build');
const READY = /http server running at (https?:\/\/[^\s"\\]+)/;
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
/** Any test fails on a response that its route does not declare. */
const ALWAYS = ['--server.host=127.0.0.1', '--server.port=0', '--server.checkAnswers=true'];

export const ADMIN = { username: 'admin', password: 'Test-admin-password-1' } as const;

export interface ServerOptions {
  /** Additional arguments, for example `--server.basePath=/x`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A build other than the product's own, see `plugin_build.ts`. */
  readonly buildDir?: string;
  /** Runs instead of a build: a program and its first arguments. */
  readonly command?: readonly [string, ...string[]];
  /** Working directory of the process. */
  readonly cwd?: string;
  /**
   * An existing data folder, which `stop` keeps. Default: a temporary one, which `stop` deletes.
   */
  readonly dataDir?: string;
}

export interface TestServer {
  /** As printed by the server, without a trailing slash. */
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** All output so far, stdout and stderr. */
  output(): string;
  /** A client without cookies. */
  client(): HttpClient;
  /** A client logged in as the first administrator. */
  adminClient(): Promise<HttpClient>;
  /** Exit code of the process, once it has ended. */
  readonly exited: Promise<number | null>;
  /** Sends SIGTERM, which drains the server. */
  stop(): Promise<{ exitCode: number | null }>;
  /** Sends SIGKILL: no drain, and the data folder is kept. */
  kill(): Promise<void>;
}

/** @throws if the server exits or does not listen in time; the message contains its output */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  if (!options.command && !existsSync(serverEntry(options)))
    throw new Error('There is no build: run `npm run build` first.');
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'sd-test-')));
  const child = spawnServer(dataDir, options);
  let text = '';
  const collect = (chunk: Buffer): void => {
    text += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);

  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const removeData = async (): Promise<void> => {
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
  };
  const url = await waitForUrl(child, () => text).catch(async (error: unknown) => {
    child.kill('SIGKILL');
    await removeData();
    throw error;
  });

  const client = (): HttpClient => new HttpClient(url);
  return {
    url,
    pid: child.pid as number,
    dataDir,
    exited,
    output: () => text,
    client,
    adminClient: async () => {
      const admin = client();
      const { status, text: body } = await admin.login(ADMIN.username, ADMIN.password);
      if (status !== 200) throw new Error(`The login as admin returned ${status}: ${body}`);
      return admin;
    },
    stop: async () => {
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      child.kill('SIGTERM');
      const exitCode = await exited;
      clearTimeout(force);
      await removeData();
      return { exitCode };
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

const serverEntry = ({ buildDir = BUILD }: ServerOptions): string =>
  path.join(buildDir, 'server', 'core.js');

function builtServer(options: ServerOptions): [string, ...string[]] {
  const code = 'require(process.argv[1]).main(process.argv.slice(2))';
  return [process.execPath, '--enable-source-maps', '-e', code, serverEntry(options)];
}

function spawnServer(dataDir: string, options: ServerOptions): ChildProcess {
  const { args = [], env = {}, cwd, command = builtServer(options) } = options;
  const [program, ...first] = command;
  return spawn(program, [...first, ...ALWAYS, `--path.data=${dataDir}`, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A minimal environment, so that the developer's variables cannot affect a test.
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      TZ: 'UTC',
      SECURITY_INITIAL_ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
  });
}

function waitForUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const finish = (act: () => void): void => {
      clearTimeout(timeout);
      child.stdout?.off('data', look);
      child.stderr?.off('data', look);
      child.off('exit', onExit);
      child.off('error', onError);
      act();
    };
    const fail = (why: string): void =>
      finish(() => reject(new Error(`${why} It printed:\n${output() || '(nothing)'}`)));
    const look = (): void => {
      const url = READY.exec(output())?.[1];
      if (url) finish(() => resolve(url.replace(/\/$/, '')));
    };
    const onExit = (code: number | null): void => fail(`The server ended with code ${code}.`);
    const onError = (error: Error): void =>
      fail(`The server could not be started: ${error.message}.`);
    const timeout = setTimeout(
      () => fail(`The server did not listen within ${START_TIMEOUT_MS / 1000} s.`),
      START_TIMEOUT_MS
    );
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', onExit);
    child.once('error', onError);
  });
}
