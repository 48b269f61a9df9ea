/**
 * The archive of `npm run package` in an empty folder, on this Node version or on those in SD_NODES
 * (`npm test -- --only=nodes`).
 */
import { request } from 'node:http';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { version } from '../../package.json';
import { nodeBinary } from '../../scripts/lib/runtime/node_binaries';
import { expectAccessible } from '../helpers/axe';
import { launchChromium, openProfile } from '../helpers/chromium';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import {
  runUnpacked,
  startUnpacked,
  unpackArchive,
  type UnpackedArchive,
} from '../helpers/unpacked_archive';
import { login } from '../e2e/screens/login';
import { row } from '../e2e/screens/security';
import { closeTenantDialog, tenantDialog } from '../e2e/screens/shell';
import { waitForCondition } from '../helpers/wait_for';

jest.setTimeout(300_000);

const NODES = (process.env.SD_NODES ?? process.versions.node).split(',');
const API = '/_plugins/_security/api';
const BASIC = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`;
/** A development tree is more than ten times as large. */
const MAX_UNPACKED_BYTES = 48 * 1024 * 1024;

let archive: UnpackedArchive;
beforeAll(async () => {
  archive = await unpackArchive();
});
afterAll(() => archive?.remove());

const read = (name: string): string => readFileSync(path.join(archive.dir, name), 'utf8');

describe('content of the archive', () => {
  const files = (): string[] =>
    readdirSync(archive.dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));

  it('is the built product and its runtime dependencies, without sources and tools', () => {
    const names = readdirSync(archive.dir);
    expect(names).toEqual(
      expect.arrayContaining(['bin', 'build', 'config', 'LICENSE', 'README.md', 'CHANGELOG.md'])
    );
    const others = ['src', 'examples', 'scripts', 'test', 'tools'];
    expect(names.filter((name) => others.includes(name))).toEqual([]);
    expect(path.basename(archive.dir)).toBe(`security-dashboards-${version}`);
    expect(files().filter((name) => /\.(tsx?|map)$/.test(name))).toEqual([]);
    for (const tool of ['webpack', 'typescript', 'jest', 'react', '@elastic/eui'])
      expect(existsSync(path.join(archive.dir, 'node_modules', tool))).toBe(false);
    const bytes = files().reduce((sum, name) => sum + statSync(name).size, 0);
    expect(bytes).toBeLessThan(MAX_UNPACKED_BYTES);
    expect(statSync(path.join(archive.dir, 'bin', 'security-dashboards')).mode & 0o111).not.toBe(0);
  });

  it('has the rules and the dashboard for monitoring', () => {
    expect(readdirSync(path.join(archive.dir, 'deploy', 'monitoring'))).toEqual(
      expect.arrayContaining(['alerts.yml', 'grafana.json'])
    );
  });

  it('has its checksum and that of its parts list beside it', () => {
    const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: archive.dist });
    expect(checked.toString().trim().split('\n')).toEqual([
      `security-dashboards-${version}.tar.gz: OK`,
      `security-dashboards-${version}.sbom.cdx.json: OK`,
    ]);
  });

  it('lists every component with its license, including those inside the browser bundles', () => {
    const bom = JSON.parse(read('sbom.cdx.json'));
    expect(bom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'security-dashboards', version, type: 'application' } },
    });
    const parts = new Map<string, { licenses?: unknown[]; scope: string }>(
      bom.components.map((part: { purl: string }) => [decodeURIComponent(part.purl), part])
    );
    const notices = read('THIRD_PARTY_LICENSES.txt');
    const { packages } = JSON.parse(
      readFileSync(path.resolve(__dirname, '..', '..', 'package-lock.json'), 'utf8')
    );
    for (const name of ['fastify', 'libsql', 'react', '@elastic/eui', '@emotion/react', 'rxjs']) {
      const partVersion: string = packages[`node_modules/${name}`].version;
      expect(parts.get(`pkg:npm/${name}@${partVersion}`)).toMatchObject({
        scope: 'required',
        licenses: [expect.anything()],
      });
      expect(notices).toContain(`${name} ${partVersion} (`);
    }
    expect(
      [...parts.keys()].filter((purl) => /npm\/(webpack|jest|typescript)@/.test(purl))
    ).toEqual([]);
    const installed = readdirSync(path.join(archive.dir, 'node_modules')).filter(
      (name) => !/^[.@]/.test(name)
    );
    for (const name of installed) expect(notices).toMatch(new RegExp(`^${name} \\S+ \\(`, 'm'));
  });
});

describe('documents of the archive', () => {
  const guides = () =>
    readdirSync(path.join(archive.dir, 'docs', 'guide')).map((name) => `docs/guide/${name}`);
  const documents = () => [
    'README.md',
    ...guides(),
    ...readdirSync(path.join(archive.dir, 'docs', 'reference'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/reference/${name}`),
  ];

  it('link only to existing files', () => {
    const broken = documents().flatMap((name) =>
      [...read(name).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => path.join(path.dirname(name), target))
        .filter((target) => !existsSync(path.join(archive.dir, target)))
        .map((target) => `${name}: ${target}`)
    );
    expect(broken).toEqual([]);
    expect(guides()).toEqual(
      expect.arrayContaining(['docs/guide/operate.md', 'docs/guide/plugins.md'])
    );
  });

  it('contain only commands that work there or say that they need a clone', async () => {
    for (const name of ['README.md', ...guides()]) {
      const [intro = '', ...sections] = read(name).split(/^## /m);
      const needsClone = [intro, ...sections].filter(
        (text) =>
          /(^|`)(npm|npx|docker build|node \w+\/) ?/m.test(text) && !/\bclone\b/.test(intro + text)
      );
      expect({ name, needsClone }).toEqual({ name, needsClone: [] });
      const tools = Array.from(read(name).matchAll(/(?<![\w/])bin\/([\w-]+)/g), ([, tool]) => tool);
      expect(['healthcheck', 'security', 'security-dashboards']).toEqual(
        expect.arrayContaining(tools)
      );
    }
    expect(read('README.md')).not.toMatch(/\bnpm\b|docker/);
    for (const tool of ['security-dashboards', 'security'])
      expect(await runUnpacked(archive.dir, process.execPath, [tool, '--help'])).toMatchObject({
        code: 0,
      });
  });

  it('describe how to check a configuration', async () => {
    const config = `--config=${path.join(archive.dir, 'config', 'security-dashboards.yml')}`;
    const checked = await runUnpacked(archive.dir, process.execPath, [
      ...(['security-dashboards', config, '--check-config', '--server.port=5700'] as const),
    ]);
    expect(checked).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^server\.port: 5700\n {4}Port to listen on[\s\S]*\nThe configuration is valid\.\n$/
      ),
    });
    expect(existsSync(path.join(archive.dir, 'data'))).toBe(false);
  });
});

describe.each(NODES)('the server on Node %s', (nodeVersion) => {
  let node: string;
  let server: TestServer;
  beforeAll(async () => {
    node = await nodeBinary(nodeVersion);
    server = await startUnpacked(archive.dir, node);
  });
  afterAll(() => server?.stop());

  it('logs in, stores changes, serves both languages and shows its status', async () => {
    const admin = await server.adminClient();
    const made = await admin.put(`${API}/roles/reader`, {
      cluster_permissions: ['cluster_monitor'],
    });
    expect(made.status).toBe(201);
    const list = await admin.get('/api/v1/configuration/roles/reader');
    expect(list.body).toMatchObject({ cluster_permissions: ['cluster_monitor'] });
    const german = await admin.get('/translations/de.json');
    expect(german.body.messages).toMatchObject({ 'core.statusPage.appTitle': 'Serverstatus' });
    expect(Object.keys(german.body.messages).some((id) => id.startsWith('security.'))).toBe(true);
    const status = await admin.get('/api/status');
    expect(status.body).toMatchObject({
      version: { number: version },
      status: { overall: { state: 'green' } },
    });
    expect((await admin.get('/ui/favicon.svg')).status).toBe(200);
    expect((await admin.get('/api/metrics')).text).toContain(
      'security_dashboards_status{part="plugin:security",level="available"} 1\n'
    );
    expect((await server.client().get('/api/metrics')).status).toBe(401);
    expect((await server.client().get('/api/v1/configuration/roles')).status).toBe(401);
  });

  it('is healthy while it responds', async () => {
    const health = (url: string) => runUnpacked(archive.dir, node, ['healthcheck', url]);
    expect(await health(server.url)).toEqual({ code: 0, output: '' });
    expect(await health('http://127.0.0.1:1/')).toMatchObject({ code: 1 });
  });

  it('can be copied while it runs; a server on the copy has the same configuration and no session', async () => {
    const login = await server.client().login(ADMIN.username, ADMIN.password);
    const cookie = login.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ');
    const copy = `${server.dataDir}-copy`;
    const backup = [`--path.data=${server.dataDir}`, 'backup', copy] as const;
    const { code, output } = await runUnpacked(archive.dir, node, ['security', ...backup]);
    expect([code, output]).toEqual([0, expect.stringMatching(/^Copied .*engine\.sqlite.* to /)]);
    const restored = await startUnpacked(archive.dir, node, { dataDir: copy });
    try {
      const admin = await restored.adminClient();
      expect((await admin.get(`${API}/roles/reader`)).status).toBe(200);
      const statusOn = async (one: TestServer) =>
        (await one.client().get('/api/v1/configuration/account', { headers: { cookie } })).status;
      expect([await statusOn(server), await statusOn(restored)]).toEqual([200, 401]);
    } finally {
      await restored.stop();
      rmSync(copy, { recursive: true, force: true });
    }
  });

  it('completes pending requests when it is asked to stop, and accepts no new ones', async () => {
    const drained = await startUnpacked(archive.dir, node);
    const body = JSON.stringify({ cluster_permissions: ['cluster_monitor'] });
    const result = new Promise<number | undefined>((resolve, reject) => {
      const put = request(
        `${drained.url}${API}/roles/late`,
        {
          method: 'PUT',
          headers: {
            authorization: BASIC,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          },
        },
        (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        }
      );
      put.on('error', reject);
      put.write(body.slice(0, 10));
      const sendRest = async () => {
        await waitForCondition(() => drained.output().includes('Stopping: received SIGTERM'));
        put.end(body.slice(10));
      };
      put.once('socket', (socket) =>
        socket.once('connect', () => {
          // The server must have received the request before it is asked to stop.
          void drained
            .client()
            .get('/api/status')
            .then(() => process.kill(drained.pid, 'SIGTERM'))
            .then(sendRest)
            .catch(reject);
        })
      );
    });
    expect(await result).toBe(201);
    // A second signal, which `stop` would send, would end it immediately.
    expect(await drained.exited).toBe(0);
    expect(drained.output()).toContain('Stopped.');
    rmSync(drained.dataDir, { recursive: true });
  });
});

/** A temporary folder replaces `/`; users and services of the machine are not changed. */
describe('the systemd unit', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), 'sd-unit-'));
    for (const name of ['etc/systemd/system', 'opt', 'var/lib/security-dashboards'])
      mkdirSync(path.join(root, name), { recursive: true });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const inRoot = (text: string): string =>
    text.replaceAll(/(?<![\w.])\/(opt|etc|var)\//g, `${root}/$1/`);
  const valuesOf = (key: string): string[] =>
    [...read('deploy/security-dashboards.service').matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(
      ([, value = '']) =>
        inRoot(value).replaceAll('${STATE_DIRECTORY}', inRoot('/var/lib/security-dashboards'))
    );

  it('starts after its commands, reloads on SIGHUP and stops on SIGTERM', async () => {
    const commands = [...read('deploy/security-dashboards.service').matchAll(/^# {3}(\S.*)$/gm)]
      .map(([, command = '']) => inRoot(command).replace('-g security-dashboards ', ''))
      .filter((command) => !/^(useradd|systemctl) /.test(command));
    execFileSync('sh', ['-e', '-c', commands.join('\n')], { cwd: archive.dir });

    const [program = '', ...args] = valuesOf('ExecStart').join().split(' ');
    const variables = readFileSync(path.join(root, 'etc', 'security-dashboards.env'), 'utf8');
    const server = await startServer({
      command: [program, ...args],
      env: Object.fromEntries(
        variables
          .trim()
          .split('\n')
          .map((line) => line.split(/=(.*)/s))
      ),
      dataDir: inRoot('/var/lib/security-dashboards'),
      cwd: '/',
    });
    const [reload = '', ...signal] = valuesOf('ExecReload').join().split(' ');
    for (let times = 1; times <= 2; times++) {
      execFileSync(
        reload,
        signal.map((one) => one.replace('$MAINPID', String(server.pid)))
      );
      await waitForCondition(() => server.output().split('"Reloaded ').length === times + 1);
    }
    expect((await server.client().get('/app/login')).status).toBe(200);
    // The tools find the data from the configuration alone.
    const config = `--config=${inRoot('/etc/security-dashboards.yml')}`;
    const copy = path.join(root, 'copy');
    expect(
      await runUnpacked(archive.dir, process.execPath, ['security', 'backup', copy, config])
    ).toMatchObject({ code: 0, output: expect.stringContaining('engine.sqlite') });
    expect(await server.stop()).toEqual({ exitCode: 0 });
  });
});

it('does not start without the plugin for logins, and creates no data', async () => {
  const dir = await archive.copy();
  rmSync(path.join(dir, 'build', 'server', 'resources', 'plugins', 'security'), {
    recursive: true,
  });
  const ran = await runUnpacked(dir, process.execPath, ['security-dashboards', '--server.port=0']);
  expect(ran.code).toBe(78);
  expect(ran.output).toMatch(/^There is no plugin that logs users in.*\n$/m);
  expect(ran.output).not.toContain('Password');
  expect(existsSync(path.join(dir, 'data'))).toBe(false);
});

it('shows its screens in a browser', async () => {
  const [server, browser] = await Promise.all([
    startUnpacked(archive.dir, process.execPath),
    launchChromium(),
  ]);
  try {
    const { page, expectClean } = await openProfile(browser, server.url);
    await login(page, ADMIN);
    await tenantDialog(page).waitFor();
    await closeTenantDialog(page);
    await page.goto('/app/security/roles');
    await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
    await row(page, 'all_access').waitFor();
    await expectAccessible(page);
    expectClean();
  } finally {
    await browser.close();
    await server.stop();
  }
});
