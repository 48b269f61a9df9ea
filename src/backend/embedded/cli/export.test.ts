/** Export to configuration files. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { cleanUp, clientOf, INTERNAL, startEngine } from '../../testing/embedded';
import { normaliseEntity } from '../../model/payload';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';
import { bcrypt, started } from './mocks';

// Measuring the first password loads dictionaries.
jest.setTimeout(30_000);
afterEach(cleanUp);

/** A mapping with unusual spaces, quotes and lists. */
const UNTOUCHED = `

#  Of the night shift
kibana_read_only:
    users:
    - 'jdoe'

    - "jane"   # since May
    hosts: ["h",  "i"]
`;

describe('export', () => {
  it('keeps comments, order and variables of existing files, and changes only what differs', async () => {
    const { dataDir, dir, cli, write, read } = await started();
    await cli(['export', dir]);
    const original = read('roles_mapping.yml');
    const commented =
      '# Kept by the security team\n_meta:\n  type: "rolesmapping"\n  config_version: 2\n\nr: # the reader\n  # who reads\n  users: [ jdoe ]   # for now\n  description: "${env.WHO}"\n\ngone: {users: [x]}\n';
    write('roles.yml', 'r: {description: x}\n');
    write(
      'roles_mapping.yml',
      `${commented.replace('\ngone: {users: [x]}\n', '')}${UNTOUCHED}${original.replace(/^_meta:[^]*?\n\n/, '\n')}`
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
    for (const text of [
      '# Kept by the security team',
      '# the reader',
      '# who reads',
      '# for now',
      '${env.WHO}',
      // Untouched, so with its own spaces and form of lists.
      UNTOUCHED,
    ])
      expect(after).toContain(text);
    expect(parse(after)).toMatchObject({ r: { users: ['jdoe'], hosts: ['h'] } });
    expect(after).not.toContain('logstash');
    expect((await cli(['diff', dir], { env })).out).toBe('No changes.\n');
  });

  // @asvs V5.2.5/1
  it('escapes stored text that looks like a variable, so that a later import does not replace it', async () => {
    const { dataDir, dir, cli, write, read } = await started();
    const { engine } = await startEngine({ dataDir });
    const texts = ['${env.SECRET:-none}', '${env.UNSET}', '${envbc.SECRET}', 'a\\${env.SECRET}\nb'];
    const put = (path: string, body: object) => clientOf(engine, INTERNAL)('PUT', path, body);
    await put('/api/roles/r', { description: texts[0], cluster_permissions: texts });
    await put('/api/internalusers/u', {
      hash: bcrypt('x'),
      attributes: { [texts[0] as string]: texts[1] },
    });
    await engine.stop();
    const env = { SECRET: 'of-the-operator' };
    expect(await cli(['export', dir], { env })).toMatchObject({ code: 0, err: '' });
    expect(read('roles.yml') + read('internal_users.yml')).not.toMatch(/\$\{env|of-the-operator/);
    expect(parse(read('roles.yml')).r.cluster_permissions).toEqual(texts);
    expect(await cli(['diff', dir], { env })).toMatchObject({ code: 0, out: 'No changes.\n' });
    expect((await cli(['import', dir], { env })).out).toBe('No changes.\n');
    // A file that is written again keeps the escapes of unchanged entries.
    write('roles.yml', read('roles.yml').replace(/^r:$/m, '# Kept\nr:') + '\ngone: {}\n');
    expect((await cli(['export', dir], { env })).out).toContain('written   roles.yml');
    expect(read('roles.yml')).toContain('# Kept');
    expect(read('roles.yml')).not.toContain('${env');
    expect((await cli(['diff', dir], { env })).out).toBe('No changes.\n');
  });

  it('escapes stored text in files of earlier versions, whether or not the variable is set', async () => {
    const { dataDir, dir, cli, write, read } = await started();
    const { engine } = await startEngine({ dataDir });
    const body = { description: '${env.SECRET}', cluster_permissions: ['${env.UNSET}'] };
    await clientOf(engine, INTERNAL)('PUT', '/api/roles/r', body);
    await engine.stop();
    write('roles.yml', `r: ${JSON.stringify(body)}\n`);
    const env = { SECRET: 'of-the-operator' };
    expect(await cli(['export', dir], { env })).toMatchObject({ code: 0, err: '' });
    expect(read('roles.yml')).not.toContain('${env');
    expect(parse(read('roles.yml')).r).toMatchObject(body);
    write('roles.yml', 'r: {description: "${env.OF_THE_OPERATOR}"}\n');
    expect((await cli(['export', dir], { env })).err).toContain('OF_THE_OPERATOR is not set');
  });

  it('writes thousands of entries as if they were few', async () => {
    const { dataDir, dir, cli, read } = await started();
    const { engine } = await startEngine({ dataDir });
    const names = Array.from({ length: 1_201 }, (_, n) => `t${String(n).padStart(4, '0')}`);
    engine.parts.writer.writeNow((store) => {
      for (const name of names)
        store.put('tenants', name, normaliseEntity('tenants', { description: `About ${name}` }));
    });
    await engine.stop();
    expect((await cli(['export', dir])).err).toBe('');
    const entries = names.map(
      (name) => `\n${name}:\n  reserved: false\n  description: "About ${name}"\n`
    );
    expect(read('tenants.yml')).toContain(entries.join(''));
    expect((await cli(['diff', dir])).code).toBe(0);
  });

  it('writes files readable by the owner only, and nothing if an existing file cannot be read', async () => {
    const { dir, cli, write, read } = await started();
    write('tenants.yml', 'not: [closed');
    expect((await cli(['export', dir])).err).toContain('tenants.yml');
    expect(readdirSync(dir)).toEqual(['tenants.yml']);
    expect(read('tenants.yml')).toBe('not: [closed');
    const out = join(dir, 'new', 'folder');
    await cli(['export', out]);
    expect(statSync(join(out, 'internal_users.yml')).mode & 0o777).toBe(0o600);
  });

  it('preserves names and values of any kind in a round trip', async () => {
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
