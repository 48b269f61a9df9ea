/** Searching and pruning audit events. */
import { join } from 'node:path';
import { openDatabase } from '../sqlite';
import { cleanUp, clientOf, INTERNAL, login, startEngine } from '../../testing/embedded';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';
import type { AuditPage, AuditQuery, EngineCaller } from '../../api/engine';
import { AUDIT_LIMITS } from '../../../contracts/limits';
import { AUDIT_MIGRATIONS } from './audit_schema';
import { AuditStore } from './audit_store';

afterEach(cleanUp);

const SECRET = 'Str0ng!Passw0rd-9';

describe('audit event search', () => {
  const at = (atMs: number, more: object = {}) => ({
    atMs,
    document: {
      audit_category: 'AUTHENTICATED',
      audit_request_effective_user: `u${atMs % 3}`,
      audit_request_remote_address: `10.0.0.${atMs % 2}`,
      n: atMs,
      ...more,
    },
  });
  const open = (retention = { maxAgeDays: 1_000_000, maxSizeMib: 1_000 }) =>
    new AuditStore(
      openDatabase({ file: join(temporaryFolder(), 'audit.sqlite'), migrations: AUDIT_MIGRATIONS }),
      retention
    );

  it('pages by cursor without gaps or duplicates while events arrive', async () => {
    const store = open();
    store.append(Array.from({ length: 250 }, (_, i) => at(1_000 + Math.floor(i / 10))));
    const ids: string[] = [];
    for (let cursor: string | undefined, first = true; first || cursor; first = false) {
      const page: AuditPage = await store.find({ cursor, perPage: 40 });
      ids.push(...page.events.map((event) => String(event['_id'])));
      cursor = page.nextCursor;
      store.append([at(2_000)]);
    }
    expect(ids).toHaveLength(250);
    expect(new Set(ids).size).toBe(250);
    expect([...ids].map(Number).sort((a, b) => b - a)).toEqual(ids.map(Number));
    store.close();
  });

  it('tells which users did anything, and those whose many failed logins hide it', () => {
    const store = open();
    const failed = { audit_category: 'FAILED_LOGIN' };
    const by = (name: string, atMs: number, more: object = {}) =>
      at(atMs, { audit_request_effective_user: name, ...more });
    const times = (n: number, name: string) =>
      Array.from({ length: n }, () => by(name, 1_500, failed));
    store.append([
      by('before', 998),
      by('only failed', 999),
      by('at the limit', 1_000),
      by('"\\ \u0000\ud800\'', 1_200),
      ...times(49, 'only failed'),
      by('failed later', 1_300),
      ...times(49, 'failed later'),
      ...times(50, 'attacked'),
      by('another', 1_600),
    ]);
    const names = ['none', 'before', 'at the limit', '"\\ \u0000\ud800\'', 'failed later'];
    expect(store.seen([...names, 'only failed', 'attacked'], 1_000)).toEqual([
      'at the limit',
      '"\\ \u0000\ud800\'',
      'failed later',
      'attacked',
    ]);
    store.close();
  });

  it('counts events in equal time spans, up to a limit per span', async () => {
    const store = open();
    const many = AUDIT_LIMITS.eventsPerSpan + 5;
    store.append([
      at(1_000),
      at(1_001),
      at(1_009, { audit_category: 'FAILED_LOGIN' }),
      ...Array.from({ length: many }, () => at(1_010)),
      at(1_020),
    ]);
    const spans = async (query: AuditQuery) =>
      (await store.find({ fromMs: 1_000, toMs: 1_019, spans: 2, perPage: 1, ...query })).spans;
    expect(await spans({})).toEqual([
      { fromMs: 1_000, count: 3 },
      { fromMs: 1_010, count: AUDIT_LIMITS.eventsPerSpan, isMore: true },
    ]);
    expect(await spans({ categories: ['FAILED_LOGIN'] })).toEqual([
      { fromMs: 1_000, count: 1 },
      { fromMs: 1_010, count: 0 },
    ]);
    expect(await spans({ user: 'u0', categories: ['AUTHENTICATED', 'X'] })).toEqual([
      { fromMs: 1_000, count: 0 },
      { fromMs: 1_010, count: 0 },
    ]);
    // None matched among the events that were examined.
    expect(await spans({ user: 'u2', remote: '10.0.0.1' })).toEqual([
      { fromMs: 1_000, count: 1 },
      { fromMs: 1_010, count: 0, isMore: true },
    ]);
    expect((await spans({ spans: 7 }))?.map(({ fromMs }) => fromMs)).toEqual([
      1_000, 1_003, 1_006, 1_009, 1_012, 1_015, 1_018,
    ]);
    expect(await spans({ search: 'u1' })).toBeUndefined();
    expect(await spans({ toMs: undefined })).toBeUndefined();
    expect(await spans({ spans: undefined })).toBeUndefined();
    store.close();
  });

  it('filters by time, category, user, address and words, separately and combined', async () => {
    const store = open();
    store.append([
      at(1_000),
      at(1_001),
      at(1_002, { audit_category: 'FAILED_LOGIN', note: 'Über "quoted" 100%_' }),
      at(1_003),
    ]);
    const found = async (query: AuditQuery) =>
      (await store.find(query)).events.map((event) => event['n']);
    expect(await found({ fromMs: 1_001, toMs: 1_002 })).toEqual([1_002, 1_001]);
    expect(await found({ categories: ['FAILED_LOGIN', 'NOPE'] })).toEqual([1_002]);
    expect(await found({ user: 'u1' })).toEqual([1_003, 1_000]);
    expect(await found({ user: 'u1', remote: '10.0.0.1' })).toEqual([1_003]);
    expect(await found({ search: '"quoted" failed_login' })).toEqual([1_002]);
    expect(await found({ search: '100%_' })).toEqual([1_002]);
    expect(await found({ search: '100_' })).toEqual([]);
    expect(await found({ cursor: 'nonsense', perPage: -1 })).toEqual([1_003]);
    expect(await store.find({ perPage: 1, page: 3 })).toMatchObject({
      total: 4,
      totalRelation: 'eq',
      events: [{ n: 1_001 }],
    });
    store.close();
  });

  it('finds events in a large log', async () => {
    const store = open();
    store.append(
      Array.from({ length: 5_000 }, (_, i) => at(1_000, { note: i === 17 ? 'needle' : 'hay' }))
    );
    expect((await store.find({ search: 'needle' })).events).toHaveLength(1);
    expect((await store.find({ search: 'nothing' })).events).toEqual([]);
    store.close();
  });

  it('prunes the oldest events by age and by size', async () => {
    const day = 86_400_000;
    const byAge = open({ maxAgeDays: 2, maxSizeMib: 1_000 });
    byAge.append([at(1 * day), at(2 * day), at(9 * day)]);
    while (byAge.prune(10 * day));
    expect((await byAge.find({})).events).toMatchObject([{ n: 9 * day }]);
    byAge.close();
    const bySize = open({ maxAgeDays: 1_000_000, maxSizeMib: 2 });
    bySize.append(
      Array.from({ length: 8_000 }, (_, i) => at(1_000 + i, { pad: 'x'.repeat(1_000) }))
    );
    while (bySize.prune(0));
    const left = await bySize.find({ perPage: 1 });
    expect(left.total).toBeGreaterThan(500);
    expect(left.total).toBeLessThan(2_200);
    expect(left.events[0]).toMatchObject({ n: 8_999 });
    bySize.close();
  });

  it('requires access to the audit endpoint', async () => {
    const { engine } = await startEngine();
    await clientOf(engine, INTERNAL)('PUT', '/api/internalusers/u', { password: SECRET });
    const cases: [EngineCaller, number][] = [
      [{ kind: 'anonymous' }, 401],
      [await login(engine, 'u', SECRET), 403],
    ];
    for (const [caller, statusCode] of cases) {
      expect(await engine.auditEvents!(caller, {})).toMatchObject({
        ok: false,
        response: { statusCode },
      });
    }
  });
});
