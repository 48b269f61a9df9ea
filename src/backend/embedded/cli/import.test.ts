/** Import of configuration files. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { IMPORT_LIMITS } from '../../../contracts/limits';
import type { AuditSink } from '../../api/audit_sink';
import { cleanUp, clientOf, INTERNAL, login, startEngine } from '../../testing/embedded';
import { bcrypt, started } from './mocks';

// Measuring the first password loads dictionaries.
jest.setTimeout(30_000);
afterEach(cleanUp);

describe('import', () => {
  it('shows a plan, changes nothing in a dry run, and otherwise applies all changes in one step', async () => {
    const { dataDir, dir, cli, write } = await started();
    write('roles.yml', 'reader:\n  description: Reads\n  cluster_permissions: [cluster_monitor]\n');
    write('roles_mapping.yml', 'reader: {users: [jdoe]}\n');
    write('internal_users.yml', `jdoe:\n  hash: ${bcrypt('secret-of-jdoe')}\n`);
    const dry = await cli(['import', dir, '--dry-run']);
    expect(dry.out).toMatch(/roles\.yml\n {2}\+ create reader\n/);
    expect(dry.out).toContain(
      '3 to create, 0 to update, 0 to delete.\nDry run: nothing was changed.\n'
    );
    expect(dry.out).not.toMatch(/\$2y\$/);
    expect((await cli(['diff', dir])).code).toBe(1);
    expect((await cli(['import', dir])).out).toContain('Imported.');
    expect(await cli(['import', dir])).toMatchObject({ code: 0, out: 'No changes.\n' });
    write(
      'roles.yml',
      'reader:\n  description: Reads more\n  cluster_permissions: [cluster_monitor]\n'
    );
    expect((await cli(['import', dir])).out).toContain(
      '  ~ update reader\n      replace /reader/description "Reads more"\n'
    );
    const sent: unknown[] = [];
    const auditSink: AuditSink = (handed) =>
      void sent.push(...handed.map((event) => event['audit_trace_doc_id']));
    const { engine } = await startEngine({ dataDir, auditSink });
    expect(await engine.identify(await login(engine, 'jdoe', 'secret-of-jdoe'))).toMatchObject({
      roles: ['reader'],
    });
    const history = await engine.history!.list(INTERNAL, {
      page: 1,
      perPage: 10,
      name: 'reader',
      types: ['roles'],
    });
    expect(history).toMatchObject({
      ok: true,
      result: {
        total: 2,
        items: [
          { via: 'files', actor: expect.stringMatching(/^_offline:/), action: 'update' },
          { action: 'create' },
        ],
      },
    });
    const audit = await engine.auditEvents!(INTERNAL, { search: 'reader _offline' });
    expect(audit).toMatchObject({
      ok: true,
      result: { events: [{ audit_request_layer: 'LOCAL' }, {}, {}] },
    });
    // Outputs besides the store belong to the server.
    expect(sent).toEqual(expect.arrayContaining(['roles', 'internalusers', 'rolesmapping']));
  });

  it('lists every problem with file, entry and key, and changes nothing', async () => {
    const { dir, cli, write, dataDir } = await started();
    write(
      'roles.yml',
      'good: {description: x}\nbad: {nope: 1, cluster_permissions: text}\nworse: text\n'
    );
    write('internal_users.yml', '_meta: {type: roles, config_version: 1}\nu: {password: x}\n');
    write('audit.yml', 'config: {enabled: true, audit: {disabled_rest_categories: [NOPE]}}\n');
    write('config.yml', 'config: {dynamic: {strange: 1}}\nother: 1\n');
    write('tenants.yml', 'a: {}\na: {}\n');
    write('action_groups.yml', 'g: {type: index}\n');
    const { code, err, out } = await cli(['import', dir]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    for (const line of [
      /roles\.yml: bad: nope: /,
      /roles\.yml: worse: an entry is a map/,
      /internal_users\.yml: _meta: type: is "roles"/,
      /internal_users\.yml: _meta: config_version: is 1/,
      /internal_users\.yml: u: password: files hold no passwords/,
      /audit\.yml: config: audit\.disabled_rest_categories: /,
      /config\.yml: other: unknown key/,
      /config\.yml: config: dynamic\.strange: /,
      /tenants\.yml: .*unique.* line 2/i,
      /action_groups\.yml: g: allowed_actions: /,
    ])
      expect(err).toMatch(line);
    const { engine } = await startEngine({ dataDir });
    expect((await clientOf(engine, INTERNAL)('GET', '/api/roles/good')).statusCode).toBe(404);
  });

  it('lists problems within and between files together, without consequential ones', async () => {
    const { dir, cli, write } = await started();
    write('roles.yml', 'broken: {nope: 1}\nunset: {description: "${env.UNSET}"}\nall_access: {}\n');
    write('roles_mapping.yml', 'broken: {users: [u]}\nunset: {users: [u]}\nnone: {users: [u]}\n');
    write('internal_users.yml', 'u: {description: x}\nv: text\n');
    write('tenants.yml', 'a: {}\na: {}\n');
    const { code, err } = await cli(['import', dir, '--prune']);
    expect(code).toBe(2);
    expect(err.split('\n').slice(1, -1)).toEqual([
      expect.stringMatching(/^ {2}tenants\.yml: .*unique/),
      expect.stringMatching(/^ {2}roles\.yml: unset: description: the environment variable UNSET/),
      expect.stringMatching(/^ {2}roles\.yml: broken: nope: /),
      '  internal_users.yml: v: an entry is a map of keys to values',
      '  roles.yml: all_access: is built in and cannot be changed',
      '  internal_users.yml: u: hash: a new user needs a hash',
    ]);
    write('roles.yml', 'broken: [');
    expect((await cli(['import', dir])).err).not.toContain('not found');
  });

  it('requires confirmation to remove the last password domain', async () => {
    const { dir, cli, write, read } = await started();
    await cli(['export', dir]);
    write('config.yml', read('config.yml').replace(/^( +)type: "?basic"?$/gm, '$1type: "proxy"'));
    const refused = await cli(['import', dir]);
    expect(refused.err).toMatch(/would accept passwords[^]*--confirm-lockout/);
    expect(await cli(['import', dir, '--confirm-lockout'])).toMatchObject({ code: 0 });
  });

  it('validates the resulting configuration as a whole and rolls back if it is invalid', async () => {
    const { dataDir, dir, cli, write } = await started();
    write('roles.yml', 'r: {description: x}\nall_access: {description: mine}\n');
    expect((await cli(['import', dir])).err).toContain(
      'roles.yml: all_access: is built in and cannot be changed'
    );
    write('roles.yml', 'r: {description: x}\n');
    write('roles_mapping.yml', 'r: {users: [u]}\nnowhere: {users: [u]}\n');
    write(
      'internal_users.yml',
      `u: {opendistro_security_roles: [r]}\nv: {hash: ${bcrypt('x')}, opendistro_security_roles: [gone]}\n`
    );
    const { err } = await cli(['import', dir]);
    expect(err).toContain('internal_users.yml: u: hash: a new user needs a hash');
    expect(err).not.toContain('not found');
    const { engine } = await startEngine({ dataDir });
    expect((await clientOf(engine, INTERNAL)('GET', '/api/roles/r')).statusCode).toBe(404);
  });

  it('refuses to break a guardrail that the files bring or replace, unless it gets a reason', async () => {
    const { dataDir, dir, cli, write } = await started();
    write(
      'roles.yml',
      'payroll: {index_permissions: [{index_patterns: [sal*], allowed_actions: [read]}]}'
    );
    write(
      'guardrails.yml',
      'salaries: {rule: only, backend_roles: [hr], action: read, index: salaries-1}'
    );
    write('roles_mapping.yml', 'payroll: {backend_roles: [hr, sales]}');
    const broken = { code: 3, err: expect.stringContaining('sales → payroll → sal*') };
    expect(await cli(['import', dir, '--confirm-lockout'])).toMatchObject(broken);
    expect(await cli(['import', dir, '--dry-run'])).toMatchObject(broken);
    write('roles_mapping.yml', 'payroll: {backend_roles: [hr]}');
    expect((await cli(['import', dir])).code).toBe(0);
    expect((await cli(['import', dir])).out).toBe('No changes.\n');
    write('guardrails.yml', '_meta: {type: guardrails, config_version: 2}');
    write('roles_mapping.yml', 'payroll: {backend_roles: [hr, sales]}');
    const because = ['import', dir, '--reason', 'Sales pays now'];
    expect(await cli(because)).toMatchObject(broken);
    const asks =
      'salaries: {rule: only, backend_roles: [hr], action: read, index: salaries-1, on_breach: ask}';
    write('guardrails.yml', asks);
    write('roles_mapping.yml', 'payroll: {backend_roles: [hr]}');
    expect((await cli(['import', dir])).code).toBe(0);
    write('roles_mapping.yml', 'payroll: {backend_roles: [hr, sales]}');
    expect((await cli(['import', dir])).err).toContain('give a reason with --reason=TEXT.');
    expect(await cli(because)).toMatchObject({ code: 0 });
    const { engine } = await startEngine({ dataDir });
    const last = await engine.history.list(INTERNAL, { page: 1, perPage: 1 });
    expect(last).toMatchObject({ result: { items: [{ reason: 'Sales pays now' }] } });
    await engine.stop();
    expect((await cli(['import', dir, '--reason', 'x'.repeat(501)])).err).toContain('at most 500');
    write('guardrails.yml', 'salaries: {rule: only, action: read}');
    expect((await cli(['import', dir])).err).toContain('[index] is needed for read');
  });

  it('prunes only entry types in the files, and requires confirmation of a lockout', async () => {
    const { dataDir, dir, cli, write } = await started();
    const { engine } = await startEngine({ dataDir });
    await clientOf(engine, INTERNAL)('PUT', '/api/roles/surplus', { description: 'x' });
    await clientOf(engine, INTERNAL)('PUT', '/api/roles/kept', {
      reserved: true,
      description: 'x',
    });
    await engine.stop();
    write('roles.yml', 'r: {description: x}\n');
    expect((await cli(['import', dir, '--prune'])).out).toContain(
      '  - delete surplus\n1 to create, 0 to update, 1 to delete.'
    );
    write('internal_users.yml', `u: {hash: ${bcrypt('x')}}\n`);
    const refused = await cli(['import', dir, '--prune']);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--confirm-lockout') });
    expect((await cli(['import', dir, '--prune', '--confirm-lockout'])).code).toBe(0);
    const again = await startEngine({ dataDir });
    const names = async (type: string) =>
      Object.keys((await clientOf(again.engine, INTERNAL)('GET', `/api/${type}`)).body as object);
    expect(await names('internalusers')).toEqual(['u']);
    expect(await names('roles')).toEqual(
      expect.arrayContaining(['r', 'kept', 'all_access', 'alerting_read_access'])
    );
  });

  it('applies the settings of the configured server', async () => {
    const { dir, cli, write } = await started();
    write('tenants.yml', stringify({ long: { description: 'd'.repeat(300) } }));
    expect((await cli(['import', dir])).code).toBe(2);
    const settings = { maxStringLength: 300 };
    expect(await cli(['import', dir], { settings })).toMatchObject({ code: 0, err: '' });
  });

  it('replaces variables, and rejects unset ones', async () => {
    const { dataDir, dir, cli, write } = await started();
    write(
      'internal_users.yml',
      'u:\n  hash: ${envbc.PASSWORD}\n  description: "${env.WHO} ${env.NONE:-by default} ${envbase64.ENCODED}"\n  reserved: ${env.FLAG}\n'
    );
    const unset = await cli(['import', dir]);
    expect(unset.err).toContain(
      'internal_users.yml: u: hash: the environment variable PASSWORD is not set'
    );
    const env = {
      PASSWORD: 'pass: "word"',
      WHO: 'a: {b}',
      ENCODED: Buffer.from('é').toString('base64'),
      FLAG: 'true',
    };
    expect(await cli(['import', dir], { env })).toMatchObject({ code: 0 });
    expect((await cli(['import', dir], { env })).out).toBe('No changes.\n');
    const other = { env: { ...env, PASSWORD: 'other' } };
    expect((await cli(['import', dir, '--dry-run'], other)).out).toContain('/u/hash "__HASH__"');
    const { engine } = await startEngine({ dataDir });
    await login(engine, 'u', env.PASSWORD);
    expect((await clientOf(engine, INTERNAL)('GET', '/api/internalusers/u')).body).toMatchObject({
      u: { description: 'a: {b} by default é', reserved: true },
    });
  });

  it('replaces the variables of a file, and keeps escaped ones as text', async () => {
    const { dataDir, dir, cli, write } = await started();
    const text =
      '"\\u0024{env.A} ${env.A} \\x24{env.A} \\\\${env.A} \\U00000024{env.UNSET} $$ ${env.A}"';
    write('tenants.yml', `t: {description: ${text}}\n"\\u0024{env.A}": {}\n`);
    expect(await cli(['import', dir], { env: { A: 'a' } })).toMatchObject({ code: 0, err: '' });
    const { engine } = await startEngine({ dataDir });
    expect((await clientOf(engine, INTERNAL)('GET', '/api/tenants')).body).toMatchObject({
      t: { description: '${env.A} a ${env.A} \\a ${env.UNSET} $$ a' },
      '${env.A}': {},
    });
  });

  // Each nested variable would otherwise be compared with the rest of the text.
  it('ends the default of a variable where another variable begins', async () => {
    const { dataDir, dir, cli, write } = await started();
    const nested = '${env.A:-'.repeat(20);
    write('tenants.yml', `t: {description: "${nested}\${env.B:-b}}"}\n`);
    expect(await cli(['import', dir])).toMatchObject({ code: 0, err: '' });
    const { engine } = await startEngine({ dataDir });
    expect((await clientOf(engine, INTERNAL)('GET', '/api/tenants/t')).body).toMatchObject({
      t: { description: `${nested}b}` },
    });
  });

  it('handles malicious files without harm', async () => {
    const { dir, cli, write } = await started();
    for (const text of [
      '[',
      '- a',
      '"',
      'a: &a [*a]',
      '\0',
      'x: !!js/function "y"',
      `a: &a [1]\nb: &b [${'*a,'.repeat(200)}]\nc: [${'*b,'.repeat(200)}]`,
      '? [1]\n: 2',
      '__proto__: {description: x}',
      `${'['.repeat(5_000)}`,
    ]) {
      write('tenants.yml', text);
      const { code, err } = await cli(['import', dir, '--dry-run']);
      expect(
        code === 0 || (code === 2 && err.includes('tenants.yml') && !err.includes('    at '))
          ? 'fine'
          : `${text.slice(0, 20)}: ${err}`
      ).toBe('fine');
    }
  });

  it('rejects pipes, devices, folders and files that are too large', async () => {
    const { dir, cli } = await started();
    const file = join(dir, 'tenants.yml');
    const makers: Readonly<Record<string, () => void>> = {
      pipe: () => void spawnSync('mkfifo', [file]),
      device: () => symlinkSync('/dev/zero', file),
      folder: () => mkdirSync(file),
      large: () => writeFileSync(file, '#'.repeat(IMPORT_LIMITS.offlineFileBytes + 1)),
    };
    for (const [what, make] of Object.entries(makers)) {
      make();
      const { code, err } = await cli(['import', dir, '--dry-run']);
      expect([what, code]).toEqual([what, 2]);
      expect(err).not.toContain('    at ');
      expect(err).toMatch(
        what === 'large' ? /tenants\.yml has \d+ bytes/ : /is not a regular file/
      );
      rmSync(file, { recursive: true });
    }
  });
});
