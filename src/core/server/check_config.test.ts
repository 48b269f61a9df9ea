/** `--check-config` and a refused start, with the configuration of all plugins of the product. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';
import { version } from '../../../package.json';
import { main } from './cli';
import { parseArguments } from './config';
import { runOfflineTool } from './offline_cli';
import type { PluginModule } from './plugins';
import { Server } from './server';
import type { StartError } from './start_error';

const ROOT = resolve(__dirname, '..', '..', '..');
let folder: string;
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'public'));
  writeFileSync(
    join(folder, 'public', 'manifest.json'),
    JSON.stringify({ buildId: 'abc', core: 'core.js', plugins: {} })
  );
});

const written = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

interface Sources {
  /** Contents by file name, in the order of the arguments. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
}

function newServer({ files = {}, env = {}, argv = [] }: Sources): Server {
  const names = Object.entries(files).map(([name, text]) => `--config=${written(name, text)}`);
  const server = new Server({
    args: parseArguments([...names, `--path.data=${join(folder, 'data')}`, ...argv]),
    env,
    stdout: { write: () => undefined },
    paths: {
      root: ROOT,
      buildPublic: join(folder, 'public'),
      plugins: join(ROOT, 'src', 'plugins'),
    },
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- as the server loads them
    loadPlugin: ({ path }) => require(join(path, 'server', 'index.ts')) as PluginModule,
  });
  servers.push(server);
  return server;
}

const check = (sources: Sources): Promise<string> => newServer(sources).checkConfig();
const problemsOf = async (result: Promise<unknown>): Promise<StartError> =>
  (await result.then(
    () => undefined,
    (error: unknown) => error
  )) as StartError;

describe('problems', () => {
  const files = {
    'sd.yml': `
server.port: 80a
server.ssl: { enabled: true, certificate: none.pem, key: none-key.pem, certificateAuthorities: ca.pem }
logging.level: loud
sever.host: ::1
opensearch.hosts: localhost
opensearch_security.auth.type: [openid, ldap]
opensearch_security.session.ttl: 1`,
  };

  it('are all reported by one run of --check-config', async () => {
    const { message, exitCode } = await problemsOf(check({ files }));
    expect(exitCode).toBe(78);
    for (const problem of [
      '[server].port]: expected a whole number from 0 to 65535 but got "80a"',
      '[logging].level]: expected one of',
      '[opensearch.hosts]: each host is a URL',
      '[opensearch_security].session.ttl]: expected milliseconds',
      'the authentication type "ldap" is unknown',
      'opensearch_security.openid.connect_url is needed',
      '[server.ssl.certificate]: cannot read none.pem: there is no such file.',
      '[server.ssl.key]: cannot read none-key.pem: there is no such file.',
      '[server.ssl.certificateAuthorities]: cannot read ca.pem: there is no such file.',
      '"sever.host" (did you mean "server.host"?)',
    ])
      expect(message).toContain(problem);
    expect(message.split('\n')[0]).toBe(
      `The configuration has ${message.split('\n').length - 1} problems:`
    );
  });

  it('are reported by a refused start in the same words', async () => {
    const { message } = await problemsOf(check({ files }));
    const start = await problemsOf(newServer({ files, argv: ['--logging.dest=stdout'] }).start());
    expect(start.message.split('\n').sort()).toEqual(message.split('\n').sort());
  });

  it('do not repeat text of a file that is not YAML', async () => {
    for (const text of ['a: *hunter2', 'a: !hunter2 b', 'a: "x" hunter2', 'a: [hunter2']) {
      const { message } = await problemsOf(check({ files: { 'sd.yml': text } }));
      expect(message).toContain('is not valid YAML');
      expect(message).not.toContain('hunter2');
    }
  });
});

describe('secrets', () => {
  const SECRET = 'hunter2-hunter2-hunter2-hunter2-hunter2';
  const files = {
    'sd.yml': `
opensearch.password: ${SECRET}
opensearch.customHeaders: { x-tenant: ${SECRET} }
opensearch.ssl.keyPassphrase: ${SECRET}
server.ssl: { keyPassphrase: ${SECRET}, keystore.password: ${SECRET} }
opensearch_security:
  cookie.password: ${SECRET}
  openid: { client_secret: ${SECRET}, passphrase: ${SECRET}, additional_parameters: { a: ${SECRET} } }
  cluster_connections.encryption_keys: [${SECRET}]
  clusters.prod:
    hosts: https://prod:9200
    credentials: service
    username: mover
    password: ${SECRET}
    ssl: { certificate: '${__filename}', key: '${__filename}', key_passphrase: ${SECRET} }
  alarms.destinations:
    - { name: a, kind: webhook, url: 'https://example.org/${SECRET}', secret: ${SECRET} }
    - { name: b, kind: email, host: h, from: a@b, to: [c@d], username: u, password: ${SECRET} }`,
  };

  // @asvs V6.4/1
  it('are not shown by --check-config, which shows the rest', async () => {
    const text = await check({ files });
    expect(text).not.toContain('hunter2');
    expect(text).toContain(
      'opensearch_security.cluster_connections.encryption_keys: ["(not shown)"]'
    );
    expect(text).toContain('"credentials":"service","username":"mover"');
    expect(text).toContain(
      '[{"name":"a","kind":"webhook","url":"(not shown)","secret":"(not shown)"}'
    );
  });

  // @asvs V6.4/2
  it.each([
    `opensearch_security.cluster_connections.encryption_keys: ["${SECRET}", short-hunter2]`,
    `opensearch_security.cluster_connections.encryption_keys: { a: ${SECRET} }`,
    `opensearch_security.clusters.prod: { hosts: 5, password: ${SECRET} }`,
    `opensearch_security.clusters.prod: { hosts: h, ssl: { password: ${SECRET} } }`,
    `opensearch_security.alarms.destinations: [{ kind: webhook, sekret: ${SECRET} }]`,
    `opensearch_security.alarms.destinations: { secret: ${SECRET} }`,
    `opensearch_security.openid.client_secret: [${SECRET}]`,
    `opensearch.customHeaders: { a: [${SECRET}] }`,
    `opensearch.password: { a: ${SECRET} }`,
  ])('are not shown by a start that is refused because of %j', async (yaml) => {
    const server = newServer({ files: { 'sd.yml': yaml } });
    const { message, exitCode } = await problemsOf(server.start());
    expect(exitCode).toBe(78);
    expect(message).toContain('config validation');
    expect(message).not.toContain('hunter2');
  });
});

describe('references', () => {
  it('are replaced at every depth, by variables and by files', async () => {
    const url = written('url', 'https://hooks.example.org/x\n');
    const port = written('port', '6514\r\n');
    const text = await check({
      files: {
        'sd.yml': `
server.name: "\${HOST}-1"
opensearch_security.alarms.destinations:
  - { name: "\${HOST}", kind: webhook, url: "\${file:${url}}", secret: "\${SECRET}" }
  - { name: logs, kind: syslog, host: "\${HOST}", port: "\${file:${port}}" }
opensearch_security.clusters:
  prod: { hosts: ["https://\${HOST}:9200"], confirm_changes: "\${FLAG}", ssl: { verification_mode: "\${MODE}" } }`,
      },
      env: { HOST: 'web', SECRET: 'sixteen-characters', FLAG: 'true', MODE: 'full' },
    });
    expect(text).toContain('server.name: "web-1"');
    expect(text).toContain('The configuration is valid.');
  });

  it('name the variable or file that is missing, and the place', async () => {
    const folderOfSecrets = join(folder, 'secrets');
    mkdirSync(folderOfSecrets);
    const { message, exitCode } = await problemsOf(
      check({
        files: {
          'sd.yml': `
server.name: \${NOBODY}
opensearch.password: \${file:/nowhere/password}
opensearch_security.alarms.destinations:
  - { name: a, kind: webhook, url: "https://example.org", secret: "\${file:${folderOfSecrets}}" }`,
        },
        env: { SD_OPENSEARCH_USERNAME_FILE: written('empty', '') },
      })
    );
    expect(exitCode).toBe(78);
    const file = join(folder, 'sd.yml');
    expect(message.split('\n').map((line) => line.trim())).toEqual([
      'The configuration has 4 problems:',
      `[config validation of [server].name]: Unknown environment variable referenced in config : NOBODY (set by ${file})`,
      `[config validation of [opensearch].password]: cannot read /nowhere/password: there is no such file (set by ${file})`,
      `[config validation of [opensearch].username]: cannot read ${join(folder, 'empty')}: it is empty (set by SD_OPENSEARCH_USERNAME_FILE)`,
      `[config validation of [opensearch_security.alarms].destinations]: cannot read ${folderOfSecrets}: it is a folder (at [0].secret) (set by ${file})`,
    ]);
  });

  it('can be variables with _FILE of every key', async () => {
    const text = await check({
      env: {
        SD_SERVER_PORT_FILE: written('port', '6001\n'),
        SD_OPENSEARCH_PASSWORD_FILE: written('password', 'hunter2\n'),
        SD_OPENSEARCH_SECURITY_AUTH_TYPE_FILE: written('type', 'basicauth'),
        SD_ENGINE_AUDIT_FILE: join(folder, 'audit.log'),
      },
    });
    expect(text).toMatch(/^server\.port: 6001\n.*\n {4}Set by SD_SERVER_PORT_FILE\.$/m);
    expect(text).toContain(`engine.audit.file: "${join(folder, 'audit.log')}"`);
    expect(text).toContain('opensearch_security.auth.type: ["basicauth"]');
    expect(text).not.toContain('hunter2');
    const { message } = await problemsOf(
      check({ env: { SD_SERVER_PORT: '1', SD_SERVER_PORT_FILE: join(folder, 'port') } })
    );
    expect(message).toContain('SD_SERVER_PORT and SD_SERVER_PORT_FILE are both set');
  });
});

describe('files of earlier products', () => {
  it('have their sections renamed, so that no new installation starts beside a cluster', async () => {
    const text = await check({
      files: {
        'opensearch_dashboards.yml': `
elasticsearch.hosts: ["https://localhost:9200"]
elasticsearch.username: kibanaserver
elasticsearch.password: hunter2
elasticsearch.requestHeadersWhitelist: [authorization, securitytenant]
elasticsearch.ssl.verificationMode: none
elasticsearch.shardTimeout: 0
elasticsearch: { customHeaders: { x-from: console } }
opendistro_security.multitenancy.enabled: false
kibana.index: .team
xpack.reporting.enabled: true`,
      },
      env: { SD_ELASTICSEARCH_PINGTIMEOUT: '1234' },
    });
    expect(text).toContain('opensearch.hosts: ["https://localhost:9200"]');
    expect(text).toContain(
      'opensearch.requestHeadersAllowlist: ["authorization","securitytenant"]'
    );
    expect(text).toContain('opensearch.ssl.verificationMode: "none"');
    expect(text).toContain('opensearch.customHeaders: {"x-from":"(not shown)"}');
    expect(text).toContain('opensearch.pingTimeout: 1234');
    expect(text).toContain('opensearch_security.multitenancy.enabled: false');
    expect(text).toMatch(/elasticsearch\.shardTimeout\n {4}No effect/);
    expect(text).not.toContain('hunter2');
  });

  it.each([
    ['searchguard.auth.type: openid', '"searchguard.auth.type" (not supported: '],
    [
      'xpack.security.authc.providers.saml.saml1.order: 0',
      '"xpack.security.authc.providers.saml.saml1.order" (not supported: ',
    ],
    ['elasticsearch.hots: https://a', '"elasticsearch.hots" (did you mean "opensearch.hosts"?)'],
  ])('stop the start with %s, which would change who can log in', async (yaml, message) => {
    await expect(check({ files: { 'kibana.yml': yaml } })).rejects.toThrow(message);
  });

  it('name a keystore beside them, whose secrets are not read', async () => {
    const keystore = written('opensearch_dashboards.keystore', '1:abc');
    const text = await check({ files: { 'opensearch_dashboards.yml': 'server.port: 6001' } });
    expect(text).toContain(`${keystore} is not read. Put each of its secrets into a file`);
  });
});

it('merges several files, the later ones over the earlier ones', async () => {
  const text = await check({
    files: {
      'base.yml': 'server: { port: 6001, name: base }\nopensearch_security.clusters: {}',
      'site.yml': 'server.name: site',
    },
  });
  expect(text).toContain('server.port: 6001');
  expect(text).toContain('server.name: "site"');
  expect(text).toContain(`Set by ${join(folder, 'site.yml')}.`);
});

it('names environment variables that are no keys, and goes on', async () => {
  const text = await check({
    env: {
      SD_SERVER_PORT: 'tcp://10.0.0.1:80',
      SD_DASHBOARDS_SERVICE_HOST: '10.0.0.1',
      SD_SERVER_PROT: '1',
    },
  });
  expect(text).toContain('Environment variables without effect: "SD_SERVER_PORT"');
  expect(text).toContain('"SD_DASHBOARDS_SERVICE_HOST"');
  expect(text).toContain('"SD_SERVER_PROT" (did you mean "SD_SERVER_PORT"?)');
  expect(text).toContain('The configuration is valid.');
});

it('says that a configured content security policy has no effect on pages, and why', async () => {
  const text = await check({
    files: {
      'sd.yml': `server.customResponseHeaders: { Content-Security-Policy: "frame-ancestors https://portal.example.org", x-team: a }`,
    },
  });
  expect(text).toContain(
    'server.customResponseHeaders.Content-Security-Policy has no effect on pages: they have a stricter policy'
  );
  expect(text).not.toContain('x-team has no effect');
});

it('prints the version of the server and of the tool, whatever the configuration is', async () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await main(['--config=/nowhere.yml', '--version']);
  await runOfflineTool(async () => 1, ['import', '--config=/nowhere.yml', '--version'], 'security');
  expect(write.mock.calls).toEqual([
    [`Security Dashboards ${version}\n`],
    [`Security Dashboards ${version}\n`],
  ]);
});
