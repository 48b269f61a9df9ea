/** Configuration as code and the offline reset, over the command line's own entry. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashSync } from '@node-rs/bcrypt';
import { parse, stringify } from 'yaml';
import demo from '../../model/data/demo-config.json';
import { normaliseEntity } from '../../model/payload';
import {
  ADMIN_PASSWORD,
  basic,
  cleanUp,
  clientOf,
  INTERNAL,
  signIn,
  startEngine,
  temporaryFolder,
  type Client,
} from '../../testing/embedded';
import { openDatabase } from '../storage';
import { MIGRATIONS } from '../store/schema';
import type { EngineSettings } from '../../contract/settings';
import type { ResourceType } from '../../contract/engine';
import { runSecurityCli } from './index';

// Judging the first password loads dictionaries.
jest.setTimeout(30_000);
afterEach(cleanUp);

const bcrypt = (password: string): string => hashSync(password, 4).replace(/^\$2b/, '$2y');

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface RunOptions {
  readonly env?: Record<string, string>;
  readonly stdin?: string;
  readonly settings?: Partial<EngineSettings>;
}

function cliFor(dataDir: string) {
  return async (
    argv: readonly string[],
    { env = {}, stdin = '', settings }: RunOptions = {}
  ): Promise<Ran> => {
    let out = '';
    let err = '';
    const code = await runSecurityCli(argv, dataDir, {
      write: (text) => void (out += text),
      writeError: (text) => void (err += text),
      env,
      readStdin: async () => stdin,
      settings,
    });
    return { code, out, err };
  };
}

/** A data folder that a server has set up and left. */
async function started() {
  const dataDir = temporaryFolder();
  const { engine } = await startEngine({ dataDir });
  await engine.stop();
  const dir = join(temporaryFolder(), 'config');
  mkdirSync(dir);
  const write = (file: string, text: string) => writeFileSync(join(dir, file), text);
  const read = (file: string) => readFileSync(join(dir, file), 'utf8');
  return { dataDir, dir, cli: cliFor(dataDir), write, read };
}

type Entries = Record<string, Record<string, unknown>>;
const withHashes = (users: Entries): Entries =>
  Object.fromEntries(
    Object.entries(users).map(([name, user]) => [name, { hash: bcrypt(name), ...user }])
  );

const DEMO: Record<string, { type: string; body: Entries }> = {
  'internal_users.yml': { type: 'internalusers', body: withHashes(demo.internal_users) },
  'roles.yml': { type: 'roles', body: demo.roles },
  'roles_mapping.yml': { type: 'rolesmapping', body: demo.roles_mapping },
  'action_groups.yml': { type: 'actiongroups', body: demo.action_groups },
  'tenants.yml': { type: 'tenants', body: demo.tenants },
  'nodes_dn.yml': { type: 'nodesdn', body: demo.nodes_dn },
  'config.yml': { type: 'config', body: { config: demo.config } },
  'audit.yml': { type: 'audit', body: { config: demo.audit } },
  'allowlist.yml': { type: 'allowlist', body: { config: demo.allowlist } },
};

describe('the demonstration configuration', () => {
  it('is imported without loss and exported to the same content; its passwords sign in', async () => {
    const { dataDir, dir, cli, write } = await started();
    for (const [file, { type, body }] of Object.entries(DEMO)) {
      write(file, stringify({ _meta: { type, config_version: 2 }, ...body }));
    }
    const imported = await cli(['import', dir, '--prune']);
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(imported.out).toContain('Imported.');
    const out = join(temporaryFolder(), 'out');
    expect(await cli(['export', out])).toMatchObject({ code: 0 });
    expect(readdirSync(out).sort()).toEqual(Object.keys(DEMO).sort());
    for (const [file, { type, body }] of Object.entries(DEMO)) {
      const { _meta, ...exported } = parse(readFileSync(join(out, file), 'utf8')) as Entries;
      expect(_meta).toEqual({ type, config_version: 2 });
      expect(comparable(type, exported)).toEqual(comparable(type, body));
    }
    expect(await cli(['diff', out])).toMatchObject({ code: 0, out: 'No changes.\n' });
    const { engine } = await startEngine({ dataDir });
    const identity = await engine.identify(await signIn(engine, 'admin', 'admin'));
    expect(identity).toMatchObject({ roles: ['all_access'], isReserved: true });
    await signIn(engine, 'kibanaro', 'kibanaro');
  });
});

/** Defaults filled in, hashes kept; the files may leave out what is a default. */
function comparable(type: string, entries: Entries): unknown {
  if (type === 'config' || type === 'audit' || type === 'allowlist' || type === 'nodesdn')
    return entries;
  const normalised = Object.entries(entries).map(([name, source]) => {
    const entity = normaliseEntity(type as ResourceType, source, source as { reserved?: boolean });
    return [name, { ...entity, hash: source['hash'] }] as const;
  });
  return Object.fromEntries(normalised.sort(([one], [other]) => (one < other ? -1 : 1)));
}

describe('import', () => {
  it('shows a plan, changes nothing in a dry run, then everything in one step', async () => {
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
    const { engine } = await startEngine({ dataDir });
    expect(await engine.identify(await signIn(engine, 'jdoe', 'secret-of-jdoe'))).toMatchObject({
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

  it('makes the checks that look at other entries on the configuration as it would be, then undoes it', async () => {
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
    expect(err).toContain("roles_mapping.yml: nowhere: role 'nowhere' not found.");
    expect(err).toContain('internal_users.yml: u: hash: a new user needs a hash');
    expect(err).toContain("internal_users.yml: v: role 'gone' not found.");
    const { engine } = await startEngine({ dataDir });
    expect((await clientOf(engine, INTERNAL)('GET', '/api/roles/r')).statusCode).toBe(404);
  });

  it('prunes only what the files could hold, and never locks everybody out by accident', async () => {
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

  it('obeys the settings of the configured server', async () => {
    const { dir, cli, write } = await started();
    write('tenants.yml', stringify({ long: { description: 'd'.repeat(300) } }));
    expect((await cli(['import', dir])).code).toBe(2);
    const settings = { maxStringLength: 300 };
    expect(await cli(['import', dir], { settings })).toMatchObject({ code: 0, err: '' });
  });

  it('replaces variables, and refuses those that are not set', async () => {
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
    await signIn(engine, 'u', env.PASSWORD);
    expect((await clientOf(engine, INTERNAL)('GET', '/api/internalusers/u')).body).toMatchObject({
      u: { description: 'a: {b} by default é', reserved: true },
    });
  });

  it('survives hostile files', async () => {
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
});

describe('export', () => {
  it('keeps comments, order and variables of files that are there, and touches only what differs', async () => {
    const { dataDir, dir, cli, write, read } = await started();
    await cli(['export', dir]);
    const original = read('roles_mapping.yml');
    const commented =
      '# Kept by the security team\n_meta:\n  type: "rolesmapping"\n  config_version: 2\n\nr: # the reader\n  # who reads\n  users: [ jdoe ]   # for now\n  description: "${env.WHO}"\n\ngone: {users: [x]}\n';
    write('roles.yml', 'r: {description: x}\n');
    write(
      'roles_mapping.yml',
      commented.replace('\ngone: {users: [x]}\n', '') + original.replace(/^_meta:[^]*?\n\n/, '\n')
    );
    const env = { WHO: 'somebody' };
    expect((await cli(['import', dir], { env })).err).toBe('');
    const before = read('roles_mapping.yml');
    expect((await cli(['export', dir], { env })).out).toContain('unchanged roles_mapping.yml');
    expect(read('roles_mapping.yml')).toBe(before);
    const { engine } = await startEngine({ dataDir });
    await clientOf(engine, INTERNAL)('PUT', '/api/rolesmapping/r', {
      users: ['jdoe'],
      hosts: ['h'],
      description: 'somebody',
    });
    await clientOf(engine, INTERNAL)('DELETE', '/api/rolesmapping/logstash');
    await engine.stop();
    expect((await cli(['export', dir], { env })).out).toContain('written   roles_mapping.yml');
    const after = read('roles_mapping.yml');
    for (const kept of [
      '# Kept by the security team',
      '# the reader',
      '# who reads',
      '# for now',
      '${env.WHO}',
    ])
      expect(after).toContain(kept);
    expect(parse(after)).toMatchObject({ r: { users: ['jdoe'], hosts: ['h'] } });
    expect(after).not.toContain('logstash');
    expect((await cli(['diff', dir], { env })).out).toBe('No changes.\n');
  });

  it('writes files for the owner only, and nothing when a file cannot be read', async () => {
    const { dir, cli, write, read } = await started();
    write('tenants.yml', 'not: [closed');
    expect((await cli(['export', dir])).err).toContain('tenants.yml');
    expect(readdirSync(dir)).toEqual(['tenants.yml']);
    expect(read('tenants.yml')).toBe('not: [closed');
    const out = join(dir, 'new', 'folder');
    await cli(['export', out]);
    expect(statSync(join(out, 'internal_users.yml')).mode & 0o777).toBe(0o600);
  });

  it('round-trips names and values of any kind', async () => {
    const { dataDir, cli } = await started();
    const { engine } = await startEngine({ dataDir });
    const names = [
      'yes',
      'null',
      '123',
      '1_000',
      'a: b',
      '# x',
      '*',
      '&a',
      '__proto__',
      ' padded ',
      'ü\u2028',
      '"quoted"',
      "it's",
      '-',
      '!t',
      '2024-01-01',
    ];
    for (const name of names) {
      const body = {
        description: name,
        cluster_permissions: [name, 'true', '012', '${user.name}', 'line\nbreak\ttab'],
      };
      const { statusCode } = await clientOf(engine, INTERNAL)(
        'PUT',
        `/api/roles/${encodeURIComponent(name)}`,
        body
      );
      expect(statusCode).toBe(201);
    }
    await engine.stop();
    const out = join(temporaryFolder(), 'out');
    await cli(['export', out]);
    expect((await cli(['diff', out])).out).toBe('No changes.\n');
    const other = await started();
    expect((await other.cli(['import', out])).err).toBe('');
    expect((await other.cli(['diff', out])).out).toBe('No changes.\n');
    await other.cli(['export', join(out, 'again')]);
    expect(readFileSync(join(out, 'again', 'roles.yml'), 'utf8')).toBe(
      readFileSync(join(out, 'roles.yml'), 'utf8')
    );
  });
});

const HASHES = 'hashes that nobody can verify';

/** In an engine of its own: by signing in, and reading and changing users. */
async function canAdminister(dataDir: string, password: string): Promise<boolean> {
  const { engine } = await startEngine({ dataDir });
  try {
    const result = await engine.authenticate({
      headers: basic('admin', password),
      remoteAddress: '192.0.2.1',
    });
    if (!result.ok) return false;
    const admin = clientOf(engine, { kind: 'user', principal: result.principal });
    const body = { password: 'Vintage-Tractor-42' };
    const answers = [
      await admin('GET', '/api/internalusers'),
      await admin('PUT', '/api/internalusers/another', body),
    ];
    return answers.every(({ statusCode }) => statusCode < 300);
  } finally {
    await engine.stop();
  }
}

describe('reset-admin', () => {
  it('restores password, rights and mapping, and is recorded', async () => {
    const { dataDir, cli } = await started();
    const { engine } = await startEngine({ dataDir });
    const internal = clientOf(engine, INTERNAL);
    const confirmed = { query: { confirm_lockout: 'true' } };
    await internal(
      'PUT',
      '/api/internalusers/admin',
      { description: 'kept', backend_roles: ['other'] },
      confirmed
    );
    await internal('DELETE', '/api/rolesmapping/all_access', undefined, confirmed);
    await engine.stop();
    const { code, out } = await cli(['reset-admin']);
    expect(code).toBe(0);
    const password = /^Password: (\S{19})$/m.exec(out)?.[1] ?? '';
    const again = await startEngine({ dataDir });
    const caller = await signIn(again.engine, 'admin', password);
    expect(await again.engine.identify(caller)).toMatchObject({
      roles: ['all_access'],
      backendRoles: ['other', 'admin'],
      hasApiAccess: true,
    });
    expect(
      (
        await again.engine.authenticate({
          headers: basic('admin', ADMIN_PASSWORD),
          remoteAddress: 'x',
        })
      ).ok
    ).toBe(false);
    expect(
      (await clientOf(again.engine, caller)('GET', '/api/internalusers/admin')).body
    ).toMatchObject({ admin: { description: 'kept' } });
    const history = await again.engine.history!.list(caller, { page: 1, perPage: 2 });
    expect(history).toMatchObject({
      ok: true,
      result: {
        items: [
          { via: 'recovery', type: 'rolesmapping' },
          { via: 'recovery', name: 'admin' },
        ],
      },
    });
    const audit = await again.engine.auditEvents!(caller, { user: '_offline' });
    expect(audit).toMatchObject({ ok: true, result: { total: 2 } });
    expect(JSON.stringify(audit)).not.toContain(password);
  });

  const change = (method: 'PUT' | 'DELETE', path: string, body?: object) => (call: Client) =>
    call(method, `/api/${path}`, body, { query: { confirm_lockout: 'true' } });
  it.each<[string, (call: Client) => Promise<unknown>]>([
    ['no administrator', change('DELETE', 'internalusers/admin')],
    ['a disabled service account', change('PUT', 'internalusers/admin', { attributes: { service: 'true', enabled: 'false' } })],
    ['a hidden and reserved user', change('PUT', 'internalusers/admin', { hidden: true, reserved: true })],
    ['a mapping of nobody', change('PUT', 'rolesmapping/all_access', { users: ['nobody'] })],
    ['a mapping of costly patterns', change('PUT', 'rolesmapping/all_access', { users: ['/(?:(?:.?){9}){9}z/', '/(a+)+(?=b)/'] })],
    ['no mapping', change('DELETE', 'rolesmapping/all_access')],
    ['an allow list of nothing', change('PUT', 'allowlist', { enabled: true, requests: {} })],
    [HASHES, async () => undefined],
  ])('cures %s', async (what, shutOut) => {
    const { dataDir, cli } = await started();
    const { engine } = await startEngine({ dataDir });
    await shutOut(clientOf(engine, INTERNAL));
    await engine.stop();
    if (what === HASHES) {
      const db = openDatabase({ file: join(dataDir, 'engine.sqlite'), migrations: MIGRATIONS });
      db.run("UPDATE credential SET hash = '$2y$31$' || substr(hash, 1, 53)");
      db.close();
    }
    expect(await canAdminister(dataDir, ADMIN_PASSWORD)).toBe(false);
    const { code, out, err } = await cli(['reset-admin']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const password = /^Password: (\S+)$/m.exec(out)?.[1] ?? '';
    expect(await canAdminister(dataDir, password)).toBe(true);
  }); // prettier-ignore

  it.each([
    ['no authentication domain', { authc: {} }],
    ['blocks at the first failure', { auth_failure_listeners: { a: { type: 'username', allowed_tries: 1 } } }],
  ])('is not needed for %s', async (_what, dynamic) => {
    const dataDir = temporaryFolder();
    const { engine } = await startEngine({ dataDir });
    await change('PUT', 'securityconfig/config', { dynamic })(clientOf(engine, INTERNAL));
    await engine.authenticate({ headers: basic('admin', 'wrong'), remoteAddress: 'x' });
    await engine.stop();
    expect(await canAdminister(dataDir, ADMIN_PASSWORD)).toBe(true);
  }); // prettier-ignore

  it('takes a password from standard input and creates the user', async () => {
    const { dataDir, cli } = await started();
    expect(
      await cli(['reset-admin', '--user=rescue', '--password-stdin'], { stdin: 'short\n' })
    ).toMatchObject({ code: 2, err: expect.stringContaining('8 to 100') });
    const done = await cli(['reset-admin', '--user', 'rescue', '--password-stdin'], {
      stdin: 'Vintage-Tractor-42\nmore',
    });
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).not.toContain('Vintage-Tractor-42');
    const { engine } = await startEngine({ dataDir });
    expect(
      await engine.identify(await signIn(engine, 'rescue', 'Vintage-Tractor-42'))
    ).toMatchObject({ hasApiAccess: true });
  });

  it('obeys the configured password rules, also with the password it makes up', async () => {
    const { dataDir, cli } = await started();
    const settings = { passwordMinLength: 30, passwordRegex: '[^x]+', passwordMessage: 'No x' };
    const refusal = async (stdin: string) =>
      (await cli(['reset-admin', '--password-stdin'], { settings, stdin })).err;
    expect(await refusal('Vintage-Tractor-42')).toMatch(
      /refused: Password is too short\. .*restapi/
    );
    expect(await refusal('Vintage-Tractor-42-fox-under-bridges')).toContain('refused: No x.');
    expect(await refusal('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')).toContain(
      'refused: Weak password.'
    );
    const { out } = await cli(['reset-admin'], { settings: { passwordMinLength: 30 } });
    const password = /^Password: (\S{30,})$/m.exec(out)?.[1] ?? '';
    const { engine } = await startEngine({ dataDir });
    await signIn(engine, 'admin', password);
  });

  it('gives access where the usual role does not', async () => {
    const { dataDir, cli } = await started();
    const settings = {
      apiRoles: ['security_rest_api_access'],
      rolesMappingResolution: 'BACKENDROLES_ONLY',
    } as const;
    const { out } = await cli(['reset-admin'], { settings });
    const { engine } = await startEngine({ dataDir, settings });
    const caller = await signIn(engine, 'admin', /^Password: (\S+)$/m.exec(out)![1]!);
    expect(await engine.identify(caller)).toMatchObject({ hasApiAccess: true });
  });
});

describe('the command line', () => {
  it('says clearly that a server runs, that there is nothing, or what it did not understand', async () => {
    const { dataDir, dir, cli } = await started();
    const { engine } = await startEngine({ dataDir });
    const busy = await cli(['reset-admin']);
    expect(busy).toMatchObject({
      code: 2,
      err: expect.stringContaining(`A server runs on ${dataDir} (process ${process.pid}).`),
    });
    await engine.stop();
    const empty = temporaryFolder();
    expect((await cliFor(empty)(['export', dir])).err).toContain(
      'There is no security configuration in'
    );
    expect(existsSync(join(empty, 'engine.sqlite'))).toBe(false);
    expect((await cli(['import', join(dir, 'nope')])).err).toContain('is not a folder');
    expect((await cli(['import', dir])).err).toContain("none of the configuration's files");
    for (const argv of [
      ['nope'],
      ['export'],
      ['export', 'a', 'b'],
      ['export', dir, '--prune'],
      ['import', dir, '--nope'],
      ['reset-admin', '--user'],
      ['constructor'],
    ]) {
      const { code, err } = await cli(argv);
      expect([code, err.includes('\n    at ')]).toEqual([2, false]);
    }
    expect((await cli(['--help'])).out).toContain('reset-admin');
    expect((await cli([])).code).toBe(0);
  });
});
