/**
 * Faults that the engine's data survives: crashes at any moment, a full disk, a folder without
 * permissions, a second server.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canMount, fillDisk, mountSmallDisk, unmount } from '../helpers/small_disk';
import { CHILD, findDamage, killRound } from '../helpers/crash/rounds';
import { startEmbeddedEngine, type EmbeddedEngine } from '../../src/backend/embedded';

const ENGINE = path.join(__dirname, '..', '..', 'src', 'backend', 'embedded', 'index.ts');
const ROUNDS = 10;

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'engine-faults-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = async (dataDir: string): Promise<EmbeddedEngine> =>
  (await startEmbeddedEngine({ dataDir, initialAdminPassword: 'Correct-Horse-7-Battery' })).engine;

/** Starts and stops the engine in a process of its own, as a server does. */
const restart = () =>
  spawnSync(process.execPath, [CHILD, folder, ENGINE, 'start'], { encoding: 'utf8' });

const put = (engine: EmbeddedEngine, name: string, description: string) =>
  engine.request(
    { kind: 'internal' },
    { method: 'PUT', path: `/_plugins/_security/api/roles/${name}`, body: { description } }
  );

it(`keeps every acknowledged change completely, with history and audit, over ${ROUNDS} crashes`, async () => {
  const acknowledged: string[] = [];
  const count = (kind: string) => acknowledged.filter((line) => line.startsWith(kind)).length;
  // A busy machine acknowledges fewer changes before each crash.
  const isEnough = () => count('role') > 50 && count('pair') > 10;
  for (let round = 0; round < ROUNDS || !isEnough(); round++) {
    acknowledged.push(...(await killRound(folder, ENGINE, { isStartHit: round % 5 === 0 })));
    expect(restart()).toMatchObject({ stdout: 'ready\n', status: 0 });
    expect(findDamage(folder, acknowledged)).toEqual([]);
  }
}, 180_000);

it('detects damage', async () => {
  await killRound(folder, ENGINE);
  restart();
  expect(findDamage(folder, ['role never-written'])).toEqual(['lost: role never-written']);
}, 60_000);

it('rejects a second server on a data folder, and names the first one', async () => {
  const child = spawn(process.execPath, [CHILD, folder, ENGINE, 'hold'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await expect(start(folder)).rejects.toMatchObject({
      code: 'storage.folder_in_use',
      message: expect.stringContaining(`process ${child.pid}`),
    });
  } finally {
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await closed;
  }
  await (await start(folder)).stop();
}, 60_000);

/** Root can write everywhere, so another user has to try. */
const isRoot = process.getuid?.() === 0;
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
const nobodyRunsNode =
  isRoot &&
  spawnSync(asNobody[0]!, [...asNobody.slice(1), process.execPath, '--check', CHILD]).status === 0;
const readOnlyTest = !isRoot || nobodyRunsNode ? it : it.skip;

readOnlyTest(
  'names a data folder it may not write, and leaves it as it is (skipped where root cannot run as another user)',
  async () => {
    const dataDir = path.join(folder, 'data');
    chmodSync(folder, 0o755);
    const engine = await start(dataDir);
    await put(engine, 'kept', 'd');
    await engine.stop();
    const before = readdirSync(dataDir);
    for (const file of before) chmodSync(path.join(dataDir, file), 0o444);
    chmodSync(dataDir, 0o555);
    const command = [
      ...(isRoot ? asNobody : []),
      process.execPath,
      CHILD,
      dataDir,
      ENGINE,
      'start',
    ];
    const { stdout, status } = spawnSync(command[0]!, command.slice(1), { encoding: 'utf8' });
    expect(status).toBe(3);
    expect(stdout).toMatch(
      /^failed storage\.read_only .*engine.* cannot be written\. Check owner and permissions/
    );
    expect(stdout).toContain(dataDir);
    expect(readdirSync(dataDir)).toEqual(before);
    chmodSync(dataDir, 0o755);
    for (const file of before) chmodSync(path.join(dataDir, file), 0o600);
    await (await start(dataDir)).stop();
    expect(findDamage(dataDir, ['role kept'])).toEqual([]);
  },
  60_000
);

(canMount() ? it : it.skip)(
  'answers 507 on a full disk, loses nothing, and goes on when there is space (skipped where tmpfs cannot be mounted)',
  async () => {
    const dataDir = path.join(folder, 'small');
    expect(mountSmallDisk(dataDir)).toBe(true);
    try {
      const engine = await start(dataDir);
      const filler = path.join(dataDir, 'filler');
      fillDisk(filler);
      const acknowledged: string[] = [];
      let error: Awaited<ReturnType<typeof put>> | undefined;
      for (let i = 0; i < 5_000 && !error; i++) {
        const response = await put(engine, `k-${i}`, 'x'.repeat(200));
        if (response.statusCode === 201) acknowledged.push(`role k-${i}`);
        else error = response;
      }
      expect(error).toMatchObject({
        statusCode: 507,
        body: { message: expect.stringContaining("the server's disk is full") },
      });
      const read = await engine.request(
        { kind: 'internal' },
        { method: 'GET', path: '/_plugins/_security/api/roles/all_access' }
      );
      expect(read.statusCode).toBe(200);
      rmSync(filler);
      expect((await put(engine, 'k-after', 'd')).statusCode).toBe(201);
      await engine.stop();
      await (await start(dataDir)).stop();
      expect(findDamage(dataDir, [...acknowledged, 'role k-after'])).toEqual([]);
    } finally {
      unmount(dataDir);
    }
  },
  120_000
);
