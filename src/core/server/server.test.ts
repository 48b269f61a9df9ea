import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { waitForCondition } from '../../../test/helpers/wait_for';
import type { Backend } from '../../backend/api';
import { HTTP_LIMITS } from '../common';
import type { DiscoveredPlugin, PluginModule } from './plugins';
import { openConfiguredBackend } from './backend';
import { parseArguments } from './config';
import { coreMock } from './mocks';
import { Server, type ServerOptions } from './server';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';

let folder: string;
const servers: Server[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'plugins', 'gate'), { recursive: true });
  mkdirSync(join(folder, 'public'));
  writeFileSync(join(folder, 'package.json'), '{"name":"security-dashboards","version":"9.8.7"}');
  writeFileSync(
    join(folder, 'plugins', 'gate', 'plugin.json'),
    '{"id":"gate","version":"1.0.0","server":true}'
  );
  writeFileSync(
    join(folder, 'public', 'manifest.json'),
    '{"buildId":"ab","entries":{"core":["core.js"]},"files":{"core.js":{"size":1}}}'
  );
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

/** Authenticates the user named in the header `x-user`. */
const gate: PluginModule = {
  isEssential: true,
  plugin: () => ({
    setup(core) {
      core.http.registerAuth((request) => {
        const userName = request.headers['x-user'];
        return userName
          ? { type: 'authenticated', auth: coreMock.createAuth({ userName }) }
          : { type: 'anonymous', redirectTo: core.http.basePath.prepend('/app/login') };
      });
      core.http
        .createRouter()
        .get(
          { path: '/api/engine', validate: false, options: { access: 'optional' } },
          async (request, response) => {
            const { statusCode } = await core.engine
              .asScoped(request)
              .request({ method: 'GET', path: '/_plugins/_security/api/roles' });
            return response.ok({ body: { statusCode } });
          }
        );
    },
    start: () => undefined,
  }),
};

async function start(
  argv: string[] = [],
  env: Record<string, string> = {},
  module: PluginModule | ((plugin: DiscoveredPlugin) => PluginModule) = gate,
  printed: string[] = [],
  isTTY = true,
  openBackend?: ServerOptions['openBackend']
) {
  const server = new Server({
    args: parseArguments([
      '--server.port=0',
      `--path.data=${join(folder, 'data')}`,
      `--logging.dest=${join(folder, 'log')}`,
      ...argv,
    ]),
    env,
    stdout: { write: (text) => printed.push(text), isTTY },
    paths: { root: folder, buildPublic: join(folder, 'public'), plugins: join(folder, 'plugins') },
    openBackend,
    loadPlugin: (plugin) => (typeof module === 'function' ? module(plugin) : module),
  });
  servers.push(server);
  await server.start();
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers, redirect: 'manual' });
  return {
    server,
    get,
    printed: () => printed.join(''),
    log: () => readFileSync(join(folder, 'log'), 'utf8'),
  };
}

describe('a started server', () => {
  it('has limits for each route, of which only saved object transfers exceed the default', async () => {
    const { server } = await start();
    const { budgets } = server;
    expect(budgets.map(({ path }) => path)).toContain('/api/status');
    const isLarge = ({ bodyBytes, json, responseBytes }: (typeof budgets)[number]) =>
      bodyBytes > HTTP_LIMITS.bodyBytes ||
      json.depth > HTTP_LIMITS.jsonDepth ||
      json.values > HTTP_LIMITS.jsonValues ||
      json.items > HTTP_LIMITS.jsonItems ||
      responseBytes > HTTP_LIMITS.responseBytes;
    expect(budgets.filter(isLarge).map(({ path }) => path)).toEqual([
      '/api/saved_objects/_import',
      '/api/saved_objects/_resolve_import_errors',
    ]);
  });

  it('serves pages, status and capabilities to authenticated users', async () => {
    const { server, get } = await start();
    const user = { 'x-user': 'anna' };
    expect((await get('/app/home')).headers.get('location')).toBe('/app/login');
    const page = await get('/app/home', user);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await page.text()).toContain('/bundles/core.js');
    expect((await get('/', user)).headers.get('location')).toBe('/app/home');
    expect((await get('/api/status')).status).toBe(401);
    const status = await (await get('/api/status', user)).json();
    expect(status.version.number).toBe('9.8.7');
    expect(status.status.statuses.map(({ id }: { id: string }) => id)).toEqual([
      'core:engine@9.8.7',
      'core:savedObjects@9.8.7',
      'core:certificates@9.8.7',
      'plugin:gate@9.8.7',
    ]);
    expect(status.status.overall.state).toBe('green');
    expect(await (await get('/api/engine')).json()).toEqual({ statusCode: 401 });
    const response = await fetch(`${server.url}/api/core/capabilities`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'osd-xsrf': 'true' },
      body: JSON.stringify({ applications: [] }),
    });
    expect(await response.json()).toMatchObject({
      securityFeatures: { history: true, auditEvents: true, conditionalWrites: true },
    });
    expect((await get('/translations/en.json')).status).toBe(200);
  });

  it('prints the initial credentials once, on the terminal only, and stores no plain-text password', async () => {
    const first = await start();
    const password = /Password {2}(\S+)/.exec(first.printed())?.[1] ?? '';
    expect(password.length).toBeGreaterThan(8);
    expect(first.printed()).toContain(first.server.url);
    await first.server.stop();
    expect(first.log()).toContain('http server running at http://127.0.0.1:');
    expect(first.log()).not.toContain(password);
    for (const name of readdirSync(join(folder, 'data'))) {
      expect(readFileSync(join(folder, 'data', name), 'latin1')).not.toContain(password);
    }
    expect((await start()).printed()).toBe('');
  });

  // @asvs V2.3/2
  it('writes the initial credentials to a private file without a terminal, and logs only its name', async () => {
    const first = await start(['--demo'], {}, gate, [], false);
    expect(first.printed()).toBe('');
    const file = join(folder, 'data', 'initial-password');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    const passwords = [...text.matchAll(/[Pp]assword\s+(\S+)$/gm)].map(([, password]) => password!);
    expect(passwords).toHaveLength(2);
    expect(text).toContain(first.server.url);
    await first.server.stop();
    const lines = first.log().trim().split('\n');
    const messages = lines.map((line) => (JSON.parse(line) as { message: string }).message);
    expect(messages).toContain(
      `The first password is in ${file}. The server deletes the file at the first login of admin.`
    );
    for (const password of passwords) expect(first.log()).not.toContain(password);
    rmSync(file);
    await (await start([], {}, gate, [], false)).server.stop();
    expect(existsSync(file)).toBe(false);
  });

  it('writes no file for a password from the environment', async () => {
    const { printed } = await start(
      [],
      { SECURITY_INITIAL_ADMIN_PASSWORD: 'Given-password-1' },
      gate,
      [],
      false
    );
    expect(printed()).toBe('');
    expect(existsSync(join(folder, 'data', 'initial-password'))).toBe(false);
  });

  it('begins its log with version, data folder and configuration', async () => {
    const { log } = await start();
    expect(log().split('\n').slice(0, 2).join()).toContain(
      `Security Dashboards 9.8.7 on Node ${process.versions.node}, data folder ${join(folder, 'data')}, configuration config/security-dashboards.yml`
    );
  });

  it('takes the first password from a file, and names one that is missing', async () => {
    const file = join(folder, 'first-password');
    const env = { SECURITY_INITIAL_ADMIN_PASSWORD_FILE: file };
    await expect(start([], env)).rejects.toMatchObject({
      exitCode: 78,
      message: `cannot read ${file}: there is no such file (at SECURITY_INITIAL_ADMIN_PASSWORD_FILE)`,
    });
    writeFileSync(file, 'Given-password-1\n');
    let backend: Backend | undefined;
    await start([], env, gate, [], true, async (deps) => {
      const opened = await openConfiguredBackend(deps);
      backend = opened.backend;
      return opened;
    });
    const authorization = `Basic ${Buffer.from('admin:Given-password-1').toString('base64')}`;
    const headers = { headers: { authorization }, remoteAddress: '192.0.2.7' };
    expect(await backend?.login.authenticate(headers)).toMatchObject({ ok: true });
  });

  it('does not print a password from the environment', async () => {
    const { printed } = await start([], { SECURITY_INITIAL_ADMIN_PASSWORD: 'Given-password-1' });
    expect(printed()).toContain('as given in SECURITY_INITIAL_ADMIN_PASSWORD');
    expect(printed()).not.toContain('Given-password-1');
  });

  it('keeps its identity and its private data folder across restarts', async () => {
    const uuid = async (get: Awaited<ReturnType<typeof start>>['get']) =>
      (await (await get('/api/status', { 'x-user': 'a' })).json()).uuid;
    const first = await start();
    const before = await uuid(first.get);
    expect(statSync(join(folder, 'data')).mode & 0o077).toBe(0);
    await first.server.stop();
    expect(await uuid((await start()).get)).toBe(before);
  });

  it('works below a base path', async () => {
    const { get, server } = await start([
      '--server.basePath=/base',
      '--server.rewriteBasePath=true',
    ]);
    expect(server.url).toMatch(/\/base$/);
    expect((await get('/app/home')).headers.get('location')).toBe('/base/app/login');
    expect(await (await get('/app/home', { 'x-user': 'a' })).text()).toContain(
      'src="/base/bundles/core.js"'
    );
  });
});

describe('a server start with errors', () => {
  it.each([
    [
      ['--opensearch.hosts=http://localhost:9200'],
      '[opensearch.username]: the server needs a user of its own in the cluster',
    ],
    [['--gate.colour=red'], 'Unknown configuration key(s): "gate.colour"'],
  ])(
    'stops for %j, gives the reason in one line and leaves nothing behind',
    async (argv, message) => {
      await expect(start(argv)).rejects.toThrow(message);
      expect(readdirSync(folder)).not.toContain('data');
    }
  );

  it('names a setting with an invalid override', async () => {
    const error = await start(['--uiSettings.overrides.defaultRoute=//evil.example']).catch(
      (reason: unknown) => reason
    );
    expect(error).toMatchObject({
      exitCode: 78,
      message: expect.stringContaining('Must be a relative URL.'),
    });
  });

  // @feature both/1
  it('writes audit events to the file and the syslog server, the last ones when it stops', async () => {
    const file = join(folder, 'audit.log');
    let received = '';
    const syslog = createServer((socket) =>
      socket.on('data', (chunk) => (received += String(chunk)))
    );
    await new Promise<void>((resolve) => syslog.listen(0, '127.0.0.1', resolve));
    try {
      const argv = [
        `--engine.audit.file=${file}`,
        '--engine.audit.syslog.host=127.0.0.1',
        `--engine.audit.syslog.port=${(syslog.address() as AddressInfo).port}`,
      ];
      let backend: Backend | undefined;
      const { server } = await start(argv, {}, gate, [], true, async (deps) => {
        const opened = await openConfiguredBackend(deps);
        backend = opened.backend;
        return opened;
      });
      const authorization = `Basic ${Buffer.from('jdoe:wrong').toString('base64')}`;
      await backend?.login.authenticate({ headers: { authorization }, remoteAddress: '192.0.2.7' });
      await server.stop();
      const event = /"audit_category":"FAILED_LOGIN".*"audit_request_effective_user":"jdoe"/;
      expect(readFileSync(file, 'utf8')).toMatch(event);
      await waitForCondition(() => event.test(received));
    } finally {
      syslog.close();
    }
  });

  it('does not start, and makes no data, when the audit file is a folder', async () => {
    await expect(start([`--engine.audit.file=${folder}`])).rejects.toMatchObject({
      exitCode: 78,
      message: `[config validation of [engine.audit.file]]: ${folder} is a folder; name a file`,
    });
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('rejects a data folder that another server uses', async () => {
    await start();
    await expect(start()).rejects.toThrow(
      `The data folder ${join(folder, 'data')} is in use by another server (process ${process.pid}).`
    );
  });

  it('releases all resources when an essential plugin fails, and still prints the password', async () => {
    const failing: PluginModule = {
      isEssential: true,
      plugin: () => ({
        setup: () => {
          throw new Error('cannot set up');
        },
        start: () => undefined,
      }),
    };
    const printed: string[] = [];
    await expect(start([], {}, failing, printed)).rejects.toThrow('cannot set up');
    expect(printed.join('')).toMatch(/User {6}admin/);
    expect(printed.join('')).toMatch(/Password {2}\S{8,}/);
    await servers.pop()?.stop();
    await expect(start()).resolves.toBeDefined();
  });

  it.each([
    ['is not essential', [], { ...gate, isEssential: undefined }],
    ['is switched off', ['--gate.enabled=false'], gate],
    ['is not loaded, like all', ['--plugins.initialize=false'], gate],
  ])('creates no data if the only plugin %s', async (_how, argv, module) => {
    await expect(start(argv, {}, module)).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringContaining('There is no plugin that logs users in'),
    });
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('leaves out a failing plugin that is not essential: its routes respond with 404, its status reports it, the rest works', async () => {
    mkdirSync(join(folder, 'plugins', 'weak'));
    writeFileSync(
      join(folder, 'plugins', 'weak', 'plugin.json'),
      '{"id":"weak","version":"1.0.0","server":true,"ui":true}'
    );
    const weak: PluginModule = {
      plugin: () => ({
        setup: ({ http }) => {
          http
            .createRouter()
            .get(
              { path: '/api/weak', validate: false, options: { access: 'user' } },
              (_request, response) => response.ok({ body: 'half set up' })
            );
          http.registerEntryPoint({
            prefix: '/weak_entry',
            handler: async () => ({ statusCode: 200, body: 'half set up' }),
          });
          http.registerOnPreResponse(() => ({ headers: { 'x-weak': 'half set up' } }));
        },
        start: () => {
          throw new Error('cannot start');
        },
      }),
    };
    const { get, log } = await start([], {}, ({ manifest }) =>
      manifest.id === 'weak' ? weak : gate
    );
    const user = { 'x-user': 'anna' };
    const route = await get('/api/weak', user);
    expect([route.status, route.headers.get('x-weak')]).toEqual([404, null]);
    expect((await get('/api/weak')).status).toBe(401);
    expect((await get('/weak_entry/x')).status).toBe(404);
    expect(await (await get('/app/home', user)).text()).not.toContain('weak');
    const { status } = await (await get('/api/status', user)).json();
    expect(status.statuses).toContainEqual(
      expect.objectContaining({
        id: 'plugin:weak@9.8.7',
        state: 'red',
        message: 'It failed at server start and was left out. See the log for the reason.',
      })
    );
    expect(log()).toContain('Plugin \\"weak\\" is left out.');
    expect(log()).toContain('cannot start');
  });
});
