/** Contract suite for session stores. */
import type { NewSession, SessionOrigin, SessionStore, SessionUse } from '../api/sessions';

export interface SessionStoreFixture {
  /** Opens the same sessions as another server. */
  open(): Promise<SessionStore>;
  dispose(): Promise<void>;
}

const session = (key: string, given: Partial<NewSession> = {}): NewSession => ({
  key,
  userName: 'jdoe',
  contents: new Uint8Array([0, 1, 254, 255]),
  createdAtMs: 1_700_000_000_000,
  expiresAtMs: 1_700_000_600_000,
  ...given,
});

const USED_AT_MS = 1_700_000_300_000;
const used = (key: string, expiresAtMs: number): SessionUse => ({
  key,
  expiresAtMs,
  usedAtMs: USED_AT_MS,
});
const ORIGIN: SessionOrigin = {
  remoteAddress: '2001:db8::7',
  userAgent: 'Mozilla/5.0 ("quoted")',
  method: 'basicauth',
};

const keysOf = (heads: ReadonlyArray<{ readonly key: string }>): string[] =>
  heads.map(({ key }) => key).sort();

/** @param start - opens an empty store */
export function describeSessionStore(
  name: string,
  start: () => Promise<SessionStoreFixture>
): void {
  describe(`SessionStore: ${name}`, () => {
    let fixture: SessionStoreFixture;
    let mine: SessionStore;
    let other: SessionStore;

    beforeEach(async () => {
      fixture = await start();
      mine = await fixture.open();
      other = await fixture.open();
    });
    afterEach(() => fixture.dispose());

    it('returns written sessions unchanged on every server', async () => {
      const { userName: _userName, ...stored } = session('a');
      await mine.put(session('a'));
      expect(await other.get('a')).toEqual({ ...stored, usedAtMs: stored.createdAtMs });
      expect(await other.get('b')).toBeUndefined();
    });

    it('replaces a session by a new one', async () => {
      await mine.put(session('old'));
      await mine.put(session('new'), 'old');
      expect(await other.get('old')).toBeUndefined();
      expect(keysOf(await other.list('jdoe'))).toEqual(['new']);
    });

    it('keeps the contents when a session is extended, and the expiry when its contents change', async () => {
      const contents = new Uint8Array([7]);
      await mine.put(session('a'));
      await other.touch([used('a', 1_700_000_900_000)]);
      expect(await mine.update('a', contents)).toBe(true);
      expect(await other.get('a')).toMatchObject({ contents, expiresAtMs: 1_700_000_900_000 });
    });

    it('never shortens a session that another server extended', async () => {
      await mine.put(session('a'));
      await mine.touch([used('a', 1_700_000_900_000)]);
      await other.touch([used('a', 1_700_000_700_000)]);
      expect((await mine.get('a'))?.expiresAtMs).toBe(1_700_000_900_000);
    });

    it('ends sessions on every server, and never recreates them', async () => {
      await mine.put(session('a'));
      await mine.put(session('b'));
      await mine.put(session('c'));
      await mine.end(['a', 'c', 'never there']);
      expect(await other.get('a')).toBeUndefined();
      expect(await other.update('a', new Uint8Array([1]))).toBe(false);
      await other.touch([used('a', 1_800_000_000_000)]);
      expect(await other.get('a')).toBeUndefined();
      expect(keysOf(await mine.list('jdoe'))).toEqual(['b']);
    });

    it('lets exactly one of several concurrent callers take an entry', async () => {
      await mine.put(session('a'));
      await mine.put(session('b'));
      const attempts = Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? mine : other).take('a')
      );
      expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
      expect([await mine.get('a'), await other.get('a')]).toEqual([undefined, undefined]);
      expect(await other.update('a', new Uint8Array([1]))).toBe(false);
      await mine.end(['b']);
      const late = [await other.take('a'), await other.take('b'), await mine.take('c')];
      expect(late).toEqual([false, false, false]);
    });

    it('lists the sessions of a user by the exact name', async () => {
      await mine.put(session('a'));
      await other.put(session('b', { expiresAtMs: 1_700_000_700_000 }));
      await mine.put(session('c', { userName: 'JDoe' }));
      await mine.put(session('d', { userName: "j'doe\u0000*" }));
      expect(keysOf(await mine.list('jdoe'))).toEqual(['a', 'b']);
      expect(await mine.list('JDoe')).toEqual([
        { key: 'c', createdAtMs: 1_700_000_000_000, expiresAtMs: 1_700_000_600_000 },
      ]);
      expect(keysOf(await mine.list("j'doe\u0000*"))).toEqual(['d']);
      expect(await mine.list('nobody')).toEqual([]);
    });

    it('returns pages of session details, newest first', async () => {
      const at = (seconds: number) => ({ createdAtMs: 1_700_000_000_000 + seconds * 1_000 });
      await mine.put(session('a', { ...at(1), origin: ORIGIN }));
      await other.put(session('b', at(3)));
      await mine.put(session('c', at(2)));
      await mine.put(session('of another', { userName: 'jane', origin: ORIGIN }));
      await mine.put(session('over', { expiresAtMs: 1_700_000_100_000 }));
      await mine.touch([used('a', 1_700_000_700_000)]);
      const alive = { aliveAtMs: 1_700_000_100_000 };
      const first = await other.page('jdoe', { ...alive, offset: 0, limit: 2 });
      expect([first.total, first.sessions.map(({ key }) => key)]).toEqual([3, ['b', 'c']]);
      const rest = await other.page('jdoe', { ...alive, offset: 2, limit: 2 });
      expect(rest).toEqual({
        total: 3,
        sessions: [
          {
            key: 'a',
            ...at(1),
            expiresAtMs: 1_700_000_700_000,
            usedAtMs: USED_AT_MS,
            origin: ORIGIN,
          },
        ],
      });
      expect(await other.page('nobody', { ...alive, offset: 0, limit: 2 })).toEqual({
        total: 0,
        sessions: [],
      });
    });

    it('returns the newest session of each of several users', async () => {
      const at = (seconds: number) => ({ createdAtMs: 1_700_000_000_000 + seconds * 1_000 });
      await mine.put(session('a', at(2)));
      await other.put(session('b', at(3)));
      await mine.put(session('c', { ...at(9), expiresAtMs: 1_700_000_100_000 }));
      await mine.put(session('d', { ...at(1), userName: 'jane' }));
      await mine.put(session('e', { ...at(4), userName: 'not asked for' }));
      await mine.put(session('f', { userName: 'over', expiresAtMs: 1_700_000_100_000 }));
      const newest = await other.newest(['jdoe', 'jane', 'over', 'absent'], 1_700_000_100_000);
      expect([...newest].sort()).toEqual([
        ['jane', 1_700_000_001_000],
        ['jdoe', 1_700_000_003_000],
      ]);
      expect(await other.newest([], 1_700_000_100_000)).toEqual(new Map());
    });

    it('removes expired sessions only', async () => {
      await mine.put(session('a'));
      await mine.put(session('b', { expiresAtMs: 1_700_000_600_001 }));
      expect(await other.removeExpired(1_700_000_600_000)).toBe(1);
      expect(await mine.get('a')).toBeUndefined();
      expect(keysOf(await mine.list('jdoe'))).toEqual(['b']);
    });

    it('handles many concurrent writes', async () => {
      const keys = Array.from({ length: 50 }, (_, index) => `key-${index}`);
      await Promise.all(keys.map((key) => mine.put(session(key))));
      expect(keysOf(await other.list('jdoe'))).toEqual([...keys].sort());
      await Promise.all([mine.end(keys.slice(0, 25)), other.end(keys.slice(25))]);
      expect(await mine.list('jdoe')).toEqual([]);
    });
  });
}
