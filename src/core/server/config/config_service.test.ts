import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Type } from '@sinclair/typebox';
import { parseArguments } from './arguments';
import { findClusterAccess } from './cluster_section';
import { readKeyMeanings } from './key_meanings';
import { environmentName } from './assignments';
import { CORE_SECTIONS } from './core_sections';
import { loadConfig } from './load_config';
import { getDefaults, listLeaves } from './schema_walk';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';

let folder: string;
beforeEach(() => void (folder = temporaryFolder()));

interface Sources {
  /** Of one configuration file, or of several. */
  readonly yaml?: string | readonly string[];
  readonly name?: string;
  readonly env?: Record<string, string>;
  readonly argv?: readonly string[];
}

/** Ten aliases on each of nine lines expand to a gigabyte of values. */
const BILLION_LAUGHS = Array.from({ length: 9 }, (_, level) => {
  const items = Array.from({ length: 10 }, () => (level === 0 ? 'lol' : `*x${level - 1}`));
  return `x${level}: &x${level} [${items.join(', ')}]`;
}).join('\n');

const load = async (sources: Sources = {}) => (await loadAll(sources)).core;

async function loadAll({ yaml, env = {}, argv = [], name = 'sd.yml' }: Sources) {
  const args = parseArguments(argv);
  const files = [yaml ?? []].flat().map((text, index) => {
    const file = join(folder, index === 0 ? name : `${index}.yml`);
    writeFileSync(file, text);
    return file;
  });
  const configFiles = [...files, ...args.configFiles];
  const { config, core } = await loadConfig({ args: { ...args, configFiles }, env, root: folder });
  config.assertValid();
  return { config, core };
}

describe('configuration sources', () => {
  it('start from the defaults', async () => {
    const core = await load();
    expect(core.server).toMatchObject({
      host: '127.0.0.1',
      port: 5601,
      basePath: '',
      maxPayload: 1048576,
      keepaliveTimeout: 120000,
    });
    expect(core).toMatchObject({
      path: { data: 'data' },
      status: { allowAnonymous: false },
      ops: { interval: 5000 },
      branding: { productName: 'Security Dashboards' },
    });
  });

  it('prefer arguments to the environment, and the environment to the file', async () => {
    const yaml = 'server.port: 1001\nserver:\n  host: file.example\n  keepaliveTimeout: 1';
    const env = { SD_SERVER_PORT: '1002', SD_SERVER_KEEPALIVETIMEOUT: '2' };
    const { server } = await load({ yaml, env, argv: ['--server.port=1003'] });
    expect(server).toMatchObject({ port: 1003, keepaliveTimeout: 2, host: 'file.example' });
  });

  it('may use dotted and nested keys, and dotted keys below maps', async () => {
    const yaml =
      'server.ssl:\n  enabled: false\nuiSettings.overrides.theme:darkMode: true\nuiSettings:\n  overrides:\n    "a.b": 1';
    const core = await load({ yaml, argv: ['--uiSettings.overrides.dateFormat:tz=UTC'] });
    expect(core.uiSettings.overrides).toEqual({ 'a.b': 1, 'dateFormat:tz': 'UTC' });
  });

  it('substitute ${VARIABLES}, as numbers where the schema expects one', async () => {
    const { server } = await load({
      yaml: 'server.port: ${PORT}\nserver.name: "${HOST}-1"',
      env: { PORT: '80', HOST: 'web' },
    });
    expect(server).toMatchObject({ port: 80, name: 'web-1' });
    await expect(load({ yaml: 'server.name: ${NOBODY}' })).rejects.toThrow(
      'Unknown environment variable referenced in config : NOBODY'
    );
  });

  it('convert lists, flags and empty values from text', async () => {
    const { server, plugins } = await load({
      env: {
        SD_SERVER_XSRF_ALLOWLIST: '/a, /b',
        sd_server_xsrf_disableprotection: 'true',
        SD_SERVER_HOST: '',
      },
      argv: ['--plugins.paths=["x,y"]', '--csp.strict'],
    });
    expect(server.xsrf).toEqual({ allowlist: ['/a', '/b'], disableProtection: true });
    expect(server.host).toBe('127.0.0.1');
    expect(plugins.paths).toEqual(['x,y']);
  });

  it('treat a key without a value in the file as not set', async () => {
    expect((await load({ yaml: 'server:\n  port:\nops:\n' })).server.port).toBe(5601);
  });
});

describe('a file of OpenSearch Dashboards', () => {
  // @backend cluster/9
  it('sets the cluster connection, also by older names of keys', async () => {
    const core = await load({
      yaml: `
server.host: "0.0.0.0"
opensearch.hosts: ["https://one:9200", "https://two:9200"]
opensearch.ssl.verificationMode: certificate
opensearch.ssl.certificateAuthorities: ["/certificates/root-ca.pem"]
opensearch.username: kibanaserver
opensearch.password: kibanaserver
opensearch.requestTimeout: 60000
opensearch.requestHeadersWhitelist: [ authorization,securitytenant ]
kibana.index: ".team"`,
    });
    expect(core.opensearch.hosts).toEqual(['https://one:9200', 'https://two:9200']);
    expect(findClusterAccess(core)).toMatchObject({
      username: 'kibanaserver',
      password: 'kibanaserver',
      requestTimeout: 60_000,
      requestHeadersAllowlist: ['authorization', 'securitytenant'],
      dashboardsIndex: '.team',
      ssl: {
        verificationMode: 'certificate',
        certificateAuthorities: ['/certificates/root-ca.pem'],
      },
    });
  });

  it('maps keys to their current names, from file, environment and arguments', async () => {
    const yaml = `
opensearchDashboards.branding:
  logo: { defaultUrl: "https://example.org/logo.svg", darkModeUrl: "/" }
  mark: { defaultUrl: "/mark.svg" }
  loadingLogo: { defaultUrl: "/loading.svg" }
  faviconUrl: ""
  applicationTitle: Shield
server.maxPayloadBytes: 2000
server.defaultRoute: /app/home
opensearch.requestHeadersWhitelist: authorization
logging.verbose: true`;
    const { config, core } = await loadAll({
      yaml,
      env: { SD_KIBANA_INDEX: '.team' },
      argv: ['--server.xsrf.whitelist=/a,/b'],
    });
    expect(core).toMatchObject({
      branding: { productName: 'Shield', smallLogoUrl: '/mark.svg' },
      opensearchDashboards: { index: '.team' },
      server: { maxPayload: 2000, xsrf: { allowlist: ['/a', '/b'] } },
      uiSettings: { overrides: { defaultRoute: '/app/home' } },
      opensearch: { requestHeadersAllowlist: ['authorization'] },
      logging: { level: 'debug' },
    });
    expect(core.branding).toMatchObject({ logoUrl: 'https://example.org/logo.svg' });
    expect(core.branding).not.toHaveProperty('logoUrlDark');
    expect(core.branding).not.toHaveProperty('faviconUrl');
    expect(config.notes()).toEqual([
      expect.stringMatching(
        /^Keys with another name here: .*logging\.verbose as logging\.level.*\.$/
      ),
      expect.stringContaining(
        'here: opensearchDashboards.branding.loadingLogo.defaultUrl. --check'
      ),
    ]);
  });

  it.each([
    [{ 'logging.verbose': false, 'logging.quiet': true }, 'error'],
    [{ 'logging.silent': true }, 'off'],
    [{ 'logging.root': { level: 'all' } }, 'trace'],
    [{ 'logging.level': 'warn', 'logging.verbose': true }, 'warn'],
    [{ 'logging.verbose': false }, 'info'],
  ])('sets, with %j, the log level %s', async (keys, level) => {
    expect((await load({ yaml: JSON.stringify(keys) })).logging.level).toBe(level);
  });

  it.each([
    ['{ global: { INTERNALUSERS: [delete] } }', 1],
    ['{ all_access: { ROLES: ["*"] }, security_rest_api_access: { roles: [PUT] } }', 1],
    ['{ all_access: { ROLES: [PUT] } }', 0],
    ['{ global: { AUDIT: ["*"] } }', 0],
  ])('warns when %s leaves no full administrator', async (disabled, warnings) => {
    const yaml = `engine.restapi.endpoints_disabled: ${disabled}`;
    const notes = (await loadAll({ yaml })).config.notes();
    expect(notes.filter((note) => /nobody a full administrator/.test(note))).toHaveLength(warnings);
  });

  it('lists keys without effect and sections of unknown plugins in one message', async () => {
    const yaml = `
data_source.enabled: true
data_source.encryption.wrappingKeyName: changeme
map.showRegionDeniedWarning: false
vis_type_timeline.graphiteBlockedIPs: ['127.0.0.0/8']
opensearch.shardTimeout: 30000
opensearch.memoryCircuitBreaker: { enabled: false, maxPercentage: 1.0 }
pid.file: /var/run/opensearchDashboards.pid
my_company_plugin: { enabled: true }`;
    const { config } = await loadAll({ yaml, name: 'opensearch_dashboards.yml' });
    expect(config.notes()).toEqual([
      'Keys without effect here: opensearch.shardTimeout, opensearch.memoryCircuitBreaker.enabled, ' +
        'opensearch.memoryCircuitBreaker.maxPercentage, pid.file, ' +
        'data_source.*, map.*, vis_type_timeline.*, my_company_plugin.*. --check-config tells why.',
    ]);
    await expect(loadAll({ yaml })).rejects.toThrow('"my_company_plugin.enabled"');
  });

  it('is still checked for mistyped keys, and for keys that would protect something', async () => {
    const name = 'opensearch_dashboards.yml';
    const yaml =
      'sever.port: 1\nserver.prot: 2\nopensearch.ssl.truststore.path: a\nsavedObjects.permission.enabled: true';
    await expect(load({ yaml, name })).rejects.toThrow(
      'Unknown configuration key(s): "sever.port" (did you mean "server.port"?), "server.prot" (did you mean "server.port"?), ' +
        '"opensearch.ssl.truststore.path" (not supported: use PEM files and set opensearch.ssl.certificateAuthorities), ' +
        '"savedObjects.permission.enabled" (not supported: '
    );
    await expect(
      load({ yaml: 'savedObjects.permission.enabled: false', name })
    ).resolves.toBeDefined();
  });

  it('reports an invalid value under the key used in the file', async () => {
    const yaml = 'opensearchDashboards.branding.mark.defaultUrl: http://example.org/a.png';
    await expect(load({ yaml })).rejects.toThrow(
      /^\[config validation of \[branding\]\.smallLogoUrl\]: .* \(set by .*sd\.yml, as opensearchDashboards\.branding\.mark\.defaultUrl\)$/
    );
  });
});

describe('--check-config', () => {
  it('describes each key that is set and its origin, without secrets', async () => {
    const { config } = await loadAll({
      yaml: 'server.maxPayloadBytes: 5\nopensearch.logQueries: true\nopensearch.password: hunter2\nmap.tilemap.url: x\nopensearch.customHeaders: { Authorization: hunter2 }',
      argv: ['--logging.level=warn'],
    });
    const text = config.describe(readKeyMeanings(resolve(__dirname, '../../../..')));
    expect(text).toContain(
      `server.maxPayload: 5\n    Largest request body in bytes.\n    Set by ${join(folder, 'sd.yml')}, as server.maxPayloadBytes.\n`
    );
    expect(text).toMatch(
      /^logging\.level: "warn"\n {4}Least level .*\n {4}Set by --logging\.level\.$/m
    );
    expect(text).toContain(
      'opensearch.logQueries\n    No effect: this product runs no searches.\n'
    );
    expect(text).toContain('are not part of this product: map.*\n');
    expect(text).not.toContain('hunter2');
  });

  it('has a description for each key of core', () => {
    const meanings = readKeyMeanings(resolve(__dirname, '../../../..'));
    const leaves = CORE_SECTIONS.flatMap(({ path, schema }) => listLeaves(path, schema));
    expect(leaves.map(({ key }) => key).filter((key) => !meanings.has(key))).toEqual([]);
  });
});

describe('configuration errors', () => {
  it.each(['//evil', '/a//b', '/a/../b', '/.', '/a;b', '/ä', '/%2e%2e'])(
    'reject the base path %s',
    async (path) => {
      await expect(load({ argv: [`--server.basePath=${path}`] })).rejects.toThrow(
        `[server.basePath]: "${path}" has an empty part, a part of dots, or a character that`
      );
    }
  );

  it.each<[Sources, string, number]>([
    [
      { yaml: 'server.port: "80a"' },
      '[config validation of [server].port]: expected a whole number from 0 to 65535 but got "80a" (set by ',
      78,
    ],
    [
      { env: { SD_SERVER_PORT: '70000' } },
      'expected a whole number from 0 to 65535 but got 70000 (set by SD_SERVER_PORT)',
      78,
    ],
    [
      { argv: ['--status.allowAnonymous=yes'] },
      '[config validation of [status].allowAnonymous]: expected true or false but got "yes" (set by --status.allowAnonymous)',
      78,
    ],
    [
      { argv: ['--logging.level=loud'] },
      'expected one of "trace", "debug", "info", "warn", "error" or "off" but got "loud"',
      78,
    ],
    [
      { argv: ['--server.basePath=/x/'] },
      'expected a path that must start with a slash, don\'t end with one but got "/x/"',
      78,
    ],
    [
      { argv: ['--server.port=6000'] },
      '[server.port]: browsers refuse to open port 6000; take another one, or set [server.publicBaseUrl]',
      78,
    ],
    [
      { argv: ['--server.trustedProxies=10.0.0.0/40'] },
      '[server.trustedProxies]: "10.0.0.0/40" is neither an address, nor a range such as 10.0.0.0/8',
      78,
    ],
    [
      { argv: ['--server.rewriteBasePath=true'] },
      'cannot use [rewriteBasePath] when [basePath] is not specified',
      78,
    ],
    [{ argv: ['--server.ssl.enabled=true'] }, 'must specify [certificate] and [key]', 78],
    [
      { argv: ['--server.ssl.key=a', '--server.ssl.keystore.path=b'] },
      '[server.ssl.key]: cannot use [key] when [keystore.path] is specified',
      78,
    ],
    [
      { argv: ['--opensearch.hosts=localhost', '--opensearch.username=u'] },
      'each host is a URL',
      78,
    ],
    [
      { argv: ['--opensearch.hosts=https://a:b@h', '--opensearch.username=u'] },
      'no credentials here',
      78,
    ],
    [{ argv: ['--opensearch.hosts=https://h'] }, 'needs a user of its own in the cluster', 78],
    [{ argv: ['--opensearch.ssl.certificate=a'] }, 'certificate and key are set together', 78],
    [
      { argv: ['--server.customResponseHeaders={"bad name":"1"}'] },
      '"bad name" is not a header name',
      78,
    ],
    [{ yaml: 'server: [1]' }, 'Unknown configuration key(s): "server"', 64],
    [
      { yaml: 'sever.port: 1' },
      'Unknown configuration key(s): "sever.port" (did you mean "server.port"?)',
      64,
    ],
    [
      { yaml: 'server:\n  prot: 1\nx: {}' },
      '"server.prot" (did you mean "server.port"?), "x". Check for spelling errors and ensure that expected plugins are installed.',
      64,
    ],
    [{ argv: ['--serverport=1'] }, '"serverport" (did you mean "server.port"?)', 64],
    [{ yaml: 'a: [' }, 'is not valid YAML', 78],
    [{ yaml: 'a: 1\nb: 2\na: 3' }, 'is not valid YAML (line 3): Map keys must be unique.', 78],
    [
      { yaml: 'a: 1\nb: !strange 2' },
      'is not valid YAML (line 2): Unresolved tag. Put values that begin with *, & or ! in quotes.',
      78,
    ],
    [{ yaml: BILLION_LAUGHS }, 'is not valid YAML: Excessive alias count', 78],
    [{ yaml: '- a' }, 'must hold keys and values, got a list', 78],
  ])('report %j as: %s', async (sources, message, exitCode) => {
    const error = await load(sources).then(
      () => undefined,
      (reason: Error & { exitCode: number }) => reason
    );
    expect(error?.message).toContain(message);
    expect(error?.message).not.toContain('\n');
    expect(error?.exitCode).toBe(exitCode);
  });

  // @asvs V14.1/1
  it('contain no secrets', async () => {
    for (const argv of [
      ['--opensearch.password=["hunter2"]', '--opensearch.requestTimeout=hunter3'],
      ['--server.ssl.keyPassphrase=true', '--server.port=http://u:hunter2@h/'],
    ]) {
      const error = (await load({ argv }).catch((reason: Error) => reason)) as Error;
      expect(error.message).toContain('[config validation of');
      expect(error.message).not.toContain('hunter2');
    }
  });

  it('report a missing file only if it was specified', async () => {
    await expect(load()).resolves.toBeDefined();
    await expect(load({ argv: ['--config=/nowhere.yml'] })).rejects.toThrow(
      'Cannot read the configuration file /nowhere.yml: there is no such file.'
    );
  });

  it('name unknown arguments of the command line, but accept its options', () => {
    expect(
      parseArguments(['--demo', '--config', 'a.yml', '--server.port', '1', '--csp.strict'])
    ).toMatchObject({
      isDemo: true,
      configFiles: ['a.yml'],
      settings: [
        ['server.port', '1'],
        ['csp.strict', 'true'],
      ],
    });
    expect(() => parseArguments(['start'])).toThrow('Unknown argument "start"');
  });
});

describe('configuration sections of plugins', () => {
  const schema = Type.Object({
    cookie: Type.Object({ ttl: Type.Integer({ default: 5 }), name: Type.Optional(Type.String()) }),
    mode: Type.String(),
  });

  it('are validated on registration, with their own rules', async () => {
    const { config } = await loadConfig({
      args: {
        configFiles: [],
        settings: [
          ['my.mode', 'x'],
          ['my.cookie.ttl', '9'],
        ],
      },
      env: {},
      root: folder,
    });
    expect(() => config.assertValid()).toThrow('"my.mode"');
    expect(await config.register({ path: 'my', schema })).toEqual({
      cookie: { ttl: 9 },
      mode: 'x',
    });
    expect(() => config.assertValid()).not.toThrow();
    await config.register({ path: 'my', schema, validate: () => ['my.mode: never x'] });
    expect(() => config.assertValid()).toThrow('my.mode: never x');
  });

  it('require keys without a default', async () => {
    const { config } = await loadConfig({
      args: { configFiles: [], settings: [] },
      env: {},
      root: folder,
    });
    await config.register({ path: 'my', schema });
    expect(() => config.assertValid()).toThrow(
      '[config validation of [my].mode]: expected text but got nothing'
    );
  });

  it('are not validated while the plugin is disabled', async () => {
    const { config } = await loadConfig({
      args: {
        configFiles: [],
        settings: [
          ['my.enabled', 'false'],
          ['my.other', '1'],
        ],
      },
      env: { SD_MY_THIRD: '1' },
      root: folder,
    });
    expect(config.isEnabled('my', Type.Boolean())).toBe(false);
    expect(config.isEnabled('yours', Type.Boolean())).toBe(true);
    config.ignoreSection('my');
    expect(() => config.assertValid()).not.toThrow();
  });
});

describe('the declared keys', () => {
  const leaves = CORE_SECTIONS.flatMap(({ path, schema }) => listLeaves(path, schema));

  it('have one environment variable each', () => {
    const names = leaves.map(({ key }) => environmentName(key));
    expect(new Set(names).size).toBe(names.length);
  });

  it('are all listed in the configuration file, commented out with their defaults', async () => {
    const text = readFileSync(
      resolve(__dirname, '../../../../config/security-dashboards.yml'),
      'utf8'
    );
    expect(text.split('\n').filter((line) => /^\s*[^#\s]/.test(line))).toEqual([]);
    const uncommented = text.replace(/^#(?=[a-zA-Z_]+(\.[a-zA-Z_]+)+:)/gm, '');
    const missing = leaves
      .filter(({ key }) => !new RegExp(`^#${key.replaceAll('.', '\\.')}:`, 'm').test(text))
      .map(({ key }) => key);
    expect(missing).toEqual([]);
    const core = await load({
      yaml: uncommented.replace(/^(opensearch_security|saved_objects|security|home)\..*$/gm, ''),
    });
    for (const { path, schema } of CORE_SECTIONS) {
      const value = core[path as keyof typeof core] as Record<string, unknown>;
      const expected = getDefaults(schema);
      if (path === 'server') delete expected['name'];
      expect({ path, value }).toEqual({ path, value: expect.objectContaining(expected) });
    }
  });
});
