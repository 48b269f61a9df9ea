import { join } from 'node:path';
import { SESSION_LIMITS, LOGIN_LIMITS } from '@sd/core/common';
import {
  EmbeddedSessionStore,
  openDatabase,
  SESSION_MIGRATIONS,
  type Database,
} from '../../../../backend/testing/stores';
import { newSessionId, open, seal, sessionKey } from './session_crypto';
import { SessionService, type SessionServiceOptions } from './session_service';
import { waitForCondition } from '../../../../../test/helpers/wait_for';
import { MemorySessionStore } from '../../../../backend/testing/memory_sessions';
import { PendingLogins } from './pending_logins';
import { temporaryFolder } from '../../../../../test/helpers/temporary_folder';

const MINUTE = 60_000;
const ORIGIN = { remoteAddress: '127.0.0.1', userAgent: '', method: 'basicauth' };
const principal = { userName: 'jdoe', credentialVersion: '7' };
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {}, get: () => silent };

const areThere = (sessions: SessionService, all: readonly { readonly id: string }[]) =>
  Promise.all(all.map(async ({ id }) => (await sessions.find(id)) !== undefined));

describe('SessionService', () => {
  let folder: string;
  let database: Database;
  let nowMs: number;

  const reopen = () =>
    openDatabase({ file: join(folder, 'sessions.db'), migrations: SESSION_MIGRATIONS });
  const service = (options: Partial<SessionServiceOptions> = {}, from = database) =>
    new SessionService(
      new EmbeddedSessionStore(from),
      { ttlMs: 60 * MINUTE, keepalive: true, ...options },
      silent,
      () => nowMs
    );

  beforeEach(() => {
    folder = temporaryFolder();
    database = reopen();
    nowMs = 1_700_000_000_000;
  });
  afterEach(() => {
    database.close();
  });

  it('takes over the credentials of clusters from a former version, and leaves none behind', async () => {
    const { id, key } = await service().open({ principal });
    const former = { principal, clusters: { prod: { authorization: 'Basic eA==' } } };
    await new EmbeddedSessionStore(database).update(key, seal(id, key, former));
    const sessions = service();
    const session = (await sessions.find(id))!;
    expect(session.values).toEqual({ clusters: former.clusters });
    await sessions.change(session, { values: { clusters: {} } });
    const stored = await new EmbeddedSessionStore(database).get(key);
    expect(open(id, key, stored!.contents)).toEqual({ principal, values: { clusters: {} } });
  });

  it('finds a session by its id, also in a new process', async () => {
    const { id } = await service().open({ principal, tenant: 'hr' });
    expect(await service().find(id)).toMatchObject({
      principal,
      tenant: 'hr',
      expiresAtMs: nowMs + 60 * MINUTE,
    });
  });

  it('ends the oldest sessions of a user beyond the limit and none of other users', async () => {
    const sessions = service();
    const other = await sessions.open({ principal: { userName: 'jane' } });
    const opened = await Promise.all(
      Array.from({ length: SESSION_LIMITS.ofUser + 2 }, () => {
        nowMs++;
        return sessions.open({ principal });
      })
    );
    sessions.loggedIn('jdoe', ORIGIN);
    sessions.loggedIn('jane', ORIGIN);
    const [first, second, third] = opened;
    await waitForCondition(async () => !(await areThere(sessions, [second!]))[0]);
    expect(await areThere(sessions, [first!, second!, third!, opened.at(-1)!, other])).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    await sessions.stop();
  });

  it('returns the last login of each user after the session ended, on every server', async () => {
    const [here, there] = [service(), service()];
    const { id } = await here.open({ principal });
    here.loggedIn('jdoe', ORIGIN);
    here.loggedIn('jdoe', { ...ORIGIN, method: 'openid' });
    await here.stop();
    nowMs += 5;
    there.loggedIn('jdoe', { ...ORIGIN, method: 'saml' });
    await there.stop();
    await here.end(id);
    expect(await here.getLastLogin('jdoe')).toEqual({
      atMs: nowMs,
      origin: { ...ORIGIN, method: 'saml' },
    });
    expect(await here.getLastLogin('jane')).toBeUndefined();
    expect(await here.getPage('jdoe', { offset: 0, limit: 5 })).toEqual({ total: 0, sessions: [] });
    expect(database.all('SELECT key FROM sessions')).toHaveLength(1);
    await there.forgetLogins('jdoe');
    expect(await here.getLastLogin('jdoe')).toBeUndefined();
  });

  it('loses no acknowledged change when the process dies', async () => {
    const sessions = service();
    const session = await sessions.open({ principal });
    await sessions.change(session, { tenant: 'hr' });
    const other = await sessions.open({ principal });
    await sessions.end(other.id);
    // A second connection reads the files, as a new process would after a crash.
    const reopened = reopen();
    expect((await service({}, reopened).find(session.id))?.tenant).toBe('hr');
    expect(await service({}, reopened).find(other.id)).toBeUndefined();
    reopened.close();
  });

  it.each([
    [undefined],
    [''],
    ['short'],
    ['x'.repeat(43)],
    [`${'x'.repeat(42)}=`],
    ['x'.repeat(5_000)],
  ])('finds nothing for %j', async (value) => {
    expect(await service().find(value)).toBeUndefined();
  });

  // @asvs V3.3/1
  it('extends the session on use, up to the maximum lifetime', async () => {
    const sessions = service({ maxLifetimeMs: 90 * MINUTE });
    const { id } = await sessions.open({ principal });
    nowMs += 50 * MINUTE;
    sessions.touch((await sessions.find(id))!);
    nowMs += 30 * MINUTE;
    expect((await sessions.find(id))?.expiresAtMs).toBe(1_700_000_000_000 + 90 * MINUTE);
    sessions.touch((await sessions.find(id))!);
    nowMs += 10 * MINUTE;
    expect(await sessions.find(id)).toBeUndefined();
  });

  it('reports when use cannot extend a session', async () => {
    const remaining = async (options: Partial<SessionServiceOptions>, expiresAtMs?: number) => {
      const sessions = service(options);
      const session = await sessions.open({ principal: { ...principal, expiresAtMs } });
      return sessions.getRemaining(session);
    };
    const HOUR = 60 * MINUTE;
    expect(await remaining({})).toEqual({ remainingMs: HOUR, isExtendable: true });
    expect(await remaining({ keepalive: false })).toEqual({
      remainingMs: HOUR,
      isExtendable: false,
    });
    expect(await remaining({ maxLifetimeMs: 30 * MINUTE })).toEqual({
      remainingMs: 30 * MINUTE,
      isExtendable: false,
    });
    expect(await remaining({}, nowMs + MINUTE)).toEqual({
      remainingMs: MINUTE,
      isExtendable: false,
    });
  });

  it('does not extend the session without keepalive', async () => {
    const sessions = service({ keepalive: false });
    const { id } = await sessions.open({ principal });
    nowMs += 50 * MINUTE;
    sessions.touch((await sessions.find(id))!);
    nowMs += 10 * MINUTE;
    expect(await sessions.find(id)).toBeUndefined();
  });

  it('writes extensions at most once a minute, and the rest on stop', async () => {
    const sessions = service();
    const { id } = await sessions.open({ principal });
    const write = jest.spyOn(database, 'write');
    for (let second = 0; second < 59; second++) {
      nowMs += 1_000;
      sessions.touch((await sessions.find(id))!);
    }
    expect(write).toHaveBeenCalledTimes(0);
    nowMs += 2_000;
    sessions.touch((await sessions.find(id))!);
    expect(write).toHaveBeenCalledTimes(1);
    nowMs += 5_000;
    sessions.touch((await sessions.find(id))!);
    await sessions.stop();
    expect(write).toHaveBeenCalledTimes(2);
    expect((await service().find(id))?.expiresAtMs).toBe(nowMs + 60 * MINUTE);
  });

  it('writes pending extensions when the cache is full and drops the least recently used sessions', async () => {
    jest.replaceProperty(SESSION_LIMITS as { remembered: number }, 'remembered', 2);
    const sessions = service();
    const { id } = await sessions.open({ principal });
    nowMs += 30_000;
    sessions.touch((await sessions.find(id))!);
    const others = [await sessions.open({ principal }), await sessions.open({ principal })];
    await waitForCondition(
      async () => (await service().find(id))?.expiresAtMs === nowMs + 60 * MINUTE
    );
    // Deleted directly in the store; the service still serves it from the cache for a moment.
    database.run('DELETE FROM sessions');
    expect(await areThere(sessions, [{ id }, ...others])).toEqual([false, true, true]);
  });

  it('keeps pending extensions when it removes expired sessions', async () => {
    const sessions = service();
    const { id } = await sessions.open({ principal });
    nowMs += 30_000;
    sessions.touch((await sessions.find(id))!);
    sessions.start();
    await sessions.stop();
    expect((await service().find(id))?.expiresAtMs).toBe(nowMs + 60 * MINUTE);
  });

  it('replaces a session atomically', async () => {
    const sessions = service();
    const first = await sessions.open({ principal });
    const second = await sessions.open({ principal }, first.id);
    expect(await sessions.find(first.id)).toBeUndefined();
    expect(await sessions.find(second.id)).toBeDefined();
  });

  it('ends all sessions of a user but one', async () => {
    const sessions = service();
    const current = await sessions.open({ principal });
    const previous = await sessions.open({ principal });
    const other = await sessions.open({ principal: { userName: 'else' } });
    expect(await sessions.endAllOf('jdoe', current.id)).toBe(1);
    expect(await areThere(sessions, [current, previous, other])).toEqual([true, false, true]);
  });

  // @asvs V3.3.1/1
  it('ends sessions immediately on a read-only disk and deletes them once it is writable', async () => {
    const logged = jest.spyOn(silent, 'error');
    const sessions = service();
    const mine = await sessions.open({ principal });
    const others = [await sessions.open({ principal }), await sessions.open({ principal })];
    database.exec('PRAGMA query_only = ON');
    await sessions.end(mine.id);
    expect(logged).toHaveBeenCalledTimes(1);
    expect(await sessions.endAllOf('jdoe', others[0]!.id)).toBe(2);
    expect(await areThere(sessions, [mine, ...others])).toEqual([false, true, false]);
    expect(await sessions.change(mine, { tenant: 'hr' })).toBe(false);
    await expect(sessions.open({ principal })).rejects.toMatchObject({ code: 'storage.read_only' });
    expect(database.all('SELECT key FROM sessions')).toHaveLength(3);
    expect(logged).toHaveBeenCalledTimes(1);
    database.exec('PRAGMA query_only = OFF');
    await sessions.stop();
    expect(database.all('SELECT key FROM sessions')).toEqual([{ key: sessionKey(others[0]!.id) }]);
  });

  it('does not restore an ended session by changing it', async () => {
    const sessions = service();
    const session = await sessions.open({ principal });
    await sessions.end(session.id);
    expect(await sessions.change(session, { tenant: 'hr' })).toBe(false);
    const late = await sessions.open({ principal });
    await Promise.all([sessions.change(late, { tenant: 'hr' }), sessions.end(late.id)]);
    expect(await sessions.find(late.id)).toBeUndefined();
    const later = await sessions.open({ principal });
    const change = sessions.change(later, { tenant: 'hr' });
    await new Promise(process.nextTick);
    await Promise.all([change, sessions.end(later.id)]);
    expect([await change, await sessions.find(later.id)]).toEqual([true, undefined]);
  });

  it('rejects at every server a session that ended at one, within the documented time', async () => {
    const [one, two] = [service(), service({}, reopen())];
    const ended = await one.open({ principal });
    const remaining = await one.open({ principal, tenant: 'hr' });
    expect(await areThere(two, [ended, remaining])).toEqual([true, true]);
    await one.end(ended.id);
    await one.change(remaining, { tenant: 'sales' });
    expect(SESSION_LIMITS.trustedMs).toBeLessThan(SESSION_LIMITS.endedEverywhereMs);
    nowMs += SESSION_LIMITS.trustedMs;
    expect(await areThere(two, [ended, remaining])).toEqual([false, true]);
    expect((await two.find(remaining.id))?.tenant).toBe('sales');
    expect(await one.endAllOf('jdoe')).toBe(1);
    nowMs += SESSION_LIMITS.trustedMs;
    expect(await areThere(two, [ended, remaining])).toEqual([false, false]);
  });

  it('reads from the store again after the clock was set back', async () => {
    const [one, two] = [service(), service({}, reopen())];
    const { id } = await one.open({ principal });
    expect(await two.find(id)).toBeDefined();
    await one.end(id);
    nowMs -= 60 * MINUTE;
    expect(await two.find(id)).toBeUndefined();
  });

  it('shares one read between concurrent requests and does not cache ended sessions', async () => {
    const store = new EmbeddedSessionStore(database);
    const sessions = new SessionService(
      store,
      { ttlMs: MINUTE, keepalive: true },
      silent,
      () => nowMs
    );
    const { id } = await sessions.open({ principal });
    nowMs += SESSION_LIMITS.trustedMs;
    const get = jest.spyOn(store, 'get');
    const found = await Promise.all([sessions.find(id), sessions.find(id), sessions.find(id)]);
    expect([found.filter(Boolean).length, get.mock.calls.length]).toEqual([3, 1]);
    nowMs += SESSION_LIMITS.trustedMs;
    let response!: () => void;
    const late = store.get(sessionKey(id));
    get.mockReturnValueOnce(new Promise((resolve) => (response = () => resolve(late))));
    const pending = sessions.find(id);
    await sessions.end(id);
    response();
    expect([await pending, await sessions.find(id)]).toEqual([undefined, undefined]);
  });

  it('removes expired rows at startup and keeps no timer that blocks process exit', async () => {
    const sessions = service();
    await sessions.open({ principal });
    nowMs += 3 * 60 * MINUTE;
    sessions.start();
    await waitForCondition(() => database.all('SELECT key FROM sessions').length === 0);
    await sessions.stop();
  });

  // @asvs V6.1/1
  // @backend cluster/16
  it('stores sessions that a copy of the store cannot decrypt', async () => {
    const { id } = await service().open({ principal, tenant: 'hr' });
    const row = database.get<{ key: string; contents: Uint8Array; user_tag: string }>(
      'SELECT * FROM sessions'
    )!;
    expect(
      JSON.stringify({ ...row, contents: Buffer.from(row.contents).toString('latin1') })
    ).not.toMatch(/jdoe|hr"|credentialVersion/);
    expect(row.key).not.toContain(id);
    expect(open(newSessionId(), row.key, row.contents)).toBeUndefined();
  });

  // @asvs V6.2/1
  it('rejects contents that were tampered with or moved to another row', () => {
    const id = newSessionId();
    const key = sessionKey(id);
    const sealed = Buffer.from(seal(id, key, { a: 1 }));
    expect(open(id, key, sealed)).toEqual({ a: 1 });
    expect(open(id, 'another', sealed)).toBeUndefined();
    for (const at of [0, 12, 28, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] as number) ^ 1;
      expect(open(id, key, changed)).toBeUndefined();
    }
    expect(open(id, key, sealed.subarray(0, 10))).toBeUndefined();
  });
});

const STEP = { method: 'basicauth', state: 'secret state', userName: 'jdoe' };

/** Delays reads until the expected number of readers has arrived. */
class StoreOfManyReaders extends MemorySessionStore {
  private readonly waiting: Array<() => void> = [];
  expected = 1;

  override async get(key: string) {
    const found = await super.get(key);
    await new Promise<void>((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === this.expected) this.waiting.splice(0).forEach((go) => go());
    });
    return found;
  }
}

describe('PendingLogins', () => {
  it('returns a pending login to only one of several concurrent requests at two servers', async () => {
    const store = new StoreOfManyReaders();
    const [one, two] = [new PendingLogins(store), new PendingLogins(store)];
    const id = await one.open(STEP);
    store.expected = 4;
    const taken = await Promise.all([one.take(id), two.take(id), two.take(id), one.take(id)]);
    expect(taken.filter((step) => step !== undefined)).toEqual([STEP]);
    store.expected = 1;
    expect(await two.take(id)).toBeUndefined();
  });

  it('returns no expired pending login, also after the clock was set back', async () => {
    let nowMs = 1_700_000_000_000;
    const steps = new PendingLogins(new MemorySessionStore(), () => nowMs);
    const [early, late] = [await steps.open(STEP), await steps.open(STEP)];
    nowMs += LOGIN_LIMITS.roundMs - 1;
    expect(await steps.take(early)).toEqual(STEP);
    nowMs += 1;
    expect(await steps.take(late)).toBeUndefined();
    nowMs -= LOGIN_LIMITS.roundMs;
    expect(await steps.take(late)).toBeUndefined();
  });
});
