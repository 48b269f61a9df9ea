/** The searching half of the SQLite store. */
import type { Database } from '../../storage/types';
import { parseSearch } from '../search/query_parser';
import { toFtsExpression, type FtsExpression, type SearchTarget } from '../search/fts_expression';
import { CREATE_WORD_PLACES } from './filter_sql';
import { chooseFindPlan } from './find_plan';
import { isNarrowed, toScope, toTotalKey } from './find_scope';
import type { RowRange } from './object_writer';
import { OBJECT_COLUMNS, toStoredObject, type ObjectRow } from './rows';
import type { Sql, SqlValue } from './sql';
import type { StorePage, StoreQuery } from './types';

export interface ObjectFinderOptions {
  readonly database: Database;
  readonly titleField: (type: string) => string;
  /** `undefined` for a type nothing was written of. */
  readonly rowRange: (partition: string, type: string) => RowRange | undefined;
  /** Changes with every write; totals are remembered until then. */
  readonly generation: () => number;
}

const EMPTY_PAGE: StorePage = { total: 0, items: [] };
/** Up to here, matches are ordered by relevance; broader searches come in the order of change. */
const MAX_RANKED = 2_000;
const MAX_REMEMBERED_TOTALS = 200;

interface Order {
  readonly sql: string;
  /** Index that gives this order; absent: sorted at the time. */
  readonly index?: string;
  readonly values?: readonly SqlValue[];
}

export class ObjectFinder {
  private totals = new Map<string, number>();
  private totalsGeneration = -1;

  constructor(private readonly options: ObjectFinderOptions) {}

  find(partition: string, query: StoreQuery): StorePage {
    const types = query.types.filter(
      (type) => this.options.rowRange(partition, type) !== undefined
    );
    if (types.length === 0) return EMPTY_PAGE;
    const matches =
      query.search === undefined ? 'all' : this.toMatches(partition, types, query.search, query);
    if (matches === undefined) return EMPTY_PAGE;
    const scope = toScope(partition, types, query, {
      titleField: this.options.titleField,
      rowRange: (type) => this.options.rowRange(partition, type),
      createWordPlaces: () => this.options.database.exec(CREATE_WORD_PLACES),
    });
    const total =
      matches === 'all' ? this.countAll(scope) : this.countMatches(matches, scope, query);
    if (query.limit === 0 || query.offset >= total) return { total, items: [] };
    const rows =
      matches === 'all'
        ? this.readAll(scope, types, query)
        : this.readMatches(partition, matches, scope, types, total, query);
    return {
      total,
      items: rows.map((row) => ({ object: toStoredObject(row), score: row.score ?? 0 })),
    };
  }

  /**
   * One question per scope: the full-text index skips to the rows of a range. Types may differ in the
   * attribute that names them, and so in what is asked.
   */
  private toMatches(
    partition: string,
    types: readonly string[],
    search: string,
    query: StoreQuery
  ): Matches | 'all' | undefined {
    const node = parseSearch(search, query.searchOperator);
    const expressions = types.map((type) => toFtsExpression(node, this.toTarget(type, query)));
    const [first] = expressions;
    // Whether everything or nothing matches depends on the words alone, not on where they are looked for.
    if (typeof first !== 'object') return first;
    const isSame = expressions.every(
      (expression) => (expression as FtsExpression).text === first.text
    );
    return {
      ...(isSame && { probe: first }),
      rangeCount: types.length,
      values: types.flatMap((type, index) => {
        const range = this.options.rowRange(partition, type) as RowRange;
        return [(expressions[index] as FtsExpression).text, range.first, range.last];
      }),
    };
  }

  private toTarget(type: string, { searchFields }: StoreQuery): SearchTarget {
    const paths = new Set((searchFields ?? []).map((field) => field.replace(/\^[\d.]+$/, '')));
    if (paths.size === 0 || paths.has('*')) return { kind: 'everywhere' };
    const columns: Array<'title' | 'description'> = [];
    if (paths.delete(this.options.titleField(type))) columns.push('title');
    if (paths.delete('description')) columns.push('description');
    return { kind: 'fields', columns, paths: [...paths] };
  }

  private countAll({ text, values }: Sql): number {
    return this.remember(toTotalKey('all', text, values), () =>
      this.count(`SELECT count(*) AS total FROM objects o WHERE ${text}`, ...values)
    );
  }

  /** Counts deleted objects in: good enough to compare costs with, and free. */
  private estimateAll(partition: string, types: readonly string[]): number {
    const places = types.map(() => '?').join(', ');
    return this.count(
      `SELECT sum(last_row) AS total FROM scopes WHERE partition = ? AND type IN (${places})`,
      partition,
      ...types
    );
  }

  private countMatches(matches: Matches, scope: Sql, query: StoreQuery): number {
    return this.remember(
      toTotalKey('matches', scope.text, [...matches.values, ...scope.values]),
      () => {
        if (!isNarrowed(query)) {
          return this.count(
            `SELECT sum(n) AS total FROM (${perRange(matches, 'count(*) AS n')})`,
            ...matches.values
          );
        }
        const rows = perRange(matches, 'rowid AS row');
        const sql = `SELECT count(*) AS total FROM (${rows}) m CROSS JOIN objects o ON o.row = m.row WHERE ${scope.text}`;
        return this.count(sql, ...matches.values, ...scope.values);
      }
    );
  }

  private count(sql: string, ...values: readonly SqlValue[]): number {
    return this.options.database.get<{ total: number }>(sql, ...values)?.total ?? 0;
  }

  private remember(key: string, count: () => number): number {
    const generation = this.options.generation();
    if (generation !== this.totalsGeneration || this.totals.size >= MAX_REMEMBERED_TOTALS) {
      this.totals = new Map();
      this.totalsGeneration = generation;
    }
    let total = this.totals.get(key);
    if (total === undefined) {
      total = count();
      this.totals.set(key, total);
    }
    return total;
  }

  private readAll(scope: Sql, types: readonly string[], query: StoreQuery): ScoredRow[] {
    const order = orderFor(query, types);
    const from =
      order.index && !query.hasReference ? `objects o INDEXED BY ${order.index}` : 'objects o';
    return this.readRows(
      `SELECT o.row FROM ${from} WHERE ${scope.text} ORDER BY ${order.sql}`,
      query,
      [...scope.values, ...(order.values ?? [])]
    );
  }

  private readMatches(
    partition: string,
    matches: Matches,
    scope: Sql,
    types: readonly string[],
    total: number,
    query: StoreQuery
  ): ScoredRow[] {
    if (!query.sort && total <= MAX_RANKED) return this.readRanked(matches, scope, query);
    const order = orderFor(query, types);
    const plan = chooseFindPlan({
      matches: total,
      objects: this.estimateAll(partition, types),
      wanted: query.offset + query.limit,
      isOrdered: order.index !== undefined && !isNarrowed(query),
      ...(matches.probe && {
        probing: matches.probe.isCheapToProbe ? ('cheap' as const) : ('dear' as const),
      }),
    });
    const rows = perRange(matches, 'rowid AS row');
    if (plan === 'matches_first') {
      return this.readRows(
        `SELECT o.row FROM (${rows}) m CROSS JOIN objects o ON o.row = m.row WHERE ${scope.text} ORDER BY ${order.sql}`,
        query,
        [...matches.values, ...scope.values, ...(order.values ?? [])]
      );
    }
    const isProbing = plan === 'order_first';
    const test = isProbing
      ? 'EXISTS (SELECT 1 FROM object_words WHERE object_words MATCH ? AND rowid = o.row)'
      : `o.row IN (${rows})`;
    return this.readRows(
      `SELECT o.row FROM objects o INDEXED BY ${order.index as string} WHERE ${scope.text} AND ${test} ORDER BY ${order.sql}`,
      query,
      [...scope.values, ...(isProbing ? [(matches.probe as FtsExpression).text] : matches.values)]
    );
  }

  private readRanked(matches: Matches, scope: Sql, { limit, offset }: StoreQuery): ScoredRow[] {
    const rows = perRange(
      matches,
      'rowid AS row, bm25(object_words, 0.0, 3.0, 1.0, 1.0, 1.0) AS badness'
    );
    return this.options.database.all<ScoredRow>(
      `SELECT ${OBJECT_COLUMNS}, -m.badness AS score FROM (${rows}) m CROSS JOIN objects o ON o.row = m.row
       WHERE ${scope.text} ORDER BY m.badness, o.row LIMIT ? OFFSET ?`,
      ...matches.values,
      ...scope.values,
      BigInt(limit),
      BigInt(offset)
    );
  }

  /** First the row numbers of the page, from indexes alone; then the objects. */
  private readRows(
    sql: string,
    { limit, offset }: StoreQuery,
    values: readonly SqlValue[]
  ): ScoredRow[] {
    const { database } = this.options;
    const rows = database.all<{ row: number }>(
      `${sql} LIMIT ? OFFSET ?`,
      ...values,
      BigInt(limit),
      BigInt(offset)
    );
    const read = database.prepare<ScoredRow>(
      `SELECT ${OBJECT_COLUMNS} FROM objects o WHERE o.row = ?`
    );
    return rows.map(({ row }) => read.get(BigInt(row))).filter((row) => row !== undefined);
  }
}

type ScoredRow = ObjectRow & { readonly score?: number };

interface Matches {
  /** What to ask about a single row; absent when it differs by type. */
  readonly probe?: FtsExpression;
  readonly rangeCount: number;
  /** For each range: expression, first and last row. */
  readonly values: readonly SqlValue[];
}

const perRange = ({ rangeCount }: Matches, columns: string): string =>
  Array.from(
    { length: rangeCount },
    () => `SELECT ${columns} FROM object_words WHERE object_words MATCH ? AND rowid BETWEEN ? AND ?`
  ).join(' UNION ALL ');

function orderFor({ sort }: StoreQuery, types: readonly string[]): Order {
  const { by, isDescending } = sort ?? { by: 'updated_at', isDescending: true };
  const direction = isDescending ? 'DESC' : 'ASC';
  if (typeof by === 'object') {
    const path = by.attribute.split('.').map((name) => `"${name.replaceAll('"', '')}"`);
    return {
      sql: `json_extract(o.attributes, ?) ${direction}, o.row`,
      values: [`$.${path.join('.')}`],
    };
  }
  switch (by) {
    case 'title':
      return {
        sql: `o.title_sort ${direction}, o.row ${direction}`,
        index: types.length === 1 ? 'objects_by_type_and_title' : 'objects_by_title',
      };
    case 'updated_at':
      return { sql: `o.updated_at ${direction}, o.row ${direction}`, index: 'objects_by_change' };
    case 'type':
      return {
        sql: `o.type ${direction}, o.title_sort ${direction}, o.row ${direction}`,
        index: 'objects_by_type_and_title',
      };
    case 'id':
      return { sql: `o.id ${direction}, o.type ${direction}` };
  }
}
