/**
 * Searches audit events, newest first. The log may hold millions of events, so the search yields to
 * other requests and stops after a time limit.
 */
import { ACTIVITY_LIMITS, AUDIT_LIMITS } from '../../../contracts/limits';
import type { Database, SqlValue } from '../sqlite';
import { LimitExceededError } from '../../scheduling/limit_exceeded';
import { parseSearchTerms } from '../../scheduling/search_terms';
import { toStoredName } from '../configuration_store/name_key';
import { getSpans } from '../../api/audit_events';
import type { AuditPage, AuditQuery, AuditSpan, HttpMethod } from '../../api/engine';
import type { KeyRequest } from '../authentication/api_keys/api_key_usage';
import { IDS_PER_MS } from './audit_schema';
import type { AuditDocument } from '../../changes/audit/change_event';

const DEFAULT_PER_PAGE = 50;
/** Totals and numbered pages are limited to this many events. */
const MAX_WINDOW = 10_000;
/** Milliseconds of work between two yields to the event loop. */
const STEP_MS = 8;
const FIRST_STEP = 200;
const LAST_STEP = 1_000;

interface Condition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Ids found, newest first. */
interface Walked {
  readonly ids: readonly number[];
  /** Id at which the search ran out of time. */
  readonly stoppedAt?: number;
}

interface KeyRow {
  readonly id: number;
  readonly category: string;
  readonly isOfKey: number | null;
  readonly method: HttpMethod | null;
  readonly path: string | null;
  readonly count: number | null;
}

interface ActionRow {
  readonly id: number;
  readonly body: string | null;
}

/** All events, with the bodies of actions. */
const ACTIONS = `
  SELECT id, CASE
    WHEN category IN ('GRANTED_PRIVILEGES', 'MISSING_PRIVILEGES')
      AND body ->> '$.audit_request_layer' = 'TRANSPORT' THEN body END AS body
  FROM event WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT ?`;

/** Events of the owner, of which those of the key are read. */
const REQUESTS_OF_KEY = `
  SELECT id, category, isOfKey,
    CASE WHEN isOfKey THEN body ->> '$.audit_rest_request_method' END AS method,
    CASE WHEN isOfKey THEN body ->> '$.audit_rest_request_path' END AS path,
    CASE WHEN isOfKey THEN body ->> '$.audit_repeated_count' END AS count
  FROM (
    SELECT id, category, body,
      CASE WHEN category IN ('GRANTED_PRIVILEGES', 'MISSING_PRIVILEGES')
        THEN body ->> '$.audit_api_key' = ? END AS isOfKey
    FROM event WHERE user_name = ? AND id >= ? AND id < ? ORDER BY id DESC LIMIT ?
  )`;

export class AuditSearch {
  constructor(private readonly db: Database) {}

  /** @throws {LimitExceededError} */
  async find(query: AuditQuery): Promise<AuditPage> {
    const perPage = within(query.perPage ?? DEFAULT_PER_PAGE, 1, AUDIT_LIMITS.perPage);
    const before = toCursor(query) ?? Number.MAX_SAFE_INTEGER;
    const page = before < Number.MAX_SAFE_INTEGER ? 1 : within(query.page ?? 1, 1, MAX_WINDOW);
    const offset = (page - 1) * perPage;
    if (offset >= MAX_WINDOW) return { events: [], ...(await this.total(query)) };
    const { lead, others } = toConditions(query);
    const { ids, stoppedAt } =
      others.length === 0
        ? { ids: this.listIds(lead, before, offset, perPage + 1) }
        : await this.walk(lead, others, before, offset + perPage + 1).then((walked) => ({
            ...walked,
            ids: walked.ids.slice(offset),
          }));
    const pageIds = ids.slice(0, perPage);
    const next = ids.length > perPage ? pageIds.at(-1) : stoppedAt;
    return {
      events: this.toEvents(pageIds),
      ...(next === undefined ? {} : { nextCursor: String(next) }),
      ...(await this.total(query)),
      ...(await this.spans(query)),
    };
  }

  /**
   * Calls `use` for requests to the management API that came with an API key, newest first.
   * @returns whether all of them were read, within the limits of time and number
   */
  async eachRequestOfKey(
    key: { readonly id: string; readonly userName: string },
    sinceMs: number,
    use: (request: KeyRequest) => void
  ): Promise<boolean> {
    return this.walkBack<KeyRow>(
      REQUESTS_OF_KEY,
      [key.id, toStoredName(key.userName)],
      sinceMs,
      ({ id, category, isOfKey, method, path, count }) => {
        if (!isOfKey) return;
        const isGranted = category === 'GRANTED_PRIVILEGES';
        const request = { isGranted, count: count ?? 1, atMs: Math.floor(id / IDS_PER_MS) };
        use({ ...request, ...(method && { method }), ...(path && { path }) });
      }
    );
  }

  /**
   * Calls `use` for events of actions on indices and the cluster, newest first. The engine writes
   * none, but a log that was brought along has them.
   * @returns as {@link eachRequestOfKey}
   */
  eachAction(sinceMs: number, use: (document: AuditDocument) => void): Promise<boolean> {
    return this.walkBack<ActionRow>(ACTIONS, [], sinceMs, ({ body }) => {
      if (body !== null) use(JSON.parse(body) as AuditDocument);
    });
  }

  /**
   * @param sql - a search for a number of rows below an id; `params` come before the two ids
   * @returns whether all rows were used, within the limits of time and number
   */
  private async walkBack<Row extends { readonly id: number }>(
    sql: string,
    params: readonly SqlValue[],
    sinceMs: number,
    use: (row: Row) => void
  ): Promise<boolean> {
    const sinceId = Math.trunc(sinceMs) * IDS_PER_MS;
    const endsAtMs = performance.now() + AUDIT_LIMITS.searchMs;
    let [before, step, examined] = [Number.MAX_SAFE_INTEGER, FIRST_STEP, 0];
    while (examined < ACTIVITY_LIMITS.eventsRead) {
      const startedAtMs = performance.now();
      if (startedAtMs >= endsAtMs) return false;
      const rows = this.db.all<Row>(sql, ...params, sinceId, before, step);
      rows.forEach(use);
      const last = rows.at(-1);
      if (!last || rows.length < step) return true;
      before = last.id;
      examined += rows.length;
      step = within((step * STEP_MS) / Math.max(1, performance.now() - startedAtMs), 1, LAST_STEP);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return false;
  }

  /** Examines a bounded number of events per span, however many there are. */
  private async spans(query: AuditQuery): Promise<Pick<AuditPage, 'spans'>> {
    const bounds = getSpans(query);
    if (bounds.length === 0 || parseSearchTerms(query.search).length > 0) return {};
    const { lead, others } = toConditions(query);
    const matches = ['1', ...others.map(({ sql }) => sql)].join(' AND ');
    const spans: AuditSpan[] = [];
    for (const { fromMs, toMs } of bounds) {
      const found = this.db.get<{ scanned: number; count: number }>(
        `SELECT count(*) AS scanned, count(*) FILTER (WHERE ${matches}) AS count
         FROM (SELECT id, category, user_name, remote FROM event
               WHERE ${lead.sql} AND id >= ? AND id < ? LIMIT ?)`,
        ...others.flatMap(({ params }) => params),
        ...lead.params,
        Math.trunc(fromMs * IDS_PER_MS),
        Math.trunc(toMs * IDS_PER_MS),
        AUDIT_LIMITS.eventsPerSpan
      ) ?? { scanned: 0, count: 0 };
      const isMore = found.scanned === AUDIT_LIMITS.eventsPerSpan;
      spans.push({ fromMs, count: found.count, ...(isMore && { isMore }) });
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { spans };
  }

  private listIds(lead: Condition, before: number, offset: number, limit: number): number[] {
    const sql = `SELECT id FROM event WHERE ${lead.sql} AND id < ? ORDER BY id DESC LIMIT ? OFFSET ?`;
    const rows = this.db.all<{ id: number }>(sql, ...lead.params, before, limit, offset);
    return rows.map(({ id }) => id);
  }

  private async walk(
    lead: Condition,
    others: readonly Condition[],
    from: number,
    limit: number
  ): Promise<Walked> {
    const matches = others.map(({ sql }) => sql).join(' AND ');
    const params = others.flatMap((one) => one.params);
    const endsAtMs = performance.now() + AUDIT_LIMITS.searchMs;
    const ids: number[] = [];
    for (let before = from, step = FIRST_STEP; ;) {
      const startedAtMs = performance.now();
      const candidates = `SELECT * FROM event WHERE ${lead.sql} AND id < ? ORDER BY id DESC LIMIT ?`;
      const found = this.db.get<{ n: number; last: number | null; ids: string | null }>(
        `SELECT count(*) AS n, min(id) AS last, json_group_array(id) FILTER (WHERE ${matches}) AS ids
         FROM (${candidates})`,
        ...params,
        ...lead.params,
        before,
        step
      );
      ids.push(...(JSON.parse(found?.ids ?? '[]') as number[]));
      if (ids.length >= limit || (found?.n ?? 0) < step) return { ids: ids.slice(0, limit) };
      before = found?.last ?? 0;
      const nowMs = performance.now();
      if (nowMs >= endsAtMs) return { ids, stoppedAt: before };
      step = within((step * STEP_MS) / Math.max(1, nowMs - startedAtMs), 1, LAST_STEP);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** @throws {LimitExceededError} if the events exceed the size limit of a response */
  private toEvents(ids: readonly number[]): AuditPage['events'] {
    const idList = JSON.stringify(ids);
    const inPage = 'FROM json_each(?) page CROSS JOIN event ON event.id = page.value';
    const size = this.db.get<{ bytes: number | null }>(
      `SELECT sum(octet_length(body)) AS bytes ${inPage}`,
      idList
    );
    if ((size?.bytes ?? 0) > AUDIT_LIMITS.pageBytes) {
      throw new LimitExceededError(
        `The ${ids.length} events of this page are more than ${AUDIT_LIMITS.pageBytes} bytes; ask for fewer per page.`
      );
    }
    return this.db
      .all<{ id: number; body: string }>(
        `SELECT event.id, event.body ${inPage} ORDER BY page.key`,
        idList
      )
      .map(({ id, body }) => ({ _id: String(id), ...(JSON.parse(body) as AuditDocument) }));
  }

  /** Omitted for text searches, which would have to read every event. */
  private async total(query: AuditQuery): Promise<Pick<AuditPage, 'total' | 'totalRelation'>> {
    if (parseSearchTerms(query.search).length > 0) return {};
    const { lead, others } = toConditions(query);
    if (others.length === 0) return toTotal(this.countAll(lead));
    const counted = await this.walk(lead, others, Number.MAX_SAFE_INTEGER, MAX_WINDOW + 1);
    if (counted.stoppedAt !== undefined) return {};
    return toTotal(counted.ids.length);
  }

  private countAll(lead: Condition): number {
    const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM event WHERE ${lead.sql} LIMIT ${MAX_WINDOW + 1})`;
    return this.db.get<{ n: number }>(sql, ...lead.params)?.n ?? 0;
  }
}

const toTotal = (n: number): Pick<AuditPage, 'total' | 'totalRelation'> =>
  n > MAX_WINDOW ? { total: MAX_WINDOW, totalRelation: 'gte' } : { total: n, totalRelation: 'eq' };

/**
 * Splits a query into the condition that an index resolves and those that are checked for each
 * event.
 */
function toConditions(query: AuditQuery): { lead: Condition; others: readonly Condition[] } {
  const time: Condition = {
    sql: 'id >= ? AND id < ?',
    params: [
      Math.trunc(query.fromMs ?? 0) * IDS_PER_MS,
      query.toMs === undefined
        ? Number.MAX_SAFE_INTEGER
        : (Math.trunc(query.toMs) + 1) * IDS_PER_MS,
    ],
  };
  const { user, remote, categories = [] } = query;
  const filters: Condition[] = [
    ...(user === undefined ? [] : [{ sql: 'user_name = ?', params: [toStoredName(user)] }]),
    ...(remote === undefined ? [] : [{ sql: 'remote = ?', params: [toStoredName(remote)] }]),
    ...(categories.length === 0 ? [] : [categoryCondition(categories)]),
    ...parseSearchTerms(query.search).map((term) => ({
      sql: "body LIKE ? ESCAPE '\\'",
      params: [`%${asJsonText(term).replace(/[\\%_]/g, '\\$&')}%`],
    })),
  ];
  const [first] = filters;
  const isIndexed = first !== undefined && / = \?$/.test(first.sql);
  const lead = isIndexed
    ? { sql: `${first.sql} AND ${time.sql}`, params: [...first.params, ...time.params] }
    : time;
  return { lead, others: isIndexed ? filters.slice(1) : filters };
}

/** A single category can use its index; several would not come in order. */
const categoryCondition = (categories: readonly string[]): Condition => {
  const [only] = categories;
  if (categories.length === 1 && only !== undefined)
    return { sql: 'category = ?', params: [toStoredName(only)] };
  return {
    sql: 'category IN (SELECT value FROM json_each(?))',
    params: [JSON.stringify(categories.map(toStoredName))],
  };
};

/** An invalid cursor starts from the beginning. */
function toCursor({ cursor }: AuditQuery): number | undefined {
  const id = cursor === undefined || !/^\d{1,16}$/.test(cursor) ? NaN : Number(cursor);
  return Number.isSafeInteger(id) ? id : undefined;
}

const within = (value: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, Math.trunc(value) || min));

/** Events are searched as JSON text, where quotes and control characters are escaped. */
const asJsonText = (text: string): string => JSON.stringify(text).slice(1, -1);
