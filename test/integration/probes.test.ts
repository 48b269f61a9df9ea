/** What balancers, orchestrators and collectors ask of a built server. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ask, ROOT, startBalancer } from '../helpers/deployment';
import { startServer, type TestServer } from '../helpers/server';

const run = promisify(execFile);
jest.setTimeout(120_000);

const TOKEN = '0123456789abcdef0123456789abcdef';
const folder = mkdtempSync(path.join(tmpdir(), 'sd-probes-'));
let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    args: ['--server.basePath=/dash', '--server.rewriteBasePath=true'],
    env: { SD_METRICS_TOKEN: TOKEN },
  });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The server itself, outside its base path. */
const origin = (): string => new URL(server.url).origin;
const statusAt = async (url: string, authorization?: string) =>
  (await fetch(url, { headers: authorization === undefined ? {} : { authorization } })).status;

describe('with a base path', () => {
  it('/livez and /readyz respond outside of it, without login', async () => {
    expect(await statusAt(`${origin()}/livez`)).toBe(200);
    expect(await statusAt(`${origin()}/readyz`)).toBe(200);
    expect(await statusAt(`${origin()}/app/login`)).toBe(404);
  });

  it('bin/healthcheck asks them', async () => {
    const health = (...args: string[]) =>
      run(process.execPath, [path.join(ROOT, 'bin', 'healthcheck'), ...args]).then(
        () => 0,
        (error: { code: number }) => error.code
      );
    expect(await health(origin())).toBe(0);
    expect(await health('--ready', origin())).toBe(0);
    expect(await health('--ready', server.url)).toBe(0);
    expect(await health('--ready', 'http://127.0.0.1:1')).toBe(1);
    expect(await health('--redy', origin())).toBe(64);
    expect(await health('--version')).toBe(0);
  });

  const withBalancer = spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).error ? it.skip : it;
  withBalancer('the balancer of deploy finds the servers', async () => {
    await run(process.execPath, [path.join(ROOT, 'deploy', 'prepare.js'), folder]);
    const secrets = path.join(folder, 'secrets');
    // Its start waits for the login page of a server.
    const balancer = await startBalancer([server.url, server.url], secrets, '/dash');
    const { status } = await ask(`${balancer.url}/dash/app/login`, { rejectUnauthorized: false });
    await balancer.stop();
    expect(status).toBe(200);
  });
});

describe('metrics.token', () => {
  const bearer = `Bearer ${TOKEN}`;

  it('reads metrics and the whole status, and nothing else', async () => {
    expect(await statusAt(`${server.url}/api/metrics`, bearer)).toBe(200);
    const response = await fetch(`${server.url}/api/status`, {
      headers: { authorization: bearer },
    });
    expect(await response.json()).toMatchObject({
      status: { statuses: expect.arrayContaining([expect.objectContaining({ state: 'green' })]) },
      metrics: expect.anything(),
    });
    for (const other of ['/api/v1/configuration/roles', '/_plugins/_security/api/roles'])
      expect([401, 403]).toContain(await statusAt(`${server.url}${other}`, bearer));
  });

  it.each([
    ['without it', undefined],
    ['another one', `Bearer ${TOKEN}0`],
    ['a part of it', `Bearer ${TOKEN.slice(0, -1)}`],
    ['another scheme', `Basic ${TOKEN}`],
  ])('is needed: %s', async (_what, authorization) => {
    for (const target of ['/api/metrics', '/api/status'])
      expect(await statusAt(`${server.url}${target}`, authorization)).toBe(401);
  });

  it('has at least 32 characters, and is not shown', async () => {
    const start = startServer({ env: { SD_METRICS_TOKEN: 'too-short' } });
    const problem = await start.then(
      () => 'started',
      (error: Error) => error.message
    );
    expect(problem).toMatch(/metrics.*token.*at least 32 characters/);
    expect(problem).not.toContain('too-short');
  });
});
