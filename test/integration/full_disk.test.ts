/**
 * Files that the product writes, on a full disk: each stays what it was, or is not there, and who
 * asked for it learns why. Keys of stored secrets: `key_on_full_disk.test.ts`; databases:
 * `engine_faults.test.ts`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { HttpClient } from '../helpers/http_client';
import { startServer, type TestServer } from '../helpers/server';
import { waitForCondition } from '../helpers/wait_for';
import { canMount, fillDisk, mountSmallDisk, unmount } from '../helpers/small_disk';

jest.setTimeout(120_000);

const SECURITY = path.resolve(__dirname, '..', '..', 'scripts', 'security.js');
const onSmallDisk = canMount() ? it : it.skip;

let folder: string;
let disk: string;
let server: TestServer | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'full-disk-'));
  disk = path.join(folder, 'disk');
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  unmount(disk);
  rmSync(folder, { recursive: true, force: true });
});

const filler = () => path.join(disk, 'filler');
const temporaryFiles = () => readdirSync(disk).filter((name) => name.endsWith('.tmp'));
const security = (...argv: string[]) =>
  spawnSync(process.execPath, [SECURITY, ...argv, `--path.data=${path.join(folder, 'data')}`], {
    encoding: 'utf8',
  });

onSmallDisk(
  'an export keeps the files of an earlier one (skipped where tmpfs cannot be mounted)',
  async () => {
    await (await startServer({ dataDir: path.join(folder, 'data') })).stop();
    expect(mountSmallDisk(disk, '1m')).toBe(true);
    expect(security('export', disk).status).toBe(0);
    const roles = path.join(disk, 'roles.yml');
    const earlier = `${readFileSync(roles, 'utf8')}# by hand\nours: {description: Old}\n`;
    writeFileSync(roles, earlier);
    fillDisk(filler());
    const full = security('export', disk);
    expect([full.status, full.stderr]).toEqual([
      2,
      expect.stringMatching(/^No space left for .*roles\.yml/),
    ]);
    expect(readFileSync(roles, 'utf8')).toBe(earlier);
    expect(temporaryFiles()).toEqual([]);
    rmSync(filler());
    expect(security('export', disk).status).toBe(0);
    expect(readFileSync(roles, 'utf8')).not.toBe(earlier);
  }
);

onSmallDisk(
  'accepting drift keeps the file of the folder (skipped where tmpfs cannot be mounted)',
  async () => {
    expect(mountSmallDisk(disk, '1m')).toBe(true);
    const roles = path.join(disk, 'roles.yml');
    const text = '# Owned by the platform team.\nreader: {cluster_permissions: [read]}\n';
    writeFileSync(roles, text);
    server = await startServer({ args: [`--opensearch_security.drift.folder=${disk}`] });
    const admin = await server.adminClient();
    await admin.post('/api/v1/configuration/roles/reader', { cluster_permissions: ['write'] });
    fillDisk(filler());
    expect(await accept(admin)).toEqual([409, 'security.drift_unwritable']);
    expect(readFileSync(roles, 'utf8')).toBe(text);
    expect(temporaryFiles()).toEqual([]);
    rmSync(filler());
    expect(await accept(admin)).toEqual([200, undefined]);
    expect(readFileSync(roles, 'utf8')).toContain('write');
  }
);

async function accept(admin: HttpClient): Promise<readonly unknown[]> {
  const { revision } = (await admin.get('/api/v1/drift')).body;
  const entries = [{ kind: 'roles', name: 'reader' }];
  const { status, body } = await admin.post('/api/v1/drift/accept', { revision, entries });
  return [status, body.attributes?.code];
}

onSmallDisk(
  'a start says so in one line, and the next one works (skipped where tmpfs cannot be mounted)',
  async () => {
    expect(mountSmallDisk(disk, '16m')).toBe(true);
    await (await startServer({ dataDir: disk })).stop();
    fillDisk(filler());
    const start = startServer({ dataDir: disk });
    await expect(start).rejects.toThrow(/No space left for .*free space and try again/);
    expect(temporaryFiles()).toEqual([]);
    rmSync(filler());
    server = await startServer({ dataDir: disk });
    expect(readFileSync(path.join(disk, 'engine.owner'), 'utf8')).toBe(`${server.pid}\n`);
  }
);

onSmallDisk(
  'a first password that cannot be stored is named with the way on (skipped where tmpfs cannot be mounted)',
  async () => {
    const env = { SECURITY_INITIAL_ADMIN_PASSWORD: '' };
    const usual = path.join(folder, 'usual');
    const first = await startServer({ dataDir: usual, env });
    await waitForCondition(() => readdirSync(usual).includes('initial-password'));
    const files = readdirSync(usual);
    await first.stop();
    // Room for all files but this one, and for the folder itself.
    expect(mountSmallDisk(disk, '16m', files.length)).toBe(true);
    server = await startServer({ dataDir: disk, env });
    await waitForCondition(() => (server as TestServer).output().includes('first password'));
    expect(server.output()).toMatch(
      /The first password cannot be written to \S+initial-password: .*no space.*bin\/security reset-admin/i
    );
    expect(readdirSync(disk).sort()).toEqual(files.filter((name) => name !== 'initial-password'));
  }
);
