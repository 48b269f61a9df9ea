/** Searches the SQLite store, outside the event loop and with a time limit. */
import { SAVED_OBJECTS_LIMITS as LIMITS } from '../../../../contracts/limits';
import { FairQueue, QueueFullError } from '../../../../workers';
import { savedObjectsErrors, type StoreQuery } from '../../../api/saved_objects';
import { StorageError, type BackgroundReader, type Database } from '../../sqlite';
import { BYTES, type RowRange } from '../schema/rows';
import type { Sql } from '../schema/sql';
import {
  toFtsExpression,
  type FtsExpression,
  type SearchTarget,
} from '../full_text/fts_expression';
import { toWordNode, type WordNode } from '../../../text_search/word_node';
import { assertFewWords } from '../../../text_search/word_patterns';
import { CREATE_WORD_POSITIONS } from './filter_sql';
import {
  chooseFindPlan,
  isNarrowed,
  sortOrderFor,
  perRange,
  toPageOfAll,
  toRankedPage,
  toScope,
  toTotalKey,
  type Matches,
} from './find_sql';

export interface ObjectFinderOptions {
  readonly database: Database;
  /** `undefined` for a type without any objects so far. */
  readonly rowRange: (partition: string, type: string) => RowRange | undefined;
  /** Changes with every write; totals are cached until then. */
  readonly generation: () => number;
}

/** Row number, bytes, score; best match first when searching without an order. */
export interface FoundRows {
  readonly total: number;
  readonly rows: ReadonlyArray<readonly [row: number, bytes: number, score: number | null]>;
}

const NOTHING: FoundRows = { total: 0, rows: [] };
/** Concurrent searches, each on its own thread. */
const CONNECTIONS = 2;
/**
 * Up to this number, matches are ordered by relevance; broader searches are ordered by time of
 * change.
 */
const MAX_RANKED = 2_000;
const MAX_CACHED_TOTALS = 200;

/** State of one find, whose queries share a time limit. */
interface FindState {
  readonly endsAtMs: number;
}

export class ObjectFinder {
  private totals = new Map<string, number>();
  private totalsGeneration = -1;
  private readonly backgroundReader: BackgroundReader;
  private readonly queue = new FairQueue({
    running: CONNECTIONS,
    waiting: LIMITS.finds,
    waitingPerKey: LIMITS.findsPerUser,
  });

  constructor(private readonly options: ObjectFinderOptions) {
    this.backgroundReader = options.database.openBackgroundReader();
  }

  /**
   * @throws {SavedObjectsError} 400 if it takes too long or has too many words, 429 if the queue is
   *   full
   */
  async find(partition: string, query: StoreQuery, caller: string): Promise<FoundRows> {
    if (query.filter) assertFewWords(query.filter);
    try {
      return await this.queue.run([caller], () =>
        this.findNow(partition, query, { endsAtMs: performance.now() + LIMITS.findMs })
      );
    } catch (error) {
      if (error instanceof QueueFullError) throw savedObjectsErrors.tooManySearches();
      if (error instanceof StorageError && error.code === 'storage.interrupted') {
        throw savedObjectsErrors.searchTooSlow(LIMITS.findMs);
      }
      throw error;
    }
  }

  private async findNow(
    partition: string,
    query: StoreQuery,
    state: FindState
  ): Promise<FoundRows> {
    const types = query.types
      .map(({ name }) => name)
      .filter((type) => this.options.rowRange(partition, type) !== undefined);
    if (types.length === 0) return NOTHING;
    const titles = new Map(query.types.map(({ name, titleField }) => [name, titleField]));
    const titleField = (type: string) => titles.get(type) as string;
    const matches =
      query.search === undefined
        ? 'all'
        : this.toMatches(
            partition,
            toWordNode(query.search),
            types.map((type) => [type, toTarget(titleField(type), query)])
          );
    if (matches === undefined) return NOTHING;
    const scope = toScope(partition, types, query, {
      titleField,
      rowRange: (type) => this.options.rowRange(partition, type),
    });
    const total = await (matches === 'all'
      ? this.countAll(scope, state)
      : this.countMatches(matches, scope, query, state));
    if (query.limit === 0 || query.offset >= total) return { total, rows: [] };
    const page =
      matches === 'all'
        ? toPageOfAll(scope, types, query)
        : this.toPageOfMatches(partition, matches, scope, types, total, query);
    return { total, rows: await this.readPage(page, query, state) };
  }

  /**
   * One query per type, because the full-text index can seek to a range of rows. The expressions
   * may differ, because types have different title attributes.
   */
  private toMatches(
    partition: string,
    node: WordNode,
    targets: ReadonlyArray<readonly [type: string, target: SearchTarget]>
  ): Matches | 'all' | undefined {
    const expressions = targets.map(([, target]) => toFtsExpression(node, target));
    const [first] = expressions;
    // Whether everything or nothing matches depends only on the words, not on the columns searched.
    if (typeof first !== 'object') return first;
    const isSame = expressions.every(
      (expression) => (expression as FtsExpression).text === first.text
    );
    return {
      ...(isSame && { probe: first }),
      rangeCount: targets.length,
      values: targets.flatMap(([type], index) => {
        const range = this.options.rowRange(partition, type) as RowRange;
        return [(expressions[index] as FtsExpression).text, range.first, range.last];
      }),
    };
  }

  private countAll({ text, values }: Sql, state: FindState): Promise<number> {
    return this.cachedTotal(toTotalKey('all', text, values), () =>
      this.count({ text: `SELECT count(*) FROM objects o WHERE ${text}`, values }, state)
    );
  }

  /** Includes deleted objects; accurate enough to compare costs, and cheap. */
  private estimateAll(partition: string, types: readonly string[]): number {
    const placeholders = types.map(() => '?').join(', ');
    return (
      this.options.database.get<{ total: number | null }>(
        `SELECT sum(last_row) AS total FROM scopes WHERE partition = ? AND type IN (${placeholders})`,
        partition,
        ...types
      )?.total ?? 0
    );
  }

  private countMatches(
    matches: Matches,
    scope: Sql,
    query: StoreQuery,
    state: FindState
  ): Promise<number> {
    return this.cachedTotal(
      toTotalKey('matches', scope.text, [...matches.values, ...scope.values]),
      () => {
        if (!isNarrowed(query)) {
          const counts = perRange(matches, 'count(*) AS n');
          return this.count(
            { text: `SELECT sum(n) FROM (${counts})`, values: matches.values },
            state
          );
        }
        const rows = perRange(matches, 'rowid AS row');
        return this.count(
          {
            text: `SELECT count(*) FROM (${rows}) m CROSS JOIN objects o ON o.row = m.row WHERE ${scope.text}`,
            values: [...matches.values, ...scope.values],
          },
          state
        );
      }
    );
  }

  private async count(request: Sql, state: FindState): Promise<number> {
    return ((await this.runQuery(request, state)) as number | null) ?? 0;
  }

  private async cachedTotal(key: string, count: () => Promise<number>): Promise<number> {
    const generation = this.options.generation();
    if (generation !== this.totalsGeneration || this.totals.size >= MAX_CACHED_TOTALS) {
      this.totals = new Map();
      this.totalsGeneration = generation;
    }
    const known = this.totals.get(key);
    if (known !== undefined) return known;
    const total = await count();
    if (generation === this.options.generation() && generation === this.totalsGeneration)
      this.totals.set(key, total);
    return total;
  }

  private toPageOfMatches(
    partition: string,
    matches: Matches,
    scope: Sql,
    types: readonly string[],
    total: number,
    query: StoreQuery
  ): Sql {
    if (!query.sort && total <= MAX_RANKED) return toRankedPage(matches, scope);
    const order = sortOrderFor(query, types);
    const plan = chooseFindPlan({
      matches: total,
      objects: this.estimateAll(partition, types),
      neededRows: query.offset + query.limit,
      isOrdered: order.index !== undefined && !isNarrowed(query),
      ...(matches.probe && {
        probing: matches.probe.isCheapToProbe ? ('cheap' as const) : ('dear' as const),
      }),
    });
    const rows = perRange(matches, 'rowid AS row');
    if (plan === 'matches_first') {
      return {
        text: `SELECT o.row, 0 AS score FROM (${rows}) m CROSS JOIN objects o ON o.row = m.row WHERE ${scope.text} ORDER BY ${order.sql}`,
        values: [...matches.values, ...scope.values, ...(order.values ?? [])],
      };
    }
    const isProbing = plan === 'order_first';
    const test = isProbing
      ? 'EXISTS (SELECT 1 FROM object_words WHERE object_words MATCH ? AND rowid = o.row)'
      : `o.row IN (${rows})`;
    return {
      text: `SELECT o.row, 0 AS score FROM objects o INDEXED BY ${order.index as string} WHERE ${scope.text} AND ${test} ORDER BY ${order.sql}`,
      values: [
        ...scope.values,
        ...(isProbing ? [(matches.probe as FtsExpression).text] : matches.values),
      ],
    };
  }

  /** Reads the row numbers of the page from indexes alone, then the sizes of the objects. */
  private async readPage(
    { text, values }: Sql,
    { limit, offset }: StoreQuery,
    state: FindState
  ): Promise<FoundRows['rows']> {
    const bytes = `(SELECT ${BYTES} FROM objects WHERE row = p.row)`;
    const request = {
      text: `SELECT json_group_array(json_array(p.row, ${bytes}, p.score)) FROM (${text} LIMIT ? OFFSET ?) p`,
      values: [...values, BigInt(limit), BigInt(offset)],
    };
    return (await this.runQuery(request, state)) as FoundRows['rows'];
  }

  private runQuery({ text, values }: Sql, { endsAtMs }: FindState): Promise<unknown> {
    return this.backgroundReader.read({
      sql: text,
      values,
      prepare: CREATE_WORD_POSITIONS,
      timeLimitMs: Math.max(1, Math.round(endsAtMs - performance.now())),
    });
  }
}

function toTarget(titleField: string, { searchFields }: StoreQuery): SearchTarget {
  const paths = new Set((searchFields ?? []).map((field) => field.replace(/\^[\d.]+$/, '')));
  if (paths.size === 0 || paths.has('*')) return { kind: 'everywhere' };
  const columns: Array<'title' | 'description'> = [];
  if (paths.delete(titleField)) columns.push('title');
  if (paths.delete('description')) columns.push('description');
  return { kind: 'fields', columns, paths: [...paths] };
}
