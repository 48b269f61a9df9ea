/** The file with the key of stored secrets: on a full disk, and damaged. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSecurityServer } from '../../../../../test/helpers/security_server';
import {
  canMount,
  fillDisk,
  mountSmallDisk,
  unmount,
} from '../../../../../test/helpers/small_disk';

jest.setTimeout(120_000);

const PATH = '/api/v1/clusters/shop';
const WITH_PASSWORD = {
  name: 'Shop',
  hosts: ['http://127.0.0.1:9'],
  credentials: 'service',
  username: 'root',
  password: 'Other-secret-42',
};

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'key-file-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts on the data folder and stores a connection with a password. */
async function store(dataDir: string, then?: (again: () => Promise<number>) => Promise<void>) {
  const server = await startSecurityServer({ dataDir });
  try {
    const admin = await server.admin();
    const { body } = await admin.get('/api/v1/clusters');
    const save = async () => {
      const isStored = (await admin.get(PATH)).status === 200;
      const send = isStored ? admin.put(PATH, WITH_PASSWORD) : admin.post(PATH, WITH_PASSWORD);
      return (await send).status;
    };
    await then?.(save);
    return { listed: body.clusters.length as number, status: await save() };
  } finally {
    await server.stop();
  }
}

(canMount() ? it : it.skip)(
  'stores the first secret after a full disk, as if nothing had happened (skipped where tmpfs cannot be mounted)',
  async () => {
    const dataDir = path.join(folder, 'small');
    expect(mountSmallDisk(dataDir, '16m')).toBe(true);
    const key = path.join(dataDir, 'clusters.key');
    try {
      const { status } = await store(dataDir, async (save) => {
        const filler = path.join(dataDir, 'filler');
        fillDisk(filler);
        expect(await save()).toBe(507);
        expect(existsSync(key)).toBe(false);
        expect(readdirSync(dataDir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
        rmSync(filler);
      });
      expect(status).toBe(200);
      expect(statSync(key)).toMatchObject({ size: 44, mode: 0o100_600 });
    } finally {
      unmount(dataDir);
    }
  }
);

it('makes an empty key anew while no secret is stored with it', async () => {
  writeFileSync(path.join(folder, 'clusters.key'), '');
  expect(await store(folder)).toEqual({ listed: 1, status: 200 });
});

it('keeps a damaged key that secrets need: connections stay, and nothing is saved', async () => {
  await store(folder);
  writeFileSync(path.join(folder, 'clusters.key'), '');
  expect(await store(folder)).toEqual({ listed: 2, status: 507 });
  expect(statSync(path.join(folder, 'clusters.key')).size).toBe(0);
});
