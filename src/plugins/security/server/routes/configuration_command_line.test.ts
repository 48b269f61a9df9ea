/** Tests of `npm run security` with `--url` against a running server, over HTTP and TLS. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashSync } from '@node-rs/bcrypt';
import { parse } from 'yaml';
import { withoutFeatures } from '../../../../backend/testing/altered';
import { Authority } from '../../../../../test/helpers/certificates';
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  ADMIN,
  addUser,
  runSecurityCli,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';
import { temporaryFolder } from '../../../../../test/helpers/temporary_folder';

jest.setTimeout(60_000);
const PASSWORD = 'Jane-doe-secret-7';
const CREDENTIALS = { SECURITY_USER: ADMIN.username, SECURITY_PASSWORD: ADMIN.password };

let server: SecurityServer;
let admin: HttpClient;
let dir: string;
beforeAll(async () => {
  server = await startSecurityServer();
  await addUser(server, 'jdoe', PASSWORD);
  admin = await server.admin();
});
beforeEach(() => void (dir = temporaryFolder()));

interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly askSecret?: (request: string) => Promise<string>;
  readonly stdin?: string;
}

const security = async (
  argv: readonly string[],
  { env = {}, url, askSecret, stdin = '' }: CommandOptions = {}
) => {
  let out = '';
  let err = '';
  const code = await runSecurityCli([...argv, `--url=${url ?? server.url}`], '/nowhere', {
    write: (text) => void (out += text),
    writeError: (text) => void (err += text),
    env: { ...CREDENTIALS, TEAM: 'north', ...env },
    readStdin: async () => stdin,
    ...(askSecret && { askSecret }),
  });
  return { code, out, err };
};
const done = { code: 0, err: '' };
const write = (file: string, text: string) => writeFileSync(join(dir, file), text);
const read = (file: string) => readFileSync(join(dir, file), 'utf8');
const storedEntry = async (kind: string, name: string) => {
  const { status, body } = await admin.get(`/api/v1/configuration/${kind}/${name}`);
  return status === 200 ? body : undefined;
};

describe('security import and diff', () => {
  // @feature configuration/4
  it('plan, dry-run and import with the permissions of the user in the environment', async () => {
    write('config.yml', '_meta: {type: config, config_version: 2}\nconfig: {}\n');
    write(
      'tenants.yml',
      '_meta: {type: tenants, config_version: 2}\nby_cli: {description: "${env.TEAM}"}\n'
    );
    const dry = await security(['import', dir, '--dry-run']);
    expect(dry).toMatchObject({ code: 0, err: '' });
    expect(dry.out).toContain('config.yml is left out');
    expect(dry.out).toContain('+ create by_cli');
    expect(await storedEntry('tenants', 'by_cli')).toBeUndefined();
    expect(await security(['import', dir])).toMatchObject({ code: 0, err: '' });
    expect(await storedEntry('tenants', 'by_cli')).toMatchObject({ description: 'north' });
    expect((await security(['import', dir])).out).toContain('No changes.');
    const { body } = await admin.get('/api/v1/history?name=by_cli');
    expect(body.items).toEqual([expect.objectContaining({ via: 'files', actor: 'admin' })]);
  });

  it('change nothing if an entry is rejected, and report which one and why', async () => {
    write('tenants.yml', '_meta: {type: tenants, config_version: 2}\nhalf: {}\n');
    write(
      'roles_mapping.yml',
      '_meta: {type: rolesmapping, config_version: 2}\nnone: {users: ["/(/"]}\n'
    );
    const { code, err } = await security(['import', dir]);
    expect(code).toBe(2);
    expect(err).toContain('roles_mapping.yml: none: ');
    expect(await storedEntry('tenants', 'half')).toBeUndefined();
    expect((await security(['diff', dir])).code).toBe(1);
  });
});

// @feature configuration/5
it('lists the same problems offline and by URL', async () => {
  write('roles.yml', 'broken: {nope: 1}\nunset: {description: "${env.UNSET}"}\n');
  write('roles_mapping.yml', 'broken: {users: [u]}\nunset: {users: [u]}\nnone: {users: [u]}\n');
  write('internal_users.yml', 'w: {hash: "text"}\nv: text\n');
  write('tenants.yml', 'a: {}\na: {}\n');
  const { code, err } = await security(['import', dir, '--prune', '--confirm-lockout']);
  expect(code).toBe(2);
  for (const line of [
    /tenants\.yml: .*unique/,
    /roles\.yml: unset: description: the environment variable UNSET/,
    /roles\.yml: broken: .*nope/,
    /internal_users\.yml: v: an entry is a map of keys to values/,
    /internal_users\.yml: w: /,
  ])
    expect(err).toMatch(line);
  expect(err).not.toMatch(/role '(broken|unset)' not found/);
});

describe('entries that a running server does not take as they are', () => {
  it('are imported with a note: roles that do not exist, empty texts, flags', async () => {
    write('roles.yml', 'flagged: {reserved: true, cluster_permissions: [""]}\n');
    write('roles_mapping.yml', 'gone: {users: [x]}\n');
    write('internal_users.yml', 'dangling: {hash: "", opendistro_security_roles: [gone]}\n');
    const refused = await security(['import', dir]);
    expect(refused.err).toContain('dangling');
    write(
      'internal_users.yml',
      `dangling: {hash: ${hashSync('pass', 4)}, opendistro_security_roles: [gone]}\n`
    );
    const { code, out, err } = await security(['import', dir]);
    expect({ code, err }).toEqual(done);
    expect(out).toContain('Note: roles.yml: flagged: the flag reserved stays as it is');
    expect(out).toContain('Note: roles_mapping.yml: gone: the role gone does not exist');
    expect(out).toContain('Note: internal_users.yml: dangling: the role gone does not exist');
    expect(await storedEntry('roles', 'flagged')).toMatchObject({
      reserved: false,
      cluster_permissions: [''],
    });
    const exported = join(dir, 'out');
    expect(await security(['export', exported])).toMatchObject(done);
    expect(await security(['import', exported])).toMatchObject(done);
  });

  it('are left out if they are reserved, and the others are imported', async () => {
    write('roles.yml', 'kibana_user: {reserved: true, cluster_permissions: [x]}\nbeside: {}\n');
    const { code, out } = await security(['import', dir]);
    expect(code).toBe(2);
    expect(out).toContain("Left out: roles.yml: kibana_user: Resource 'kibana_user' is");
    expect(await storedEntry('roles', 'beside')).toBeDefined();
  });
});

it('names the option that confirms a lockout and writes results as JSON', async () => {
  write('roles_mapping.yml', 'all_access: {users: [nobody]}\n');
  const { code, err } = await security(['import', dir]);
  expect(code).toBe(2);
  expect(err).toContain('To import it anyway, add --confirm-lockout.');
  expect(err).not.toContain('confirm_lockout');
  rmSync(join(dir, 'roles_mapping.yml'));
  write('config.yml', 'config: {}\n');
  write('tenants.yml', 'by_json: {}\n');
  const { out } = await security(['import', dir, '--dry-run', '--json']);
  expect(JSON.parse(out)).toMatchObject({
    changes: [{ type: 'tenants', name: 'by_json', action: 'create' }],
    left_out: ['config.yml'],
    more: 0,
    applied: false,
  });
});

it('imports, compares and exports guardrails', async () => {
  const promise = { rule: 'never', users: ['auditor'], action: 'write', index: '*' };
  write('guardrails.yml', 'auditor: {rule: never, users: [auditor], action: write, index: "*"}\n');
  expect((await security(['diff', dir])).out).toMatch(/\+ create auditor/);
  expect(await security(['import', dir])).toMatchObject(done);
  expect((await admin.get('/api/v1/guardrails')).body).toEqual({ auditor: promise });
  const other = { ...promise, index: 'logs-*' };
  await admin.put('/api/v1/guardrails', { auditor: other });
  expect((await security(['diff', dir])).code).toBe(1);
  expect(await security(['export', dir, '--only=guardrails'])).toMatchObject(done);
  expect(parse(read('guardrails.yml')).auditor).toEqual(other);
  write('guardrails.yml', 'auditor: {rule: nope, action: write, index: "*"}\n');
  expect((await security(['import', dir])).err).toMatch(
    /guardrails\.yml: auditor: .*auditor.*rule/
  );
  write('guardrails.yml', '_meta: {type: guardrails, config_version: 2}\n');
  expect(await security(['import', dir, '--prune'])).toMatchObject(done);
  expect((await admin.get('/api/v1/guardrails')).body).toEqual({});
});

it('refuses to break a guardrail with an exit code of its own, and sends a reason', async () => {
  const asks = 'rule: only, action: read, index: plans, on_breach: ask, roles: [all_access]';
  write('guardrails.yml', `plans: {${asks}}\n`);
  write(
    'roles.yml',
    'planner: {index_permissions: [{index_patterns: [pl*], allowed_actions: [read]}]}'
  );
  expect(await security(['import', dir])).toMatchObject(done);
  write('roles_mapping.yml', 'planner: {users: [jdoe]}\n');
  const broken = await security(['import', dir]);
  expect(broken).toMatchObject({ code: 3, err: expect.stringContaining('jdoe → planner → pl*') });
  expect(broken.err).toContain('with --reason=TEXT.');
  expect(await security(['import', dir, '--dry-run'])).toMatchObject({ code: 3 });
  expect(await security(['import', dir, '--reason=Für Pläne'])).toMatchObject(done);
  const { body } = await admin.get('/api/v1/history?name=planner');
  expect(body.items[0]).toMatchObject({ type: 'rolesmapping', reason: 'Für Pläne' });
  await admin.put('/api/v1/guardrails', {});
});

it('exports what there is of a backend without guardrails', async () => {
  const without = await startSecurityServer({ wrapBackend: withoutFeatures('guardrails') });
  expect(await security(['export', dir], { url: without.url })).toMatchObject(done);
  expect(readdirSync(dir)).toContain('roles.yml');
  expect(readdirSync(dir)).not.toContain('guardrails.yml');
  const only = await security(['export', dir, '--only=guardrails'], { url: without.url });
  expect(only).toMatchObject({ code: 2, err: expect.stringContaining('guardrails') });
  await without.stop();
});

it('imports more entries of several kinds than one request may change', async () => {
  const many = (name: string) =>
    Array.from({ length: 600 }, (_, at) => `${name}${at}: {description: x}\n`).join('');
  write('tenants.yml', many('t_'));
  write('roles.yml', many('r_'));
  expect(await security(['import', dir])).toMatchObject(done);
  expect((await security(['diff', dir])).out).not.toContain('+ create');
});

describe('security export', () => {
  // @feature configuration/3
  it('writes files that an import reads, for all kinds or the given ones', async () => {
    const role = { description: 'Sees ${env.NONE}', cluster_permissions: ['cluster_monitor'] };
    expect((await admin.post('/api/v1/configuration/roles/taken_out', role)).status).toBe(200);
    const only = await security(['export', dir, '--only=tenants,roles']);
    expect(only).toEqual({ ...done, out: 'written   tenants.yml\nwritten   roles.yml\n' });
    expect(readdirSync(dir)).toEqual(['roles.yml', 'tenants.yml']);
    expect(parse(read('roles.yml')).taken_out).toEqual({ reserved: false, ...role });
    const all = join(dir, 'new', 'folder');
    expect(await security(['export', all])).toMatchObject(done);
    const files = [
      ...(['action_groups', 'audit', 'guardrails', 'internal_users'] as const),
      ...(['roles', 'roles_mapping', 'tenants'] as const),
    ];
    expect(readdirSync(all)).toEqual(files.map((file) => `${file}.yml`));
    expect(readFileSync(join(all, 'internal_users.yml'), 'utf8')).not.toMatch(/hash|argon2/);
    await admin.delete('/api/v1/configuration/roles/taken_out');
  });

  it('writes files whose import changes nothing', async () => {
    await security(['export', dir]);
    expect(await security(['diff', dir])).toEqual({ ...done, out: 'No changes.\n' });
  });

  it('keeps comments, hashes and hidden entries of existing files', async () => {
    write(
      'internal_users.yml',
      '_meta: {type: internalusers, config_version: 2}\n\n# of sales\njdoe:\n  hash: "$2y$kept"\n  description: old\n\nunseen: {hash: "$2y$other", hidden: true}\ngone: {hash: "$2y$gone"}\n'
    );
    expect(await security(['export', dir, '--only=internalusers'])).toMatchObject(done);
    const text = read('internal_users.yml');
    expect(text).toContain('# of sales');
    const { jdoe, unseen, gone } = parse(text);
    expect(jdoe.hash).toBe('$2y$kept');
    expect(jdoe.description).toBeUndefined();
    expect(unseen).toEqual({ hash: '$2y$other', hidden: true });
    expect(gone).toBeUndefined();
    const again = await security(['export', dir, '--only=internalusers']);
    expect(again.out).toBe('unchanged internal_users.yml\n');
  });

  it('writes CSV tables for reviews', async () => {
    const only = ['--only=internalusers', '--format=csv'];
    expect(await security(['export', dir, ...only])).toEqual({
      ...done,
      out: 'written   internal_users.csv\n',
    });
    expect(read('internal_users.csv')).toMatch(/^name,.*\r\n(.*\r\n)*jdoe,/);
  });

  it('writes nothing if a part is rejected or a file cannot be read', async () => {
    const jdoe = { SECURITY_USER: 'jdoe', SECURITY_PASSWORD: PASSWORD };
    const out = join(dir, 'new');
    const refused = await security(['export', out], { env: jdoe });
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('answers 403');
    expect(existsSync(out)).toBe(false);
    write('tenants.yml', 'not: [closed');
    expect((await security(['export', dir])).err).toContain('tenants.yml');
    expect(readdirSync(dir)).toEqual(['tenants.yml']);
  });

  it.each([
    ['an unknown kind', ['--only=people'], 'no kind people'],
    ['a kind that servers do not export', ['--only=config'], 'config.yml is exported while'],
    ['an unknown format', ['--format=xml'], 'no format xml'],
  ])('rejects %s', async (_what, options, words) => {
    const { code, err } = await security(['export', dir, ...options]);
    expect([code, err]).toEqual([2, expect.stringContaining(words)]);
  });
});

describe('credentials of the command line', () => {
  it('ask for the password at a terminal and for nothing else', async () => {
    const prompts: string[] = [];
    const askSecret = async (request: string) => {
      prompts.push(request);
      return ADMIN.password;
    };
    const env = { SECURITY_USER: '', SECURITY_PASSWORD: '' };
    const argv = ['export', dir, '--only=audit', `--user=${ADMIN.username}`];
    expect(await security(argv, { env, askSecret })).toMatchObject(done);
    expect(prompts).toEqual([`Password of ${ADMIN.username}: `]);
    const refused = await security(argv, { env });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('SECURITY_PASSWORD') });
  });

  it('come from a file that an option or a variable names, or from standard input', async () => {
    const file = join(dir, 'password');
    writeFileSync(file, `${ADMIN.password}\n`);
    const nobody = { SECURITY_USER: '', SECURITY_PASSWORD: '' };
    const argv = ['export', dir, '--only=audit', `--user=${ADMIN.username}`];
    for (const [more, options] of [
      [[`--password-file=${file}`], { env: nobody }],
      [[], { env: { ...nobody, SECURITY_PASSWORD_FILE: file } }],
      [['--password-stdin'], { env: nobody, stdin: `${ADMIN.password}\n` }],
    ] as const)
      expect(await security([...argv, ...more], options)).toMatchObject(done);
    for (const [more, message] of [
      [['--password-file=/nowhere'], 'Cannot read the password file: ENOENT'],
      [['--password-file=/dev/null'], '/dev/null has no password in its first line.'],
      [[`--password-file=${file}`, '--password-stdin'], 'give one of them'],
      [['--certificate=a.pem'], '--certificate and --key go together.'],
    ] as const)
      expect(await security([...argv, ...more])).toMatchObject({
        code: 2,
        err: expect.stringContaining(message),
      });
  });

  it('report missing values and fail with a wrong password', async () => {
    const refused = await security(['export', dir], { env: { SECURITY_USER: '' } });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('SECURITY_USER') });
    const wrong = await security(['export', dir], { env: { SECURITY_PASSWORD: 'wrong' } });
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('answers 401') });
    expect(wrong.err).not.toContain('wrong');
  });

  it('are rejected in the URL, which is visible to others', async () => {
    const url = server.url.replace('://', `://admin:${ADMIN.password}@`);
    const { code, err } = await security(['export', dir], { url });
    expect([code, err]).toEqual([2, expect.stringContaining('no password')]);
    expect(err).not.toContain(ADMIN.password);
  });
});

it('trusts only a server with the given certificate authority', async () => {
  const authority = await Authority.make();
  const secure = await startSecurityServer({ server: { ssl: await authority.serverTls() } });
  try {
    const untrusted = await security(['export', dir], { url: secure.url });
    expect(untrusted).toMatchObject({
      code: 2,
      err: expect.stringMatching(/cannot be reached.*cert/),
    });
    const trusted = await security(['export', dir, `--ca=${authority.files.certFile}`], {
      url: secure.url,
    });
    expect(trusted).toMatchObject(done);
    expect(parse(read('roles.yml'))._meta).toMatchObject({ type: 'roles' });
    const none = await security(['export', dir, `--ca=${join(dir, 'roles.yml')}`]);
    expect(none.err).toContain('no certificate');
  } finally {
    await secure.stop();
    authority.remove();
  }
});

it('shows its own certificate to a server that requires one', async () => {
  const authority = await Authority.make();
  const { certFile, keyFile } = await authority.issue('C=DE, CN=operator');
  const ssl = { ...(await authority.serverTls()), clientAuthentication: 'required' as const };
  const secure = await startSecurityServer({ server: { ssl } });
  const ca = `--ca=${authority.files.certFile}`;
  try {
    const without = await security(['export', dir, ca], { url: secure.url });
    expect(without).toMatchObject({ code: 2, err: expect.stringContaining('cannot be reached') });
    const own = [`--certificate=${certFile}`, `--key=${keyFile}`];
    expect(await security(['export', dir, ca, ...own], { url: secure.url })).toMatchObject(done);
    const half = await security(['export', dir, ca, `--certificate=${certFile}`], {
      url: secure.url,
    });
    expect(half).toMatchObject({ code: 2, err: expect.stringContaining('go together') });
  } finally {
    await secure.stop();
    authority.remove();
  }
});
