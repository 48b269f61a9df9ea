import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../../../../test/helpers/storage_door';
import { newSessionId, open, seal, sessionKey } from './session_crypto';
import { SessionService, type SessionServiceOptions } from './session_service';
import { SESSION_MIGRATIONS } from './session_store';

const MINUTE = 60_000;
const principal = { userName: 'jdoe', credentialVersion: '7' };
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {}, get: () => silent };

describe('SessionService', () => {
  let folder: string;
  let database: Database;
  let nowMs: number;

  const reopen = () =>
    openDatabase({ file: join(folder, 'sessions.db'), migrations: SESSION_MIGRATIONS });
  const service = (options: Partial<SessionServiceOptions> = {}, from = database) =>
    new SessionService(
      from,
      { ttlMs: 60 * MINUTE, keepalive: true, ...options },
      silent,
      () => nowMs
    );

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sd-sessions-'));
    database = reopen();
    nowMs = 1_700_000_000_000;
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  it('finds a session by its id, also in a new process', async () => {
    const { id } = await service().open({ principal, tenant: 'hr' });
    expect(service().find(id)).toMatchObject({
      principal,
      tenant: 'hr',
      expiresAtMs: nowMs + 60 * MINUTE,
    });
  });

  it('loses nothing that was acknowledged when the process dies', async () => {
    const sessions = service();
    const session = await sessions.open({ principal });
    await sessions.setTenant(session, 'hr');
    const other = await sessions.open({ principal });
    await sessions.end(other.id);
    // A second connection sees what is in the files, as a process after a crash would.
    const survivor = reopen();
    expect(service({}, survivor).find(session.id)?.tenant).toBe('hr');
    expect(service({}, survivor).find(other.id)).toBeUndefined();
    survivor.close();
  });

  it.each([
    [undefined],
    [''],
    ['short'],
    ['x'.repeat(43)],
    [`${'x'.repeat(42)}=`],
    ['x'.repeat(5_000)],
  ])('finds nothing for %j', (value) => {
    expect(service().find(value)).toBeUndefined();
  });

  it('slides with use, up to the longest life', async () => {
    const sessions = service({ maxLifetimeMs: 90 * MINUTE });
    const { id } = await sessions.open({ principal });
    nowMs += 50 * MINUTE;
    sessions.touch(sessions.find(id)!);
    nowMs += 30 * MINUTE;
    expect(sessions.find(id)?.expiresAtMs).toBe(1_700_000_000_000 + 90 * MINUTE);
    sessions.touch(sessions.find(id)!);
    nowMs += 10 * MINUTE;
    expect(sessions.find(id)).toBeUndefined();
  });

  it('does not slide without keepalive', async () => {
    const sessions = service({ keepalive: false });
    const { id } = await sessions.open({ principal });
    nowMs += 50 * MINUTE;
    sessions.touch(sessions.find(id)!);
    nowMs += 10 * MINUTE;
    expect(sessions.find(id)).toBeUndefined();
  });

  it('writes extensions at most once a minute, and the rest on stop', async () => {
    const sessions = service();
    const { id } = await sessions.open({ principal });
    const write = jest.spyOn(database, 'write');
    for (let second = 0; second < 59; second++) {
      nowMs += 1_000;
      sessions.touch(sessions.find(id)!);
    }
    expect(write).toHaveBeenCalledTimes(0);
    nowMs += 2_000;
    sessions.touch(sessions.find(id)!);
    expect(write).toHaveBeenCalledTimes(1);
    nowMs += 5_000;
    sessions.touch(sessions.find(id)!);
    await sessions.stop();
    expect(write).toHaveBeenCalledTimes(2);
    expect(service().find(id)?.expiresAtMs).toBe(nowMs + 60 * MINUTE);
  });

  it('replaces a session in one step', async () => {
    const sessions = service();
    const first = await sessions.open({ principal });
    const second = await sessions.open({ principal }, first.id);
    expect(sessions.find(first.id)).toBeUndefined();
    expect(sessions.find(second.id)).toBeDefined();
  });

  it('ends all sessions of a user but one', async () => {
    const sessions = service();
    const kept = await sessions.open({ principal });
    const gone = await sessions.open({ principal });
    const other = await sessions.open({ principal: { userName: 'else' } });
    expect(await sessions.endAllOf('jdoe', kept.id)).toBe(1);
    expect([kept, gone, other].map(({ id }) => sessions.find(id) !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('ends sessions at once on a disk that cannot be written, and removes them when it can', async () => {
    const sessions = service();
    const mine = await sessions.open({ principal });
    const others = [await sessions.open({ principal }), await sessions.open({ principal })];
    database.exec('PRAGMA query_only = ON');
    await sessions.end(mine.id);
    expect(await sessions.endAllOf('jdoe', others[0]!.id)).toBe(2);
    expect([mine, ...others].map(({ id }) => sessions.find(id) !== undefined)).toEqual([
      false,
      true,
      false,
    ]);
    expect(await sessions.setTenant(mine, 'hr')).toBe(false);
    await expect(sessions.open({ principal })).rejects.toMatchObject({ code: 'storage.read_only' });
    expect(database.all('SELECT key FROM sessions')).toHaveLength(3);
    database.exec('PRAGMA query_only = OFF');
    await sessions.stop();
    expect(database.all('SELECT key FROM sessions')).toEqual([{ key: sessionKey(others[0]!.id) }]);
  });

  it('does not bring an ended session back by changing it', async () => {
    const sessions = service();
    const session = await sessions.open({ principal });
    await sessions.end(session.id);
    expect(await sessions.setTenant(session, 'hr')).toBe(false);
    const late = await sessions.open({ principal });
    const results = await Promise.all([sessions.setTenant(late, 'hr'), sessions.end(late.id)]);
    expect(results[0]).toBe(true);
    expect(sessions.find(late.id)).toBeUndefined();
  });

  it('removes expired rows at start and holds no timer that keeps the process', async () => {
    const sessions = service();
    await sessions.open({ principal });
    nowMs += 3 * 60 * MINUTE;
    sessions.start();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(database.all('SELECT key FROM sessions')).toEqual([]);
    await sessions.stop();
  });

  it('cannot be read from a copy of the store', async () => {
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

  it('refuses contents that were tampered with or moved to another row', () => {
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
