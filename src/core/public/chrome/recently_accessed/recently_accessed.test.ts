/** Recently viewed items, stored in the browser. */
import { allowConsole } from '../../../../../test/helpers/console_guard';
import { PersistedLog, sha256Base64 } from './recently_accessed_service';
import { safeStorage } from '../../utils/safe_storage';
import { memoryStorage, setup } from '../mocks';

describe('recentlyAccessed', () => {
  // @spec 5.5/1
  it('lists newest first, without duplicates, at most 20, and returns copies', () => {
    const storage = memoryStorage();
    const { recentlyAccessed } = setup({ storage }).chrome;
    for (let i = 0; i < 25; i++) recentlyAccessed.add(`/app/${i}`, `Item ${i}`, `id${i}`);
    recentlyAccessed.add('/app/20b', 'Again', 'id20');
    const items = recentlyAccessed.get();
    expect(items).toHaveLength(20);
    expect(items.slice(0, 2)).toEqual([
      { link: '/app/20b', label: 'Again', id: 'id20' },
      { link: '/app/24', label: 'Item 24', id: 'id24' },
    ]);
    (items[0] as { label: string }).label = 'changed';
    expect(recentlyAccessed.get()[0]!.label).toBe('Again');
    const listener = jest.fn();
    recentlyAccessed.get$().subscribe(listener);
    expect(listener.mock.calls[0]![0]).toHaveLength(20);
    expect(JSON.parse(storage.getItem('kibana.history.recentlyAccessed')!)).toHaveLength(20);
    expect(setup({ storage }).chrome.recentlyAccessed.get()[0]!.label).toBe('Again');
  });

  // @spec 5.5/3
  it('starts empty if the stored list is malformed, and drops invalid items', () => {
    const read = (stored: string) =>
      setup({
        storage: memoryStorage({ 'kibana.history.recentlyAccessed': stored }),
      }).chrome.recentlyAccessed.get();
    expect(read('{')).toEqual([]);
    expect(read('{}')).toEqual([]);
    expect(read('[null, 3, {"id":"a"}, {"link":"/l","label":"L","id":"i"}]')).toEqual([
      { link: '/l', label: 'L', id: 'i' },
    ]);
  });

  it.each(['http://[', 'javascript:alert(1)', 'https://elsewhere.example/app'])(
    'rejects a link to %s, stored or added',
    (link) => {
      allowConsole(/What was accessed cannot be remembered/);
      const stored = JSON.stringify([{ link, label: 'L', id: 'i' }]);
      const { recentlyAccessed } = setup({
        storage: memoryStorage({ 'kibana.history.recentlyAccessed': stored }),
      }).chrome;
      recentlyAccessed.add(link, 'L', 'j');
      expect(recentlyAccessed.get()).toEqual([]);
    }
  );
});

describe('sha256Base64', () => {
  // FIPS 180-4 example vectors, and lengths around the block size compared with Node's own hash.
  it.each([
    '',
    'abc',
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    'ü€😀',
    ...[55, 56, 63, 64, 65, 119, 120].map((n) => 'x'.repeat(n)),
  ])("matches the platform's hash of %p", (text) => {
    const { createHash } = jest.requireActual<typeof import('node:crypto')>('node:crypto');
    expect(sha256Base64(text)).toBe(createHash('sha256').update(text).digest('base64'));
  });
});

describe('PersistedLog', () => {
  const log = (maxLength: number, storage = memoryStorage()) =>
    new PersistedLog<{ id: number }>({
      storage,
      maxLength,
      storageKey: 'k',
      isEqual: (a, b) => a.id === b.id,
      isValid: (_entry): _entry is { id: number } => true,
    });

  // @spec 5.5/4
  it('truncates a list that is too long on load, and supports length 0', () => {
    const stored = { k: '[{"id":1},{"id":2},{"id":3}]' };
    expect(log(2, memoryStorage(stored)).get()).toEqual([{ id: 1 }, { id: 2 }]);
    const none = log(0, memoryStorage(stored));
    expect(none.add({ id: 4 })).toEqual([]);
  });

  // @spec 5.5/5
  it('ignores undefined and null', () => {
    const two = log(2);
    two.add({ id: 1 });
    expect([two.add(undefined), two.add(null)]).toEqual([[{ id: 1 }], [{ id: 1 }]]);
  });
});

describe('safeStorage', () => {
  it('works without storage', () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const storage = safeStorage(() => {
      throw new Error('SecurityError');
    });
    expect(storage.getItem('a')).toBeNull();
    expect(() => storage.setItem('a', 'b')).not.toThrow();
    expect(warned).toHaveBeenCalledTimes(1);
  });
});
