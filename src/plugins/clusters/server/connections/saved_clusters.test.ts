/** Secrets of connections at rest, and changes by several servers. */
import { randomBytes } from 'node:crypto';
import type { DocumentStore } from '@sd/core/server';
import type { ClusterSettings } from '@sd/contracts';
import { SavedClusters } from './saved_clusters';

class MemoryStore implements DocumentStore {
  contents: string | undefined;
  private revision = 0;
  beforeWrite: (() => Promise<void>) | undefined;

  async read() {
    return this.contents === undefined
      ? undefined
      : { contents: this.contents, revision: String(this.revision) };
  }
  async write(contents: string, revision: string | undefined) {
    const hook = this.beforeWrite;
    this.beforeWrite = undefined;
    await hook?.();
    if ((revision ?? '0') !== String(this.revision)) return false;
    this.contents = contents;
    this.revision++;
    return true;
  }
}

const KEYS = ['first', 'second'].map((name) => name.padEnd(40, '-'));
const SHOP: ClusterSettings = {
  name: 'Shop',
  hosts: ['https://shop:9200'],
  credentials: 'service',
  username: 'root',
  password: 'Shop-secret-42',
};

it('stores no secret as text, and opens it with every configured key', async () => {
  const store = new MemoryStore();
  await new SavedClusters(store, [KEYS[0] as string]).change('shop', 'ana', () => SHOP);
  expect(store.contents).not.toContain('Shop-secret-42');
  const rotated = new SavedClusters(store, [...KEYS].reverse());
  await rotated.refresh();
  expect(rotated.getSettings('shop')?.password).toBe('Shop-secret-42');
  await rotated.change('shop', 'ana', () =>
    rotated.complete('shop', { ...SHOP, password: undefined })
  );
  const afterwards = new SavedClusters(store, [KEYS[1] as string]);
  await afterwards.refresh();
  expect(afterwards.getSettings('shop')?.password).toBe('Shop-secret-42');
});

it('opens a secret neither with another key nor for another connection', async () => {
  const store = new MemoryStore();
  await new SavedClusters(store, [KEYS[0] as string]).change('shop', 'ana', () => SHOP);
  const foreign = new SavedClusters(store, [KEYS[1] as string]);
  await foreign.refresh();
  expect(foreign.getSettings('shop')?.password).toBeUndefined();
  expect(foreign.hasLockedSecrets('shop')).toBe(true);
  store.contents = store.contents?.replace('"shop"', '"copy"');
  const moved = new SavedClusters(store, [KEYS[0] as string]);
  await moved.refresh();
  expect(moved.getSettings('copy')?.password).toBeUndefined();
});

it('leaves out a client certificate whose key it cannot open', async () => {
  const store = new MemoryStore();
  const ssl = { certificate: 'certificate', key: 'key' };
  const saved = new SavedClusters(store, [KEYS[0] as string]);
  await saved.change('shop', 'ana', () => ({ ...SHOP, ssl }));
  expect(saved.getSettings('shop')?.ssl).toEqual(ssl);
  expect(saved.hasLockedSecrets('shop')).toBe(false);
  const foreign = new SavedClusters(store, [KEYS[1] as string]);
  await foreign.refresh();
  expect(foreign.getSettings('shop')?.ssl).toEqual({});
});

it('refuses secrets without a key, and uses the key of the backend', async () => {
  const store = new MemoryStore();
  const keyless = new SavedClusters(store, []);
  await expect(keyless.change('shop', 'ana', () => SHOP)).rejects.toMatchObject({
    definition: { code: 'security.cluster_no_key' },
  });
  const { password: _password, ...open } = SHOP;
  await keyless.change('open', 'ana', () => ({ ...open, credentials: 'none' }));
  const key = randomBytes(32);
  const own = new SavedClusters(store, [], () => key);
  await own.change('shop', 'ana', () => SHOP);
  expect(own.getSettings('shop')?.password).toBe('Shop-secret-42');
});

it('keeps both connections that two servers add at the same time', async () => {
  const store = new MemoryStore();
  const [mine, other] = [new SavedClusters(store, KEYS), new SavedClusters(store, KEYS)];
  store.beforeWrite = async () => void (await other.change('theirs', 'ana', () => SHOP));
  await mine.change('mine', 'ana', () => SHOP);
  await other.refresh();
  expect([...other.all.keys()].sort()).toEqual(['mine', 'theirs']);
});

it('sends a stored secret to no other server than before', async () => {
  const saved = new SavedClusters(new MemoryStore(), KEYS);
  await saved.change('shop', 'ana', () => SHOP);
  const { password: _password, ...unchanged } = SHOP;
  expect(saved.complete('shop', { ...unchanged, name: 'New' }).password).toBe('Shop-secret-42');
  expect(saved.complete('shop', { ...unchanged, password: null }).password).toBeUndefined();
  for (const moved of [
    { ...unchanged, hosts: ['https://evil:9200'] },
    { ...unchanged, ssl: { verification_mode: 'none' as const } },
    { ...unchanged, ssl: { certificate_authorities: 'other' } },
  ])
    expect(() => saved.complete('shop', moved)).toThrow(/again/);
});
