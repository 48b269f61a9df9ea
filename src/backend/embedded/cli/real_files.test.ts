/** Import, diff and export of files as people have them: values, formats and leftovers. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';
import { cleanUp, clientOf, INTERNAL, startEngine } from '../../testing/embedded';
import { bcrypt, cliFor, started } from './mocks';

// Measuring the first password loads dictionaries.
jest.setTimeout(60_000);
afterEach(cleanUp);

const HASH = bcrypt('secret-of-jdoe');

/** What the engine has after an import. */
async function entityIn(dataDir: string, type: string, name: string) {
  const { engine } = await startEngine({ dataDir });
  const { body } = await clientOf(engine, INTERNAL)('GET', `/api/${type}/${name}`);
  await engine.stop();
  return (body as Record<string, Record<string, unknown>>)[name];
}

describe('values', () => {
  /** Plain scalars, and the text that Jackson makes of them; taken from a real cluster. */
  const TEXTS = {
    '12345678901234567890': '12345678901234567890',
    '012345678901': '012345678901',
    '0o17': '0o17',
    '017': '15',
    '00042': '34',
    '0009': '0009',
    '0x1F': '31',
    '1_000': '1000',
    '1e3': '1000.0',
    '1.50': '1.5',
    '._5': '0.5',
    '1e400': 'Infinity',
    '100000000000000000000.0': '1.0E20',
    '-0': '0',
    '1:30': '1:30',
    yes: 'true',
    Off: 'false',
    y: 'y',
    tRue: 'tRue',
    '2001-01-01': '2001-01-01',
    '"1e3"': '1e3',
    "'yes'": 'yes',
  };

  it('are read as a cluster reads them, and written so that it reads them back', async () => {
    const { dataDir, dir, cli, write, read } = await started();
    const list = Object.keys(TEXTS).join(', ');
    write(
      'internal_users.yml',
      `jdoe:\n  hash: ${HASH}\n  backend_roles: [${list}]\n  attributes: {account: 012345678901, 12: 034}\n  description: 2024\n  reserved: yes\n`
    );
    expect(await cli(['import', dir])).toMatchObject({ code: 0, err: '' });
    const { backend_roles: roles, ...jdoe } = (await entityIn(
      dataDir,
      'internalusers',
      'jdoe'
    )) as Record<string, unknown>;
    expect(roles).toEqual(Object.values(TEXTS));
    expect(jdoe).toMatchObject({
      attributes: { '12': '28', account: '012345678901' },
      description: '2024',
      reserved: true,
    });
    expect((await cli(['import', dir])).out).toBe('No changes.\n');
    const out = join(temporaryFolder(), 'out');
    await cli(['export', out, '--only=internalusers']);
    const text = readFileSync(join(out, 'internal_users.yml'), 'utf8');
    for (const value of Object.values(TEXTS)) expect(text).toContain(`- "${value}"`);
    expect(text).toContain('"12": "28"');
    expect((await cli(['diff', out])).out).toBe('No changes.\n');
    expect(read('internal_users.yml')).toContain('0o17');
  });

  it('of names stay as they are written, also names that look like numbers', async () => {
    const { dataDir, dir, cli, write } = await started();
    const digits = '1'.repeat(64);
    write('tenants.yml', `${digits}: {}\nyes: {description: "\\x85 \\u2028"}\n0017: {}\n`);
    expect(await cli(['import', dir])).toMatchObject({ code: 0, err: '' });
    for (const name of [digits, 'yes', '0017'])
      expect(await entityIn(dataDir, 'tenants', name)).toBeDefined();
    const out = join(temporaryFolder(), 'out');
    await cli(['export', out, '--only=tenants']);
    const text = readFileSync(join(out, 'tenants.yml'), 'utf8');
    expect(text).toContain(`"${digits}":`);
    expect(text).toContain('"yes":');
    expect(text).toContain('"\\u0085 \\u2028"');
    expect((await cli(['diff', out])).out).toBe('No changes.\n');
  });

  it('that no cluster can read are refused with their line', async () => {
    const { dir, cli, write } = await started();
    write('tenants.yml', 'a:\n  description: .inf\n');
    const { code, err } = await cli(['import', dir]);
    expect(code).toBe(2);
    expect(err).toMatch(/tenants\.yml: .*number \.inf\. Write it in quotes.* line 2/);
  });
});

describe('large and malicious files', () => {
  it('of 130,000 keys are read, and those that occur twice are named with their line', async () => {
    const { dir, cli, write } = await started();
    const many = Array.from({ length: 130_000 }, (_, at) => `t${at}:\n`).join('');
    write('nodes_dn.yml', `${many}t7: {}\n`);
    const { code, err } = await cli(['import', dir, '--dry-run']);
    expect(code).toBe(2);
    expect(err).toContain(
      'nodes_dn.yml: Map keys must be unique: "t7" is there twice at line 130001'
    );
  });

  it.each([
    ['an anchor inside itself', 'a: 1\nb: &x\n  c: *x\n', /inside the value .* line 3/],
    ['an alias without an anchor', 'a: {}\nb: *x\n', /no anchor before it at line 2/],
    ['a merge key', 'a: &x {}\nb:\n  <<: *x\n', /Merge keys .* line 3/],
    ['many aliases', `a: &x 1\nb: [${'*x,'.repeat(101)}]\n`, /More than 100 aliases/],
    [
      'aliases of aliases',
      `a: &a0 [1]\n${Array.from({ length: 20 }, (_, at) => `b${at}: &a${at + 1} [*a${at}, *a${at}]\n`).join('')}`,
      /10000 values .* line 1\d/,
    ],
    ['deep lists', `a: ${'['.repeat(200_000)}`, /More than 64 levels .* line 1/],
    ['several documents', 'a: {}\n---\nb: {}\n', /several documents/],
  ])('with %s are refused with file and line', async (_what, text, message) => {
    const { dir, cli, write } = await started();
    write('tenants.yml', text);
    const { code, err } = await cli(['import', dir, '--dry-run']);
    expect(code).toBe(2);
    expect(err).toMatch(/tenants\.yml: /);
    expect(err).toMatch(message);
  });
});

it('names the field and the limit of a text that is too long', async () => {
  const { cli, write, dir } = await started();
  write(
    'roles.yml',
    `long:\n  index_permissions:\n    - index_patterns: [a, ${'x'.repeat(300)}]\nword:\n  description: ${'y'.repeat(300)}\n`
  );
  const { err } = await cli(['import', dir]);
  expect(err).toMatch(
    /roles\.yml: long: index_permissions\.0\.index_patterns\.1: is longer than 256 characters/
  );
  expect(err).toMatch(/roles\.yml: word: description: is longer than 256 characters/);
});

describe('leftovers that a cluster loads as well', () => {
  it('are imported with a note: mappings and users of roles that do not exist', async () => {
    const dataDir = temporaryFolder();
    const { engine } = await startEngine({ dataDir });
    const call = clientOf(engine, INTERNAL);
    await call('PUT', '/api/roles/gone', { cluster_permissions: ['cluster_monitor'] });
    await call('PUT', '/api/rolesmapping/gone', { users: ['jdoe'] });
    await call('PUT', '/api/internalusers/jdoe', {
      hash: HASH,
      opendistro_security_roles: ['gone'],
    });
    await call('DELETE', '/api/roles/gone');
    await engine.stop();
    const dir = join(temporaryFolder(), 'out');
    expect((await cliFor(dataDir)(['export', dir])).code).toBe(0);
    const { dataDir: other, cli } = await started();
    const imported = await cli(['import', dir]);
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(imported.out).toContain('Note: roles_mapping.yml: gone: the role gone does not exist');
    expect(imported.out).toContain('Note: internal_users.yml: jdoe: the role gone does not exist');
    expect(await entityIn(other, 'rolesmapping', 'gone')).toMatchObject({ users: ['jdoe'] });
    const again = await cli(['diff', dir, '--json']);
    expect(JSON.parse(again.out)).toMatchObject({ changes: [], warnings: [{}, {}] });
  });

  it('are imported with one note: a user and a tenant of the same name', async () => {
    const { cli, write, dir } = await started();
    write('tenants.yml', '_meta: { type: tenants, config_version: 2 }\njane: {}\nsales: {}\n');
    write(
      'internal_users.yml',
      `_meta: { type: internalusers, config_version: 2 }\njane: { hash: ${HASH} }\n`
    );
    const { out } = await cli(['import', dir, '--dry-run']);
    expect(out.match(/both named/g)).toHaveLength(1);
    expect(out).toContain('Note: tenants.yml: jane: a user and a tenant are both named jane');
  });

  it('are imported as they are: empty texts in lists', async () => {
    const { dataDir, dir, cli, write } = await started();
    write('roles.yml', 'r: {index_permissions: [{index_patterns: ["", a], fls: [""]}]}\n');
    expect(await cli(['import', dir])).toMatchObject({ code: 0, err: '' });
    expect(await entityIn(dataDir, 'roles', 'r')).toMatchObject({
      index_permissions: [{ index_patterns: ['', 'a'], fls: [''] }],
    });
  });
});

describe('other formats', () => {
  it('with the files inside are read: a Secret, a ConfigMap, values of a chart, several documents', async () => {
    const { dataDir, dir, cli, write } = await started();
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    write(
      'secret.yaml',
      `apiVersion: v1\nkind: Secret\nmetadata: {name: security}\ndata:\n  internal_users.yml: ${base64(`é: {hash: ${HASH}}\n`)}\n---\napiVersion: v1\nkind: ConfigMap\ndata:\n  roles.yml: |\n    by_map: {cluster_permissions: [cluster_monitor]}\n`
    );
    write('values.yaml', 'securityConfig: {config: {data: {tenants.yml: "by_chart: {}"}}}\n');
    write(
      'all.yml',
      '_meta: {type: rolesmapping, config_version: 2}\nby_map: {users: [é]}\n---\n_meta: {type: guardrails, config_version: 2}\n'
    );
    write('other.yml', 'services: {web: {image: x}}\n');
    const { code, out, err } = await cli(['import', dir]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Note: internal_users.yml is read from secret.yaml.');
    expect(await entityIn(dataDir, 'rolesmapping', 'by_map')).toMatchObject({ users: ['é'] });
    expect(await entityIn(dataDir, 'tenants', 'by_chart')).toBeDefined();
    write('roles.yml', 'r: {}\n');
    expect((await cli(['import', dir])).err).toMatch(
      /roles\.yml: is there twice: in .*secret\.yaml/
    );
  });

  it.each([
    [
      'roles.yml',
      'r:\n  cluster: [UNLIMITED]\n  indices: {"*": {"*": [READ]}}\n',
      'Search Guard 6',
    ],
    ['roles_mapping.yml', 'r: {backendroles: [x], hosts: [], users: []}\n', 'Search Guard 6'],
    ['internal_users.yml', `u: {readonly: true, hash: ${HASH}, roles: [x]}\n`, 'Search Guard 6'],
    ['action_groups.yml', 'READ: ["indices:data/read*"]\n', 'Search Guard 6'],
    ['config.yml', 'searchguard: {dynamic: {}}\n', 'Search Guard 6'],
    ['config.yml', 'sg_config: {dynamic: {}}\n', 'Search Guard 7'],
    ['roles.yml', '{% for r in roles %}\n{{ r }}: {}\n{% endfor %}\n', 'template of Helm, Jinja'],
    ['internal_users.yml', '$ANSIBLE_VAULT;1.1;AES256\n3132\n', 'Ansible Vault'],
    ['internal_users.yml', 'u: {hash: "ENC[AES256_GCM,data:x]"}\nsops: {}\n', 'SOPS'],
    ['roles.yml', 'apiVersion: v1\nkind: Service\n', 'Kubernetes manifest'],
  ])('of %s are named in one line: %#', async (file, text, name) => {
    const { dir, cli, write } = await started();
    write(file, text);
    const { code, err } = await cli(['import', dir]);
    expect(code).toBe(2);
    expect(err.trim().split('\n')).toEqual([expect.anything(), expect.stringContaining(name)]);
  });

  it('under other names are named with the name that was meant', async () => {
    const { dir, cli, write } = await started();
    write('roles_mapping.yml', '{}\n');
    for (const name of [
      'roles.yaml',
      'sg_internal_users.yml',
      'action_group.yml',
      'tenants.yml.j2',
    ])
      write(name, '{}\n');
    const { out } = await cli(['diff', dir]);
    expect(out).toContain(
      'Note: roles.yaml is not read. If you mean roles.yml, give it this name.'
    );
    expect(out).toContain('If you mean internal_users.yml');
    expect(out).toContain('If you mean action_groups.yml');
    expect(out).toContain('template of tenants.yml');
    const above = temporaryFolder();
    mkdirSync(join(above, 'opensearch-security'));
    writeFileSync(join(above, 'opensearch-security', 'roles.yml'), '{}\n');
    expect((await cli(['diff', above])).err).toMatch(/They are in .*opensearch-security\./);
  });
});
