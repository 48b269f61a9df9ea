/** `compare` and `promote` between data folders and folders of files. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '../api';
import { API, cleanUp, INTERNAL, startEngine } from '../testing/embedded';
import { clusterOf, FAKE_PASSWORD, FakeCluster, json } from '../../../test/helpers/fake_cluster';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';
import { runTool } from './index';

// The first password check loads dictionaries.
jest.setTimeout(60_000);
afterEach(cleanUp);

async function security(...argv: readonly string[]) {
  const texts = { out: '', err: '' };
  const code = await runTool(argv, temporaryFolder(), {
    write: (text) => void (texts.out += text),
    writeError: (text) => void (texts.err += text),
    env: { SD_TO_PASSWORD: FAKE_PASSWORD },
    readStdin: async () => '',
    settings: DEFAULT_SETTINGS,
    dashboardsIndex: '.kibana',
    cluster: {
      requestTimeout: 30_000,
      pingTimeout: 30_000,
      customHeaders: {},
      requestHeadersAllowlist: ['authorization'],
      sniffOnStart: false,
      sniffInterval: false,
      sniffOnConnectionFault: false,
      ssl: { verificationMode: 'full', alwaysPresentCertificate: false },
    },
  });
  return { code, ...texts };
}

/** A data folder whose server has stopped. */
async function installation(content: Readonly<Record<string, object>> = {}): Promise<string> {
  const dataDir = temporaryFolder();
  const { engine } = await startEngine({ dataDir });
  for (const [path, body] of Object.entries(content)) {
    const { statusCode, body: answer } = await engine.request(INTERNAL, {
      method: 'PUT',
      path: `${API}/${path}`,
      body,
    });
    if (statusCode > 299) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  }
  await engine.stop();
  return dataDir;
}

function folder(files: Readonly<Record<string, string>>): string {
  const dir = join(temporaryFolder(), 'files');
  mkdirSync(dir);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text);
  return dir;
}

const SOURCE = {
  'tenants/sales': { description: 'Sales' },
  'actiongroups/look': { allowed_actions: ['read'] },
  'roles/reader': {
    index_permissions: [{ index_patterns: ['sales-*'], allowed_actions: ['look'] }],
    tenant_permissions: [{ tenant_patterns: ['sales'], allowed_actions: ['kibana_all_read'] }],
  },
  'rolesmapping/reader': { users: ['jane'] },
  'internalusers/jane': { password: 'Vintage-Tractor-42' },
};

it('compares field by field, without password hashes', async () => {
  const from = await installation(SOURCE);
  const to = await installation({
    ...SOURCE,
    'roles/reader': { ...SOURCE['roles/reader'], description: 'Other' },
    'roles/own': { cluster_permissions: ['cluster_monitor'] },
    'internalusers/jane': { password: 'Another-Tractor-43' },
  });
  const { code, out } = await security('compare', from, to);
  expect(code).toBe(1);
  expect(out).toContain('  ~ update reader\n      remove /reader/description\n');
  expect(out).toContain('  - delete own\n');
  expect(out).toContain('0 to create, 1 to update, 1 to delete.\n');
  expect(out).not.toContain('jane');
  expect(await security('compare', from, to, '--only=roles/missing')).toMatchObject({ code: 0 });
  const { changes, same } = JSON.parse(
    (await security('compare', from, to, '--json', '--only=roles')).out
  ) as { changes: { name: string }[]; same: object };
  expect(changes.map(({ name }) => name)).toEqual(['own', 'reader']);
  expect(same).toMatchObject({ tenants: 0 });
});

it('compares only the kinds for which a folder has a file', async () => {
  const to = await installation(SOURCE);
  const files = folder({ 'roles.yml': 'reader: {description: From a file}\n' });
  const { code, out } = await security('compare', files, to);
  expect(code).toBe(1);
  expect(out).toContain('add /reader/description "From a file"');
  expect(out).not.toContain('tenants.yml');
});

it('promotes one role with what it relies on, in one recorded step', async () => {
  const [from, to] = [await installation(SOURCE), await installation()];
  const only = ['--only=roles/reader', '--only=rolesmapping/reader'];
  const refused = await security('promote', from, to, '--only=rolesmapping/reader');
  expect(refused).toMatchObject({
    code: 2,
    err: expect.stringContaining("role 'reader' not found"),
  });
  const lacking = await security('promote', from, to, ...only);
  expect(lacking.out).toContain('Missing there: actiongroups/look.');
  expect(lacking.out).toContain('Missing there: tenants/sales.');
  const planned = await security('promote', from, to, ...only, '--with-dependencies');
  expect(planned).toMatchObject({ code: 1, err: '' });
  expect(planned.out).toContain('5 to create, 0 to update, 0 to delete.');
  expect(planned.out).toContain('New users need a password before they can log in: jane');
  expect(planned.out).toContain('Internal users there who gain access: jane (roles reader)');
  expect((await security('compare', from, to, '--only=roles')).code).toBe(1);
  const yes = await security(
    'promote',
    from,
    to,
    ...only,
    '--with-dependencies',
    '--yes',
    '--json'
  );
  expect(yes.code).toBe(0);
  expect(JSON.parse(yes.out)).toMatchObject({
    outcome: 'done',
    applied: [
      { type: 'tenants', name: 'sales' },
      { type: 'actiongroups', name: 'look' },
      { type: 'roles', name: 'reader' },
      { type: 'rolesmapping', name: 'reader' },
      { type: 'internalusers', name: 'jane' },
    ],
    refused: [],
  });
  expect(yes.out).not.toMatch(/\$2[aby]\$/);
  expect(await security('promote', from, to, ...only, '--yes')).toMatchObject({ code: 0 });
  expect((await security('compare', from, to, '--only=roles')).code).toBe(0);
  const { engine } = await startEngine({ dataDir: to });
  const history = await engine.history.list(INTERNAL, { page: 1, perPage: 10, name: 'reader' });
  expect(history).toMatchObject({
    result: { total: 2, items: [{ via: 'files' }, { via: 'files' }] },
  });
  await engine.stop();
});

it('promotes a mapping of a role that no side has with a note, and leaves it out on a cluster', async () => {
  const dangling = {
    'roles.yml': 'kept: {cluster_permissions: [cluster_monitor]}\n',
    'roles_mapping.yml': 'gone: {users: [jane]}\nkept: {users: [jane]}\n',
  };
  const from = folder(dangling);
  const to = await installation();
  const done = await security('promote', from, to, '--with-dependencies', '--yes');
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toContain('roles_mapping.yml: gone: the role gone does not exist');
  expect((await security('compare', from, to, '--only=rolesmapping/gone')).code).toBe(0);
  const entries: Parameters<typeof clusterOf>[0] = { internalusers: {} };
  const cluster = await FakeCluster.start(clusterOf(entries));
  try {
    const { code, out } = await security(
      'promote',
      from,
      cluster.url,
      '--to.username=root',
      '--yes'
    );
    expect([code, out]).toEqual([
      2,
      expect.stringContaining('Left out: roles_mapping.yml: gone: the role gone does not exist'),
    ]);
    expect(entries['rolesmapping']).toMatchObject({ kept: { users: ['jane'] } });
  } finally {
    cluster.close();
  }
});

it('changes nothing if one entry is refused, and deletes only with --prune', async () => {
  const to = await installation({ 'roles/own': { cluster_permissions: ['cluster_monitor'] } });
  const bad = folder({
    'roles.yml': 'good: {cluster_permissions: [cluster_monitor]}\n',
    'roles_mapping.yml': 'good: {users: ["/(/"]}\n',
  });
  const refused = await security('promote', bad, to, '--yes');
  expect(refused).toMatchObject({
    code: 2,
    err: expect.stringContaining('roles_mapping.yml: good: '),
  });
  const roles = folder({ 'roles.yml': 'good: {cluster_permissions: [cluster_monitor]}\n' });
  expect((await security('promote', roles, to, '--yes')).out).toContain(
    '1 to create, 0 to update, 0 to delete'
  );
  const pruned = await security('promote', roles, to, '--prune', '--yes');
  expect(pruned.out).toContain('  - delete own\n');
  expect(await security('compare', roles, to, '--only=roles/own')).toMatchObject({ code: 0 });
});

it('asks before administrators lose access', async () => {
  const to = await installation();
  const files = folder({
    'internal_users.yml': '_meta: {type: internalusers, config_version: 2}\n',
    'roles_mapping.yml': 'all_access: {backend_roles: [unassigned]}\n',
  });
  const refused = await security('promote', files, to, '--yes');
  expect(refused.code).toBe(2);
  expect(refused.out).toContain('LOCK-OUT: no user with a password could administer security');
  expect(refused.out).toContain('Internal users there who lose access: admin');
  expect(await security('compare', files, to, '--only=rolesmapping')).toMatchObject({ code: 1 });
  expect(await security('promote', files, to, '--yes', '--confirm-lockout')).toMatchObject({
    code: 0,
  });
  expect(await security('compare', files, to, '--only=rolesmapping/all_access')).toMatchObject({
    code: 0,
  });
});

const PAYROLL = {
  'roles.yml':
    'payroll: {index_permissions: [{index_patterns: [sal*], allowed_actions: [read]}]}\n',
  'roles_mapping.yml': 'payroll: {users: [jane]}\n',
};
const SALARIES = 'rule: only, backend_roles: [hr], action: read, index: salaries-*';
const WAY = 'jane → payroll → sal*';

// @feature guardrails/7
it('keeps the guardrails that an installation has and those that it gets', async () => {
  const salaries = { rule: 'only', backend_roles: ['hr'], action: 'read', index: 'salaries-*' };
  const to = await installation({ guardrails: { salaries } });
  const from = folder(PAYROLL);
  const planned = await security('promote', from, to);
  expect(planned.code).toBe(3);
  expect(planned.out).toMatch(/GUARDRAIL: This change breaks the guardrail 'salaries'/);
  expect(planned.out).toContain(WAY);
  const report = await security('promote', from, to, '--yes', '--reason=Needed', '--json');
  expect([report.code, JSON.parse(report.out)]).toMatchObject([
    3,
    { outcome: 'guardrail_broken', broken_guardrail: expect.stringContaining(WAY) },
  ]);
  expect((await security('compare', from, to)).code).toBe(1);
  const dropping = folder({
    ...PAYROLL,
    'guardrails.yml': 'other: {rule: never, users: [x], action: read, index: a}\n',
  });
  expect((await security('promote', dropping, to, '--yes')).code).toBe(3);
  const bringing = folder({
    ...PAYROLL,
    'guardrails.yml': `salaries: {${SALARIES}, on_breach: ask}\n`,
  });
  const fresh = await installation();
  const asks = await security('promote', bringing, fresh, '--yes');
  expect([asks.code, asks.out]).toEqual([3, expect.stringContaining('with --reason=TEXT.')]);
  expect((await security('promote', bringing, fresh, '--yes', '--reason=Year end')).code).toBe(0);
  const { engine } = await startEngine({ dataDir: fresh });
  const history = await engine.history.list(INTERNAL, { page: 1, perPage: 1, name: 'payroll' });
  expect(history).toMatchObject({ result: { items: [{ reason: 'Year end' }] } });
  await engine.stop();
  const option = await security('promote', from, to, '--guardrails=x.yml');
  expect([option.code, option.err]).toEqual([2, expect.stringContaining('has its own')]);
});

it('checks a cluster against the guardrails of a file, and says if none is known', async () => {
  const entries: Parameters<typeof clusterOf>[0] = { internalusers: {} };
  const cluster = await FakeCluster.start(clusterOf(entries));
  try {
    const promote = (from: string, ...more: readonly string[]) =>
      security('promote', from, cluster.url, '--to.username=root', ...more);
    const rules = folder({
      'guardrails.yml': `salaries: {${SALARIES}, on_breach: ask}\n`,
      'strict.yml': `salaries: {${SALARIES}}\n`,
      'wrong.yml': 'salaries: {rule: only}\n',
    });
    const file = (name: string) => `--guardrails=${join(rules, name)}`;
    const from = folder(PAYROLL);
    const unknown = await promote(from);
    expect([unknown.code, unknown.out]).toEqual([
      1,
      expect.stringContaining('No guardrails were checked. Those of a cluster are kept by'),
    ]);
    const strict = await promote(from, file('strict.yml'), '--yes', '--reason=Year end');
    expect([strict.code, strict.out]).toEqual([3, expect.stringContaining(WAY)]);
    expect(strict.out).toContain('Guardrails checked: 1.\n');
    expect((await promote(from, file('wrong.yml'))).err).toMatch(/wrong\.yml: salaries: .*action/);
    expect(entries['roles']).toEqual({});
    const report = await promote(from, file('strict.yml'), '--json');
    expect(JSON.parse(report.out)).toMatchObject({ guardrails_checked: 1, applied: [] });
    const because = await promote(from, file('guardrails.yml'), '--yes', '--reason=Year end');
    expect([because.code, because.out]).toEqual([0, expect.stringContaining('is not kept')]);
    expect(entries['rolesmapping']).toMatchObject({ payroll: { users: ['jane'] } });
    // What was broken before blocks no other change.
    const wider = {
      ...PAYROLL,
      'roles_mapping.yml': 'payroll: {users: [jane], description: Payroll}\n',
    };
    expect((await promote(folder(wider), file('strict.yml'), '--yes')).code).toBe(0);
  } finally {
    cluster.close();
  }
});

it.each([
  ['3.6.0', 1],
  ['3.7.0', 3],
])('checks guardrails as release %s of the cluster resolves variables', async (release, code) => {
  const answer = clusterOf({ internalusers: { jane: {} } });
  const cluster = await FakeCluster.start((request, response) =>
    request.url === '/'
      ? json(response, 200, { version: { distribution: 'opensearch', number: release } })
      : answer(request, response)
  );
  const from = folder({
    'roles.yml':
      'payroll: {index_permissions: [{index_patterns: ["${attr.internal.no:-sal}*"], allowed_actions: [read]}]}\n',
    'roles_mapping.yml': 'payroll: {users: [jane]}\n',
    'promises.yml': `salaries: {${SALARIES}}\n`,
  });
  const known = `--guardrails=${join(from, 'promises.yml')}`;
  const planned = await security('promote', from, cluster.url, '--to.username=root', known);
  cluster.close();
  expect([planned.code, planned.err]).toEqual([code, '']);
});

it('leaves out a role with a longer text than the release of the cluster takes', async () => {
  const answer = clusterOf({});
  const cluster = await FakeCluster.start((request, response) =>
    request.url === '/'
      ? json(response, 200, { version: { distribution: 'opensearch', number: '3.8.0' } })
      : answer(request, response)
  );
  const query = JSON.stringify({ terms: { unit: ['x'.repeat(300)] } });
  const from = folder({
    'roles.yml': `long: {index_permissions: [{index_patterns: [a], dls: '${query}', allowed_actions: [read]}]}\n`,
  });
  const { out } = await security('promote', from, cluster.url, '--to.username=root');
  cluster.close();
  expect(out).toContain(`has ${query.length} characters, and this release takes 256`);
});

it('takes the caller of a cluster from the same options as every command', async () => {
  const cluster = await FakeCluster.start(clusterOf({ roles: {}, tenants: {} }));
  try {
    const from = folder({ 'tenants.yml': 'sales: {}\n', password: `${FAKE_PASSWORD}\n` });
    const password = `--password-file=${join(from, 'password')}`;
    const own = ['--user=root', password];
    const report = { code: 1, err: '' };
    expect(await security('compare', from, cluster.url, ...own)).toMatchObject(report);
    expect(await security('compare', cluster.url, from, ...own)).toMatchObject(report);
    const ofSide = ['--to.user=root', `--to.password-file=${join(from, 'password')}`];
    expect(await security('promote', from, cluster.url, ...ofSide)).toMatchObject(report);
    expect((await security('check', cluster.url, ...own)).err).toBe('');
    expect(await security('compare', cluster.url, from, '--user=root')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--password-file'),
    });
  } finally {
    cluster.close();
  }
});

it('prints a script that completes commands and their options', async () => {
  const { code, out } = await security('completion');
  expect(code).toBe(0);
  const complete = (...words: string[]) =>
    execFileSync('bash', [
      '-c',
      `${out}\nCOMP_WORDS=(${['security', ...words].map((word) => `'${word}'`).join(' ')})\n` +
        'COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_security\necho "${COMPREPLY[@]}"',
    ])
      .toString()
      .trim();
  expect(complete('co')).toBe('compare completion');
  expect(complete('import', 'x', '--pass')).toBe('--password-file --password-stdin');
  expect(complete('promote', '--with')).toBe('--with-dependencies');
});

it('checks each of the other kinds by itself once a cluster has refused one', async () => {
  const wide = { index_permissions: [{ index_patterns: ['sal*'], allowed_actions: ['read'] }] };
  const entries: Parameters<typeof clusterOf>[0] = { roles: { payroll: wide } };
  const cluster = await FakeCluster.start((request, response) =>
    request.method === 'PATCH' && request.url?.endsWith('/roles')
      ? json(response, 400, { reason: 'Not now.' })
      : clusterOf(entries)(request, response)
  );
  const from = folder({
    'tenants.yml': 'sales: {}\n',
    'roles.yml': 'payroll: {cluster_permissions: [cluster_monitor]}\n',
    'roles_mapping.yml': 'payroll: {users: [jane]}\n',
    'promises.yml': `salaries: {${SALARIES}}\n`,
  });
  const known = `--guardrails=${join(from, 'promises.yml')}`;
  const { code, out } = await security(
    'promote',
    from,
    cluster.url,
    '--to.username=root',
    known,
    '--yes'
  );
  cluster.close();
  expect([code, out]).toEqual([2, expect.stringContaining('Applied: 1 of 3.')]);
  expect(out).toContain('roles.yml: payroll: The cluster refuses changes of roles');
  expect(out).toMatch(/roles_mapping\.yml: payroll: This change breaks .*jane → payroll → sal/);
  expect(entries['rolesmapping']).toEqual({});
});

it('reports what is done, unknown and not tried when the cluster is lost', async () => {
  const entries: Parameters<typeof clusterOf>[0] = {};
  const cluster = await FakeCluster.start((request, response) => {
    if (request.method !== 'PATCH' || !request.url?.endsWith('/roles'))
      return clusterOf(entries)(request, response);
    cluster.respond = (_request, later) => later.destroy();
    return response.destroy();
  });
  const from = folder({
    'tenants.yml': 'sales: {}\n',
    'roles.yml': 'payroll: {cluster_permissions: [cluster_monitor]}\n',
    'roles_mapping.yml': 'payroll: {users: [jane]}\n',
  });
  const promote = (...more: readonly string[]) =>
    security('promote', from, cluster.url, '--to.username=root', '--yes', ...more);
  const { code, out } = await promote('--json');
  expect([code, JSON.parse(out)]).toMatchObject([
    2,
    {
      outcome: 'incomplete',
      applied: [{ type: 'tenants', name: 'sales' }],
      refused: [],
      unknown: [{ type: 'roles', name: 'payroll' }],
      not_tried: [{ type: 'rolesmapping', name: 'payroll' }],
    },
  ]);
  cluster.reset();
  const { out: text } = await promote();
  cluster.close();
  expect(text).toContain('Applied: 0 of 2.');
  expect(text).toMatch(/Unknown, .*:\n {2}roles\.yml: payroll: .*\nNot tried:\n {2}roles_mapping/);
});

it('reports invalid arguments', async () => {
  const files = folder({ 'roles.yml': 'a: {}\n' });
  for (const [argv, text] of [
    [['compare', 'one'], 'compare needs two places'],
    [['compare', files, ''], 'compare needs two places'],
    [['compare', files, files, '--yes'], 'compare has no option --yes'],
    [['compare', files, files, '--reason=x'], 'compare has no option --reason'],
    [['promote', files, files, '--only'], '--only needs a value'],
    [['promote', files, files, '--only=rolls'], 'There is no kind rolls'],
    [['promote', files, files, '--to.username=x'], '--to.username is for a cluster'],
    [['promote', 'https://u:secret@a', files], 'No credentials in the URL'],
    [['promote', files, files], 'is a folder of files'],
    [['compare', temporaryFolder(), files], 'neither an installation nor configuration files'],
  ] as const) {
    const { code, err } = await security(...argv);
    expect(code).toBe(2);
    expect(err).toContain(text);
    expect(err).not.toMatch(/secret|\n {4}at /);
  }
  expect(await security('promote', '--help')).toMatchObject({
    code: 0,
    out: expect.stringContaining('--with-dependencies'),
  });
});
