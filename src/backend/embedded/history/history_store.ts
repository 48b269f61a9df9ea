/**
 * The change history. A record is written in the transaction of its change, so neither exists
 * without the other, and is pruned only after it is in the audit log.
 */
import type { Database, SqlValue } from '../sqlite';
import { ENGINE_LIMITS, FIND_LIMITS } from '../../../contracts/limits';
import type { WrittenChange } from '../configuration_store/configuration_writer';
import { parseSearchTerms } from '../../scheduling/search_terms';
import { runInSlices, type CooperativeTask } from '../../scheduling/cooperative_task';
import { changedFields } from '../../changes/audit/action';
import { changeRecords } from '../../changes/history/records';
import { fromStoredName, toStoredName } from '../configuration_store/name_key';
import type { RequestTrace } from '../../api/request_trace';
import type {
  ChangeOrigin,
  HistoryAction,
  HistoryPage,
  HistoryStoreQuery,
  HistoryType,
  ListedChange,
  MovableHistoryStore,
  MovedChange,
  NewChange,
  RecordedChange,
} from '../../api/engine';

/** A row of the table. */
interface StoredChange extends RecordedChange {
  readonly revision: number;
  /** Whether the audit configuration at that time included the change. */
  readonly isAudited: boolean;
}

export interface HistoryRetention {
  readonly maxAgeDays: number;
  readonly maxChanges: number;
}

interface Row {
  readonly id: number;
  readonly at: number;
  readonly actor: string;
  readonly remote: string | null;
  readonly via: ChangeOrigin['via'];
  readonly reverts: number | null;
  readonly type: HistoryType;
  readonly name: string;
  readonly action: HistoryAction;
  readonly revision: number;
  readonly hidden: number;
  readonly audited: number;
  readonly credential: number;
  readonly before: string | null;
  readonly after: string | null;
  readonly hash_before: string | null;
  readonly request: string | null;
  readonly renamed_from: string | null;
  readonly fields: string | null;
}

const DAY_MS = 86_400_000;
/** Records that a list examines before it yields to other requests: a few milliseconds. */
const SCAN_SIZE = 10_000;
/** New records after which up to twice as many old ones are pruned. */
const PRUNE_EVERY = 100;
/** More rows per statement are hardly faster. */
const ROWS_AT_ONCE = 25;
/** Bytes of the bodies in one migration batch. */
const WALK_BYTES = 4_194_304;
const BODY_BYTES = 'ifnull(octet_length(before), 0) + ifnull(octet_length(after), 0)';

export class EmbeddedHistoryStore implements MovableHistoryStore {
  /** Whether the audit log includes a change; called inside its transaction. */
  isAudited: (origin: ChangeOrigin) => boolean = () => false;
  /** Records up to this id are already in the audit log. */
  deliveredUpTo = 0;
  private sincePruned = 0;

  /** @param now - wall clock, epoch milliseconds */
  constructor(
    private readonly db: Database,
    private readonly now: () => number,
    private readonly retention: HistoryRetention
  ) {}

  /** Call this inside the transaction of the change. */
  readonly record = (madeBy: ChangeOrigin, changes: readonly WrittenChange[]): void => {
    const ownChanges = changes.filter(({ isBuiltIn = false }) => !isBuiltIn);
    const newChanges = changeRecords(ownChanges, madeBy);
    const isAudited = this.isAudited(madeBy);
    for (let at = 0; at < newChanges.length; at += ROWS_AT_ONCE)
      this.insertAll(newChanges.slice(at, at + ROWS_AT_ONCE), isAudited);
  };

  /** Of what is not in the configuration, so another event audits it. */
  async append(changes: readonly NewChange[]): Promise<readonly RecordedChange[]> {
    return this.db.write(() =>
      changes.map((change) => ({ ...change, ...this.insertAll([change], false) }))
    );
  }

  async get(id: number): Promise<RecordedChange | undefined> {
    const row = this.db.get<Row>('SELECT * FROM history WHERE id = ?', id);
    return row && fromRow(row);
  }

  find(query: HistoryStoreQuery): Promise<HistoryPage> {
    const { sliceMs, workMs: limitMs } = FIND_LIMITS;
    return runInSlices(this.page(query), { sliceMs, limitMs });
  }

  madeWith({ id, origin }: RecordedChange): Promise<readonly ListedChange[]> {
    const { sliceMs, workMs: limitMs } = FIND_LIMITS;
    return runInSlices(this.ofRequest(id, origin), { sliceMs, limitMs });
  }

  private *ofRequest(
    id: number,
    { userName, request }: ChangeOrigin
  ): CooperativeTask<readonly ListedChange[]> {
    if (!request) return [];
    const near = this.db.all<{ id: number }>(
      `SELECT id FROM history INDEXED BY history_list
       WHERE id BETWEEN ? AND ? AND id <> ? AND actor = ? ORDER BY id`,
      id - ENGINE_LIMITS.changeSetSize,
      id + ENGINE_LIMITS.changeSetSize,
      id,
      toStoredName(userName)
    );
    const found: number[] = [];
    for (const one of near) {
      const of = "SELECT json_extract(request, '$.id') AS request FROM history WHERE id = ?";
      if (this.db.get<{ request: string | null }>(of, one.id)?.request === request.id)
        found.push(one.id);
      yield;
    }
    return this.withoutBodies(found);
  }

  private *page(query: HistoryStoreQuery): CooperativeTask<HistoryPage> {
    if (query.types.length === 0) return { total: 0, items: [] };
    const { sql, params } = toCondition(query);
    const from = 'FROM history INDEXED BY history_list WHERE id > ? AND id <= ?';
    const offset = (query.page - 1) * query.perPage;
    const first = this.db.get<{ id: number | null }>('SELECT min(id) AS id FROM history')?.id ?? 0;
    const ids: number[] = [];
    let total = 0;
    for (let to = this.lastId(); to >= first && to > 0; to -= SCAN_SIZE) {
      const range = [to - SCAN_SIZE, to, ...params];
      const n =
        this.db.get<{ n: number }>(`SELECT count(*) AS n ${from} AND ${sql}`, ...range)?.n ?? 0;
      const missing = query.perPage - ids.length;
      if (missing > 0 && total + n > offset) {
        const found = this.db.all<{ id: number }>(
          `SELECT id ${from} AND ${sql} ORDER BY id DESC LIMIT ? OFFSET ?`,
          ...range,
          missing,
          Math.max(0, offset - total)
        );
        ids.push(...found.map(({ id }) => id));
      }
      total += n;
      yield;
    }
    return { total, items: this.withoutBodies(ids) };
  }

  private withoutBodies(ids: readonly number[]): readonly ListedChange[] {
    return this.db
      .all<Row>(
        `SELECT history.id, at, actor, remote, via, reverts, type, name, action, revision, hidden, audited,
           credential, NULL AS before, NULL AS after, NULL AS hash_before, request, renamed_from,
           fields
         FROM (SELECT key, value FROM json_each(?)) page CROSS JOIN history ON history.id = page.value
         ORDER BY page.key`,
        JSON.stringify(ids)
      )
      .map(fromRow);
  }

  /**
   * Changes in the order they were made, for the audit log; with bodies only for audited ones.
   * @param maxBytes - limit for the bodies; the first change is always returned
   */
  after(id: number, limit: number, maxBytes: number): readonly StoredChange[] {
    const last = this.lastWithin(id, limit, maxBytes, `iif(audited, ${BODY_BYTES}, 0)`);
    if (last === undefined) return [];
    return this.db
      .all<Row>(
        `SELECT id, at, actor, remote, via, reverts, type, name, action, revision, hidden, audited, credential,
           iif(audited, before, NULL) AS before, iif(audited, after, NULL) AS after, hash_before, request,
           renamed_from, NULL AS fields
         FROM history WHERE id > ? AND id <= ? ORDER BY id`,
        id,
        last
      )
      .map(fromRow);
  }

  async walk(afterId: number, limit: number): Promise<readonly MovedChange[]> {
    const last = this.lastWithin(afterId, limit, WALK_BYTES, BODY_BYTES);
    if (last === undefined) return [];
    return this.db
      .all<Row>('SELECT * FROM history WHERE id > ? AND id <= ? ORDER BY id', afterId, last)
      .map((row) => {
        const { revision: _, isAudited: _isAudited, fields: _fields, ...moved } = fromRow(row);
        return moved;
      });
  }

  async restore(changes: readonly MovedChange[]): Promise<void> {
    await this.db.write(() => {
      // Not marked as audited in this store; revision 0 was never assigned here, so that no entity
      // counts as unchanged since.
      for (const change of changes)
        this.db.run(
          `INSERT INTO history (id, ${COLUMNS}) VALUES (?, ${PLACEHOLDERS})`,
          change.id,
          ...listValues(change, change.atMs, 0, false)
        );
    });
  }

  /** Id of the last change that fits into the byte limit; at least one change fits. */
  private lastWithin(
    id: number,
    limit: number,
    maxBytes: number,
    bytesOf: string
  ): number | undefined {
    const sizes = this.db.all<{ id: number; bytes: number }>(
      `SELECT id, ${bytesOf} AS bytes FROM history WHERE id > ? ORDER BY id LIMIT ?`,
      id,
      limit
    );
    let bytes = 0;
    const firstExcess = sizes.findIndex((one, at) => (bytes += one.bytes) > maxBytes && at > 0);
    return sizes.at(firstExcess < 0 ? -1 : firstExcess - 1)?.id;
  }

  /** The highest id ever assigned; 0 if there was none. */
  lastId(): number {
    return (
      this.db.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'history'")?.seq ??
      0
    );
  }

  /** Removes a batch of records that are too old or exceed the maximum number. */
  prune(limit: number): void {
    const oldest = this.now() - this.retention.maxAgeDays * DAY_MS;
    const last = Math.min(this.lastId() - this.retention.maxChanges, this.deliveredUpTo);
    this.db.run(
      'DELETE FROM history WHERE id IN (SELECT id FROM history WHERE id <= ? ORDER BY id LIMIT ?)',
      last,
      limit
    );
    this.db.run(
      'DELETE FROM history WHERE id IN (SELECT id FROM history WHERE at < ? AND id <= ? ORDER BY at LIMIT ?)',
      oldest,
      this.deliveredUpTo,
      limit
    );
  }

  /** Inserts all in one statement. @returns id and time of the last one */
  private insertAll(
    changes: readonly NewChange[],
    isAudited: boolean
  ): Pick<RecordedChange, 'id' | 'atMs'> {
    const atMs = this.now();
    const { lastInsertRowid: id } = this.db.run(
      changes.length === ROWS_AT_ONCE ? INSERT_MANY : insertSql(changes.length),
      ...changes.flatMap((change) => listValues(change, atMs, change.revision ?? 0, isAudited))
    );
    this.sincePruned += changes.length;
    if (this.sincePruned >= PRUNE_EVERY) {
      this.sincePruned = 0;
      this.prune(2 * PRUNE_EVERY);
    }
    return { id: Number(id), atMs };
  }
}

const COLUMNS = `at, actor, remote, via, reverts, type, name, action, revision, hidden, audited,
  credential, before, after, hash_before, request, renamed_from, fields`;
const PLACEHOLDERS = COLUMNS.split(',')
  .map(() => '?')
  .join(', ');

const insertSql = (rows: number): string =>
  `INSERT INTO history (${COLUMNS}) VALUES ${Array(rows).fill(`(${PLACEHOLDERS})`).join(', ')}`;
/** Built once: looking up a statement by a long text takes as long as several of its rows. */
const INSERT_MANY = insertSql(ROWS_AT_ONCE);

/** In the order of `COLUMNS`. */
const listValues = (
  change: Omit<NewChange, 'revision'>,
  atMs: number,
  revision: number,
  isAudited: boolean
): SqlValue[] => [
  atMs,
  toStoredName(change.origin.userName),
  change.origin.remoteAddress ?? null,
  change.origin.via,
  change.origin.reverts ?? null,
  change.type,
  toStoredName(change.name),
  change.action,
  revision,
  Number(change.isHidden),
  Number(isAudited),
  Number(change.isCredentialChanged),
  jsonOrNull(change.before),
  jsonOrNull(change.after),
  change.hashBefore ?? null,
  jsonOrNull(change.origin.request),
  change.origin.renamedFrom === undefined ? null : toStoredName(change.origin.renamedFrom),
  JSON.stringify(changedFields(change)),
];

const jsonOrNull = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value);

function toCondition(query: HistoryStoreQuery): { sql: string; params: readonly SqlValue[] } {
  const { types, hiddenOf } = query;
  const parts: [string, readonly SqlValue[]][] = [
    [`type IN (${types.map(() => '?').join(', ')})`, types],
  ];
  const visibleOnly = types.filter((type) => !hiddenOf.includes(type));
  if (visibleOnly.length > 0)
    parts.push([
      `NOT (hidden = 1 AND type IN (${visibleOnly.map(() => '?').join(', ')}))`,
      visibleOnly,
    ]);
  if (query.name === undefined) parts.push(["via <> 'rename'", []]);
  else parts.push(['name = ?', [toStoredName(query.name)]]);
  if (types.includes('roles'))
    parts.push(["NOT (via = 'rename' AND type = 'rolesmapping' AND action <> 'update')", []]);
  if (query.actor !== undefined) parts.push(['actor = ?', [toStoredName(query.actor)]]);
  if (query.actions?.length) {
    parts.push([`action IN (${query.actions.map(() => '?').join(', ')})`, query.actions]);
  }
  if (query.fromMs !== undefined) parts.push(['at >= ?', [query.fromMs]]);
  if (query.toMs !== undefined) parts.push(['at <= ?', [query.toMs]]);
  for (const term of parseSearchTerms(query.search)) {
    const like = `%${toStoredName(term).replace(/[\\%_]/g, '\\$&')}%`;
    parts.push(["(name LIKE ? ESCAPE '\\' OR actor LIKE ? ESCAPE '\\')", [like, like]]);
  }
  return {
    sql: parts.map(([sql]) => sql).join(' AND '),
    params: parts.flatMap(([, params]) => params),
  };
}

const parseState = (text: string | null): Record<string, unknown> | undefined =>
  text === null ? undefined : (JSON.parse(text) as Record<string, unknown>);

function fromRow(row: Row): StoredChange {
  return {
    id: row.id,
    atMs: row.at,
    origin: {
      userName: fromStoredName(row.actor),
      via: row.via,
      ...(row.remote === null ? {} : { remoteAddress: row.remote }),
      ...(row.reverts === null ? {} : { reverts: row.reverts }),
      ...(row.renamed_from === null ? {} : { renamedFrom: fromStoredName(row.renamed_from) }),
      ...(row.request === null ? {} : { request: JSON.parse(row.request) as RequestTrace }),
    },
    type: row.type,
    name: fromStoredName(row.name),
    action: row.action,
    revision: row.revision,
    isHidden: row.hidden === 1,
    isAudited: row.audited === 1,
    isCredentialChanged: row.credential === 1,
    before: parseState(row.before),
    after: parseState(row.after),
    ...(row.hash_before === null ? {} : { hashBefore: row.hash_before }),
    ...(row.fields === null ? {} : { fields: JSON.parse(row.fields) as readonly string[] }),
  };
}
