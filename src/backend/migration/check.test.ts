/** `check` on a folder of files and on a data folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '../api';
import { API, cleanUp, INTERNAL, startEngine } from '../testing/embedded';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';
import { runTool } from './index';

jest.setTimeout(60_000);
afterEach(cleanUp);

const DEMONSTRATION = join(__dirname, '../../../test/fixtures/findings');

async function check(...argv: readonly string[]) {
  const texts = { out: '', err: '' };
  const code = await runTool(['check', ...argv], temporaryFolder(), {
    write: (text) => void (texts.out += text),
    writeError: (text) => void (texts.err += text),
    env: {},
    readStdin: async () => '',
    version: '9.8.7',
    settings: DEFAULT_SETTINGS,
    dashboardsIndex: '.kibana',
    cluster: {
      requestTimeout: 30_000,
      pingTimeout: 30_000,
      customHeaders: {},
      requestHeadersAllowlist: [],
      sniffOnStart: false,
      sniffInterval: false,
      sniffOnConnectionFault: false,
      ssl: { verificationMode: 'full', alwaysPresentCertificate: false },
    },
  });
  return { code, ...texts };
}

interface Report {
  readonly findings: readonly { readonly id: string; readonly change?: object }[];
  readonly skipped: readonly { readonly rule: string }[];
}
const report = async (...argv: string[]) => JSON.parse((await check(...argv)).out) as Report;

it('finds the 40 faults of the demonstration configuration, and none of its 40 look-alikes', async () => {
  const { findings, skipped } = await report(DEMONSTRATION, '--json');
  expect(skipped).toEqual([]);
  expect(findings.map(({ id }) => id)).toEqual([
    'anonymous-reach:rolesmapping/board_write:roles/board_write',
    'demonstration-user:internalusers/kibanaro',
    'demonstration-user:internalusers/logstash',
    'anonymous-reach:rolesmapping/open_sales:roles/open_sales',
    'anonymous-reach:rolesmapping/public_prices:roles/public_prices',
    'broken-promise:guardrails/mail',
    'hidden-administrator:roles/automation',
    'hidden-administrator:roles/helpdesk',
    'lifted-restriction:roles/hr_names:roles/hr_masked',
    'lifted-restriction:roles/orders_north:roles/orders_any',
    'missing-user:rolesmapping/all_access',
    'open-mapping:rolesmapping/board_write:roles/board_write',
    'write-everywhere:roles/cleaner',
    'write-everywhere:roles/purge',
    'audit-off:audit/disabled_rest_categories',
    'missing-action-group:actiongroups/own_write',
    'missing-action-group:roles/misspelled',
    'missing-attribute:roles/department:department',
    'missing-attribute:roles/team_news:team',
    'missing-role:internalusers/walt',
    'missing-role:rolesmapping/abandoned',
    'missing-user:rolesmapping/misspelled',
    'old-password-hash:internalusers/nina',
    'old-password-hash:internalusers/xena',
    'open-mapping:rolesmapping/open_sales:roles/open_sales',
    'open-mapping:rolesmapping/stock_read:roles/stock_read',
    'sole-administrator:internalusers/boss',
    'missing-tenant:roles/finance_view',
    'missing-tenant:roles/old_board',
    'redundant-role:roles/logs_today:roles/logs_all',
    'redundant-role:roles/metrics_one:roles/metrics_all',
    'unassigned-role:roles/leftover',
    'unassigned-role:roles/nobody',
    'unmapped-backend-role:internalusers/rosa:forgotten',
    'unmapped-backend-role:internalusers/vera:vanished',
    'unnamed-tenant:tenants/attic',
    'unnamed-tenant:tenants/cellar',
    'unused-action-group:actiongroups/ping',
    'unused-action-group:actiongroups/pong',
    'unused-action-group:actiongroups/unused',
  ]);
});

it('selects by severity, rule and threshold, and exits with 1 only if something is found', async () => {
  const high = await check(DEMONSTRATION, '--severity=critical');
  expect(high.code).toBe(1);
  expect(high.out).toContain(
    'critical: logstash still has the password of the demonstration configuration. [demonstration-user]'
  );
  expect(high.out).toContain('3 found: 3 critical.');
  const only = ['--only=sole-administrator'];
  expect(await check(DEMONSTRATION, ...only)).toMatchObject({ code: 1 });
  const fewer = await check(DEMONSTRATION, ...only, '--threshold=soleAdministratorFrom=18');
  expect(fewer).toMatchObject({ code: 0, out: expect.stringContaining('No findings.') });
  const excluded = await check(DEMONSTRATION, ...only, '--without=sole-administrator');
  expect(excluded.code).toBe(0);
});

it('checks a data folder, and skips rules whose file a folder lacks', async () => {
  const dataDir = temporaryFolder();
  const { engine } = await startEngine({ dataDir });
  const nothing = { out: '' };
  const put = async (path: string, body: object) => {
    const { statusCode } = await engine.request(INTERNAL, {
      method: 'PUT',
      path: `${API}/${path}`,
      body,
    });
    if (statusCode > 299) throw new Error(path);
  };
  await put('roles/nobody', { cluster_permissions: ['cluster_monitor'] });
  await engine.stop();
  Object.assign(nothing, await report(dataDir, '--json'));
  expect(nothing).toMatchObject({
    findings: [{ id: 'unassigned-role:roles/nobody', change: { roles: { nobody: null } } }],
    skipped: [],
  });
  const dir = join(temporaryFolder(), 'files');
  mkdirSync(dir);
  writeFileSync(join(dir, 'tenants.yml'), 'attic: {}\n');
  const some = await check(dir);
  expect(some.code).toBe(3);
  expect(some.out).toContain('Not checked: unassigned-role. Not readable here: roles,');
});

describe('a folder of files', () => {
  const folderOf = (files: Readonly<Record<string, string>>) => {
    const dir = join(temporaryFolder(), 'files');
    mkdirSync(dir);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text);
    return dir;
  };

  it('in which no rule can run is not called clean', async () => {
    const dir = folderOf({ 'tenants.yml': '{}\n' });
    const { code, out } = await check(dir, '--only=unassigned-role');
    expect(code).toBe(3);
    expect(out).toContain('Nothing was checked');
    expect(out).not.toContain('No findings');
  });

  it('with a file whose name looks meant is not called clean, and the file is named', async () => {
    const dir = folderOf({ 'roles_mapping.yml': '{}\n', 'roles.yaml': 'r: {}\n' });
    const { code, out } = await check(dir);
    expect(code).toBe(3);
    expect(out).toContain('roles.yaml is not read. If you mean roles.yml, give it this name.');
    expect(JSON.parse((await check(dir, '--json')).out)).toMatchObject({
      passed_over: [{ file: 'roles.yaml' }],
      unchecked: 'Not read: roles.yaml.',
    });
    const { runs } = JSON.parse((await check(dir, '--sarif')).out) as { runs: object[] };
    expect(runs[0]).toMatchObject({
      invocations: [
        {
          toolExecutionNotifications: expect.arrayContaining([
            { level: 'warning', message: { text: expect.stringContaining('roles.yaml') } },
          ]),
        },
      ],
    });
  });

  it('needs the rules that --require names', async () => {
    const dir = folderOf({ 'tenants.yml': '{}\n', 'guardrails.yml': '{}\n' });
    const only = ['--only=audit-off', '--only=broken-promise', '--only=weak-password-rules'];
    const complete = folderOf({
      'roles.yml': '{}\n',
      'roles_mapping.yml': '{}\n',
      'internal_users.yml': '{}\n',
      'action_groups.yml': '{}\n',
      'tenants.yml': '{}\n',
    });
    expect(await check(complete, '--only=missing-role', '--require=missing-role')).toMatchObject({
      code: 0,
    });
    const { code, out } = await check(dir, '--require=audit-off', ...only);
    expect({ code, out }).toEqual({
      code: 3,
      out: expect.stringContaining('Required, but not checked: audit-off.'),
    });
    expect((await check(complete, '--require=all')).code).toBe(3);
    expect((await check(dir, '--require=unknown')).err).toContain('There is no rule unknown');
  });

  it('has a finding for each value that cannot be used, and is checked otherwise', async () => {
    const dir = folderOf({
      'internal_users.yml':
        'admin: {hash: ADMIN_HASH, backend_roles: [admin]}\nu: {hash: "${env.UNSET}", backend_roles: [x]}\n',
      'roles.yml': 'r: {nope: 1, cluster_permissions: [cluster_monitor]}\n',
      'roles_mapping.yml': 'r: {users: [admin, u]}\nabandoned: {users: [u]}\n',
      'action_groups.yml': 'broken: [\n',
    });
    const { findings } = await report(dir, '--json');
    expect(findings.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^unusable-value:internalusers\/admin/),
        'unusable-value:internalusers/u:hash',
        'unusable-value:roles/r:nope',
        expect.stringMatching(/^unusable-value:actiongroups\/action_groups\.yml/),
        'missing-role:rolesmapping/abandoned',
      ])
    );
    expect(findings.map(({ id }) => id)).not.toContain('missing-role:rolesmapping/r');
    expect(findings.map(({ id }) => id).join(' ')).not.toContain('missing-user');
    expect((await check(dir)).code).toBe(1);
    const only = ['--only=missing-tenant', '--without=unusable-value'];
    expect((await check(dir, ...only)).out).not.toContain('unusable-value');
  });
});

it('names each part of a role that never works, or does the opposite of what is meant', async () => {
  const dir = temporaryFolder();
  const role = (patterns: readonly string[], dls = '') => ({
    index_permissions: [
      { index_patterns: patterns, allowed_actions: ['read'], ...(dls && { dls }) },
    ],
  });
  const roles = {
    _meta: { type: 'roles', config_version: 2 },
    opens: role(['*', '-secret-*']),
    space: role([' logs-*']),
    list: role(['logs-*,metrics-*']),
    regex: role(['^logs-.+$']),
    upper: role(['Logs-*']),
    misspelled: role(['logs-*'], '{"trem":{"a":"b"}}'),
    wrapped: role(['logs-*'], '{"query":{"match_all":{}}}'),
    part: role(['logs-*'], '{"bool":{"most":[]}}'),
    no_query: role(['logs-*'], '{"bool":{"must":["a"]}}'),
    variable: role(['logs-${user.team}']),
    fine: role(['logs-*', '/Logs-[0-9]+/', '<logs-{now/d}>'], '{"term":{"a":"${user.name}"}}'),
  };
  writeFileSync(join(dir, 'roles.yml'), JSON.stringify(roles));
  for (const [file, type] of [
    ['roles_mapping.yml', 'rolesmapping'],
    ['internal_users.yml', 'internalusers'],
  ] as const)
    writeFileSync(join(dir, file), JSON.stringify({ _meta: { type, config_version: 2 } }));
  const only = ['invalid-document-filter', 'invalid-pattern', 'missing-attribute'].map(
    (rule) => `--only=${rule}`
  );
  const { code, out } = await check(dir, ...only);
  expect(code).toBe(1);
  for (const text of [
    'high: Role opens grants access to what it seems to exclude. “-secret-*” excludes nothing',
    'Role space: “ logs-*” matches no index, because index names have no spaces.',
    'Role list: “logs-*,metrics-*” matches no index, because index names have no commas.',
    'Role regex: “^logs-.+$” looks like a regular expression.',
    'Role upper: “Logs-*” matches no index, because index names are in lower case.',
    'filter of role misspelled on logs-* cannot work. OpenSearch has no “trem” query.',
    'filter of role wrapped on logs-* cannot work. Leave out the outer “query”',
    'filter of role part on logs-* cannot work. “bool” has no “most”.',
    'filter of role no_query on logs-* cannot work. “must” takes queries',
    'Role variable uses ${user.team}, which no login sets.',
  ])
    expect(out).toContain(text);
  expect(out).not.toMatch(/[Rr]ole fine\b/);
});

it('writes SARIF with the version, and the promise of a file that the folder lacks', async () => {
  const dir = join(temporaryFolder(), 'files');
  mkdirSync(dir);
  const write = (file: string, text: string) => writeFileSync(join(dir, file), text);
  write(
    'roles.yml',
    'hr: {index_permissions: [{index_patterns: [hr-*], allowed_actions: [read]}]}'
  );
  write('roles_mapping.yml', 'hr: {users: [rosa]}');
  write('internal_users.yml', '{}');
  write('action_groups.yml', '{}');
  const guardrails = join(temporaryFolder(), 'promises.yml');
  writeFileSync(
    guardrails,
    '# of hr\nhr: {rule: never, action: read, index: hr-1, users: [rosa]}\n'
  );
  const { code, out } = await check(dir, '--sarif', `--guardrails=${guardrails}`);
  expect(code).toBe(1);
  const { runs } = JSON.parse(out) as { runs: object[] };
  expect(runs[0]).toMatchObject({
    tool: { driver: { version: '9.8.7' } },
    results: expect.arrayContaining([
      expect.objectContaining({
        ruleId: 'broken-promise',
        locations: [
          expect.objectContaining({
            physicalLocation: {
              artifactLocation: { uri: expect.stringContaining('promises.yml') },
              region: { startLine: 2 },
            },
          }),
        ],
      }),
    ]),
  });
});

it('writes SARIF with the lines of the entries', async () => {
  const { out } = await check(DEMONSTRATION, '--sarif', '--only=write-everywhere');
  const { version, runs } = JSON.parse(out) as {
    version: string;
    runs: { tool: { driver: { rules: object[] } }; results: object[] }[];
  };
  expect(version).toBe('2.1.0');
  expect(runs[0]?.tool.driver.rules).toEqual([
    expect.objectContaining({ id: 'unusable-value' }),
    expect.objectContaining({
      id: 'write-everywhere',
      shortDescription: { text: expect.stringContaining('stolen password') },
      defaultConfiguration: { level: 'error' },
    }),
  ]);
  expect(runs[0]?.results).toEqual([
    expect.objectContaining({
      ruleId: 'write-everywhere',
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'test/fixtures/findings/roles.yml' },
            region: { startLine: 15 },
          },
          logicalLocations: [{ kind: 'resource', fullyQualifiedName: 'roles/cleaner' }],
        },
      ],
      partialFingerprints: { 'finding/v1': 'write-everywhere:roles/cleaner' },
    }),
    expect.objectContaining({ ruleId: 'write-everywhere' }),
  ]);
});

it('reports invalid arguments, and explains itself', async () => {
  for (const [argv, text] of [
    [[], 'check needs one place'],
    [['a', 'b'], 'check needs one place'],
    [['a', '--only=unknown'], 'There is no rule unknown'],
    [['a', '--severity=bad'], '--severity is critical, high, medium, low; not bad.'],
    [['a', '--threshold=maxAdministrators=few'], '--threshold takes one of maxAdministrators'],
    [['a', '--json', '--sarif'], 'Choose one of --json and --sarif'],
    [['/nowhere'], 'has neither an installation nor configuration files'],
  ] as const)
    expect(await check(...argv)).toMatchObject({ code: 2, err: expect.stringContaining(text) });
  const { code, out } = await check('--help');
  expect(code).toBe(0);
  expect(out).toContain('lifted-restriction');
});

it('checks the promises of a file, and says what is wrong with one', async () => {
  const dir = temporaryFolder();
  const guardrails = join(dir, 'promises.yml');
  const fileWith = (promise: object) =>
    writeFileSync(guardrails, JSON.stringify({ _meta: { type: 'guardrails' }, hr: promise }));
  const only = ['--only=broken-promise', `--guardrails=${guardrails}`];
  fileWith({ rule: 'only', action: 'read', index: 'hr-*', backend_roles: ['hr'] });
  const { code, out } = await check(DEMONSTRATION, ...only);
  expect(code).toBe(1);
  expect(out).toMatch(/high: The guardrail hr is broken: 6 users, backend roles or hosts should/);
  fileWith({ rule: 'never', action: 'read', index: 'hr-*', users: ['rosa'] });
  expect(await check(DEMONSTRATION, ...only)).toMatchObject({ code: 0 });
  fileWith({ rule: 'never', action: 'read', index: 'hr-*' });
  const refused = await check(DEMONSTRATION, ...only);
  expect(refused).toMatchObject({
    code: 2,
    err: expect.stringContaining('promises.yml: hr: [never] needs'),
  });
});
