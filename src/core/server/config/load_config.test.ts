import { tmpdir } from 'node:os';
import { writeFileSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { DEFAULT_SETTINGS } from '../../../backend/api';
import { parseArguments } from './arguments';
import { getEngineSettings } from './engine_section';
import { loadConfig, loadOfflineConfig } from './load_config';
import { assertAdminCertificates } from './admin_certificate';
import { assertAuditFile } from './audit_file';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';

const load = async (...settings: string[]) => {
  const args = parseArguments(settings.map((setting) => `--engine.${setting}`));
  const { config, core } = await loadConfig({ args, env: {}, root: tmpdir() });
  config.assertValid();
  return core;
};

describe('section engine', () => {
  it('has the defaults of the engine', async () => {
    expect(getEngineSettings((await load()).engine)).toEqual(DEFAULT_SETTINGS);
  });

  it('accepts endpoints below their role, and in the form of clusters', async () => {
    const expected = { global: { ROLES: ['PUT'], TENANTS: ['*'] }, 'a.b': { SSL: ['GET'] } };
    const nested = await load(`restapi.endpoints_disabled=${JSON.stringify(expected)}`);
    const flat = await load(
      'restapi.endpoints_disabled.global.ROLES=["PUT"]',
      'restapi.endpoints_disabled.global.TENANTS=["*"]',
      'restapi.endpoints_disabled.a.b.SSL=["GET"]'
    );
    for (const { engine } of [nested, flat])
      expect(getEngineSettings(engine).disabledEndpoints).toEqual(expected);
  });

  it.each([
    ['restapi.roles_enabled=[]', 'expected a list of at least one security role but got []'],
    [
      'restapi.password_min_length=101',
      'expected a whole number from -1 to 100 but got 101 (set by --engine.restapi.password_min_length)',
    ],
    ['restapi.password_validation_regex=(', '[engine.restapi.password_validation_regex]: Invalid'],
    [
      'restapi.password_score_based_validation_strength=weak',
      'expected one of "fair", "good", "strong" or "very_strong" but got "weak"',
    ],
    [
      'restapi.endpoints_disabled.global.NODES=["*"]',
      '[engine.restapi.endpoints_disabled.global.NODES]: there is no such endpoint; there are ',
    ],
    ['restapi.endpoints_disabled.global.ROLES=["MOVE"]', '"MOVE" is no method; there are *, GET'],
    [
      'authcz.rest_impersonation_user.anna=bob',
      'expected a map of users to lists of users they may act as but got {"anna":"bob"}',
    ],
    ['authcz.admin_dn=["admin"]', '[engine.authcz.admin_dn]: "admin" is no distinguished name'],
    ['audit.max_age_days=0', 'expected a whole number from 1 to 36500 but got 0'],
    ['audit.syslog.host=logs:514', 'expected a host name or an address, without a port but got'],
    ['audit.syslog.protocol=relp', 'expected one of "udp", "tcp" or "tls" but got "relp"'],
    ['audit.syslog.facility=24', 'expected a whole number from 0 to 23 but got 24'],
    ['audit.syslog.max_message_bytes=100', 'a whole number from 480 to 65000 but got 100'],
    ['audit.syslog.port=514', '[engine.audit.syslog.port]: needs engine.audit.syslog.host'],
    [
      'audit.syslog.ssl.certificateAuthorities=ca.pem',
      '[engine.audit.syslog.ssl]: needs engine.audit.syslog.protocol: tls',
    ],
    ['dfm_empty_overrides_all=yes', 'expected true or false but got "yes"'],
  ])('rejects %s with one line', async (setting, message) => {
    const error = await load(setting).then(
      () => undefined,
      (reason: Error & { exitCode: number }) => reason
    );
    expect(error?.message).toContain(message);
    expect(error?.message).not.toContain('\n');
    expect(error?.exitCode).toBe(78);
  });
});

const DN = '--engine.authcz.admin_dn=["CN=admin"]';
const TLS = ['enabled=true', 'certificate=c.pem', 'key=k.pem'].map((one) => `--server.ssl.${one}`);
const OPTIONAL_CERTIFICATE = '--server.ssl.clientAuthentication=optional';
const AUTHORITY = '--server.ssl.certificateAuthorities=ca.pem';

const check = async (...settings: string[]): Promise<string> => {
  const { core } = await loadConfig({ args: parseArguments(settings), env: {}, root: tmpdir() });
  try {
    assertAdminCertificates(core);
    return 'fine';
  } catch (error) {
    return (error as Error).message;
  }
};

it('accepts admin_dn only if client certificates are requested and verified', async () => {
  expect(await check()).toBe('fine');
  expect(await check(DN, ...TLS, OPTIONAL_CERTIFICATE, AUTHORITY)).toBe('fine');
  expect(await check(DN)).toMatch(
    /server\.ssl\.enabled: true, and server\.ssl\.clientAuthentication: optional .*, and server\.ssl\.certificateAuthorities: /
  );
  // Without it, public certificate authorities would be trusted.
  expect(await check(DN, ...TLS, OPTIONAL_CERTIFICATE)).toMatch(
    /need server\.ssl\.certificateAuthorities: the file/
  );
  expect(await check(DN, ...TLS, AUTHORITY)).toMatch(/need server\.ssl\.clientAuthentication: /);
});

it('loads file, environment and its own arguments, and returns the other arguments', async () => {
  const root = temporaryFolder();
  const file = join(root, 'sd.yml');
  writeFileSync(file, 'engine.restapi.max_string_length: 500\npath.data: elsewhere');
  const argv = [
    'import',
    `--config=${file}`,
    'dir',
    '--engine.audit.max_age_days=7',
    '--prune',
    '--opensearch.username=mover',
  ];
  const env = { SD_ENGINE_RESTAPI_PASSWORD_MIN_LENGTH: '12' };
  expect(await loadOfflineConfig(argv, { env, root })).toEqual({
    dataDir: join(root, 'elsewhere'),
    argv: ['import', 'dir', '--prune'],
    cluster: expect.objectContaining({ username: 'mover', requestTimeout: 30_000 }),
    dashboardsIndex: '.kibana',
    settings: {
      ...DEFAULT_SETTINGS,
      maxStringLength: 500,
      auditMaxAgeDays: 7,
      passwordMinLength: 12,
    },
  });
  await expect(
    loadOfflineConfig(['--engine.audit.max_age_days=0'], { env: {}, root })
  ).rejects.toThrow('[config validation of [engine].audit.max_age_days]');
});

describe('audit file', () => {
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder();
  });

  const check = (file: string | undefined) => assertAuditFile({ engine: { audit: { file } } });

  function problemOf(file: string): { message: string; exitCode: number } | undefined {
    try {
      check(file);
      return undefined;
    } catch (error) {
      return error as { message: string; exitCode: number };
    }
  }

  it('accepts a regular file, one that is not there yet, and none', () => {
    const file = join(folder, 'audit.log');
    check(undefined);
    check(file);
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, '');
    symlinkSync(file, join(folder, 'link'));
    check(file);
    check(join(folder, 'link'));
  });

  // @asvs V7.3/5
  it.each<[string, () => string, RegExp]>([
    ['a folder', () => folder, /is a folder/],
    [
      'a pipe',
      () => {
        execFileSync('mkfifo', [join(folder, 'pipe')]);
        return join(folder, 'pipe');
      },
      /is not a regular file/,
    ],
    ['a device', () => '/dev/null', /is not a regular file/],
    ['a setting of the kernel', () => '/proc/self/comm', /belongs to the kernel/],
    ['a new file of the kernel', () => '/proc/self/audit.log', /belongs to the kernel/],
    ['a file in a folder that is not there', () => join(folder, 'no', 'a'), /no folder .+no/],
    [
      'a file below a file',
      () => {
        writeFileSync(join(folder, 'a'), '');
        return join(folder, 'a', 'b');
      },
      /cannot be used: ENOTDIR/,
    ],
  ])('refuses %s in one line, with exit code 78', (_what, prepare, message) => {
    const problem = problemOf(prepare());
    expect(problem?.message).toMatch(message);
    expect(problem?.message).toMatch(/^\[config validation of \[engine\.audit\.file\]\]: /);
    expect(problem?.message).not.toContain('\n');
    expect(problem?.exitCode).toBe(78);
  });
});
