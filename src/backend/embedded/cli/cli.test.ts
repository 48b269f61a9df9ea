/** Configuration files and the offline reset, through the command line's entry point. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import demo from '../../model/data/demo-config.json';
import { normaliseEntity } from '../../model/payload';
import { cleanUp, login, startEngine } from '../../testing/embedded';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';
import type { ResourceType } from '../../api/engine';
import { bcrypt, cliFor, started } from './mocks';

// Measuring the first password loads dictionaries.
jest.setTimeout(30_000);
afterEach(cleanUp);

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

describe('demo configuration', () => {
  it('is imported without loss and exported with the same content, and its passwords work', async () => {
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
    const identity = await engine.identify(await login(engine, 'admin', 'admin'));
    expect(identity).toMatchObject({ roles: ['all_access'], isReserved: true });
    await login(engine, 'kibanaro', 'kibanaro');
  });
});

/** Fills in defaults, because files may omit them, and keeps hashes. */
function comparable(type: string, entries: Entries): unknown {
  if (type === 'config' || type === 'audit' || type === 'allowlist' || type === 'nodesdn')
    return entries;
  const normalised = Object.entries(entries).map(([name, source]) => {
    const entity = normaliseEntity(type as ResourceType, source, source as { reserved?: boolean });
    return [name, { ...entity, hash: source['hash'] }] as const;
  });
  return Object.fromEntries(normalised.sort(([one], [other]) => (one < other ? -1 : 1)));
}

describe('the command line', () => {
  it('accepts a data folder that lost a database, if the server is stopped', async () => {
    const { dataDir, dir, cli } = await started();
    const { engine } = await startEngine({ dataDir });
    expect(await cli(['accept-data'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`A server runs on ${dataDir}`),
    });
    await engine.stop();
    rmSync(join(dataDir, 'audit.sqlite'));
    expect(await cli(['export', dir])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^\S+audit\.sqlite is missing or empty\. .*accept-data.*\n$/),
    });
    expect(await cli(['accept-data', 'more'])).toMatchObject({ code: 2 });
    expect(await cli(['accept-data'])).toEqual({
      code: 0,
      err: '',
      out: `Empty now: audit.sqlite.\nThe databases in ${dataDir} belong together. All sessions have ended.\n`,
    });
    expect(await cli(['export', dir])).toMatchObject({ code: 0 });
  });

  it('prints an export as one file that can be imported', async () => {
    const { cli } = await started();
    for (const target of ['-', '/dev/stdout']) {
      const { code, out } = await cli(['export', target]);
      expect(code).toBe(0);
      const dir = temporaryFolder();
      writeFileSync(join(dir, 'all.yml'), out);
      const diff = await cli(['diff', dir]);
      expect(diff.out).toContain('No changes.');
      expect(out.match(/^---$/gm)).toHaveLength(out.match(/^_meta:$/gm)!.length);
    }
  });

  it('explains that a server is running, a folder is empty, or an argument is wrong', async () => {
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
      [],
      ['nope'],
      ['export'],
      ['export', ''],
      ['export', dir, '--path.data='],
      ['reset-admin', '--json'],
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
    expect((await cli([])).err).toContain('Name a command');
  });

  it('writes the results of import, diff and backup as JSON with --json', async () => {
    const { dir, cli, write } = await started();
    const json = async (...argv: readonly string[]) => {
      const { code, out } = await cli([...argv, '--json']);
      return { code, result: JSON.parse(out) as unknown };
    };
    const diff = [expect.objectContaining({ op: 'add' })];
    const changes = [{ type: 'tenants', name: 't', action: 'create', diff }];
    write('tenants.yml', 't: {description: x}\n');
    expect(await json('diff', dir)).toEqual({ code: 1, result: { changes } });
    const dryRun = await json('import', dir, '--dry-run');
    expect(dryRun).toEqual({ code: 0, result: { changes, applied: false } });
    const done = await json('import', dir);
    expect(done).toEqual({ code: 0, result: { changes, applied: true } });
    expect(await json('diff', dir)).toEqual({ code: 0, result: { changes: [] } });
    write('roles.yml', 'r: {nope: 1}\n');
    expect(await json('import', dir)).toEqual({
      code: 2,
      result: { problems: [expect.objectContaining({ file: 'roles.yml', entry: 'r' })] },
    });
    const folder = join(temporaryFolder(), 'copy');
    const files = expect.arrayContaining(['engine.sqlite']) as unknown;
    expect(await json('backup', folder)).toEqual({ code: 0, result: { folder, files } });
  });
});

it('watches a folder: prints each other result once, and goes on after a broken file', async () => {
  const { dir, cli, write } = await started();
  write('roles.yml', 'reader:\n  cluster_permissions: ["a"]\n');
  const seen: string[] = [];
  const steps = [
    () => undefined,
    () => write('roles.yml', 'reader: ['),
    () => write('roles.yml', 'reader:\n  cluster_permissions: ["a"]\nwriter: {}\n'),
  ];
  const { code } = await cli(['diff', dir, '--watch'], {
    pause: async (out) => {
      seen.push(out.slice(seen.join('').length));
      const step = steps.shift();
      step?.();
      return step !== undefined;
    },
  });
  expect(code).toBe(1);
  expect(seen).toEqual([
    expect.stringContaining('create reader'),
    '',
    expect.stringContaining('Nothing was changed'),
    expect.stringContaining('create writer'),
  ]);
});
