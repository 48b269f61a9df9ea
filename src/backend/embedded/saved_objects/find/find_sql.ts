/** The SQL of a page of results: rows and their order. Each query returns `row` and `score`. */
import { type FilterSqlContext, toFilterSql } from './filter_sql';
import type { Sql, SqlValue } from '../schema/sql';
import type { StoreQuery } from '../../../api/saved_objects';
import type { FtsExpression } from '../full_text/fts_expression';

/**
 * How a page of matches is read. Three plans return the same page; the cheapest depends on how many
 * objects match and how far into the order the page is. The costs are microseconds per row,
 * measured on 100,000 objects; only their proportions matter.
 */

type FindPlan =
  /** Read the matches from the full-text index, look up each object, sort them. */
  | 'matches_first'
  /**
   * Walk the objects in order and check each against the full-text index. For pages near the start
   * of broad searches.
   */
  | 'order_first'
  /** Collect the matches in a temporary set, then walk the objects in order. */
  | 'order_with_set';

const COST_US = { lookUp: 0.45, cheap: 40, dear: 300, collect: 0.2, walk: 0.4 } as const;

interface FindPlanInput {
  /** Objects that match. */
  readonly matches: number;
  /** Objects in the partition. */
  readonly objects: number;
  /** Rows up to the end of the page: offset plus limit. */
  readonly neededRows: number;
  /** Whether an index provides the order. */
  readonly isOrdered: boolean;
  /** Cost of checking a single row against the full-text index; absent: not possible. */
  readonly probing?: 'cheap' | 'dear';
}

export function chooseFindPlan({
  matches,
  objects,
  neededRows,
  isOrdered,
  probing,
}: FindPlanInput): FindPlan {
  if (!isOrdered) return 'matches_first';
  const hitRate = Math.max(matches, 1) / Math.max(objects, 1);
  const walked = Math.min(Math.min(neededRows, matches) / hitRate, objects);
  const costs: Record<FindPlan, number> = {
    matches_first: matches * COST_US.lookUp,
    order_first: probing ? walked * COST_US[probing] : Number.POSITIVE_INFINITY,
    order_with_set: matches * COST_US.collect + walked * COST_US.walk,
  };
  return (Object.keys(costs) as FindPlan[]).reduce((best, plan) =>
    costs[plan] < costs[best] ? plan : best
  );
}

/** Whether the query has conditions besides partition and types. */
export const isNarrowed = ({ hasReference, filter }: StoreQuery): boolean =>
  hasReference !== undefined || filter !== undefined;

export function toScope(
  partition: string,
  types: readonly string[],
  { hasReference, filter }: StoreQuery,
  context: FilterSqlContext
): Sql {
  const placeholders = types.map(() => '?').join(', ');
  const parts: Sql[] = [
    { text: `o.partition = ? AND o.type IN (${placeholders})`, values: [partition, ...types] },
  ];
  if (hasReference) {
    parts.push({
      text: 'o.row IN (SELECT row FROM object_links WHERE target_type = ? AND target_id = ?)',
      values: [hasReference.type, hasReference.id],
    });
  }
  if (filter) parts.push(toFilterSql(filter, context));
  return {
    text: parts.map(({ text }) => text).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  };
}

/** Cache key of a total. Keeps numbers and texts that look alike distinct. */
export const toTotalKey = (...parts: ReadonlyArray<string | readonly SqlValue[]>): string =>
  JSON.stringify(parts, (_name, value: unknown) =>
    typeof value === 'bigint' ? [value.toString()] : value
  );

/** Sort order of a page. */
interface SortOrder {
  readonly sql: string;
  /** Index that provides this order; absent: rows are sorted. */
  readonly index?: string;
  readonly values?: readonly SqlValue[];
}

/** Queries of the full-text index, one per range of rows. */
export interface Matches {
  /** Expression to check a single row; absent if it differs by type. */
  readonly probe?: FtsExpression;
  readonly rangeCount: number;
  /** For each range: expression, first and last row. */
  readonly values: readonly SqlValue[];
}

export const perRange = ({ rangeCount }: Matches, columns: string): string =>
  Array.from(
    { length: rangeCount },
    () => `SELECT ${columns} FROM object_words WHERE object_words MATCH ? AND rowid BETWEEN ? AND ?`
  ).join(' UNION ALL ');

export function toPageOfAll(scope: Sql, types: readonly string[], query: StoreQuery): Sql {
  const order = sortOrderFor(query, types);
  const from =
    order.index && !query.hasReference ? `objects o INDEXED BY ${order.index}` : 'objects o';
  return {
    text: `SELECT o.row, 0 AS score FROM ${from} WHERE ${scope.text} ORDER BY ${order.sql}`,
    values: [...scope.values, ...(order.values ?? [])],
  };
}

export function toRankedPage(matches: Matches, scope: Sql): Sql {
  const rows = perRange(
    matches,
    'rowid AS row, bm25(object_words, 0.0, 3.0, 1.0, 1.0, 1.0) AS badness'
  );
  return {
    text: `SELECT o.row, -m.badness AS score FROM (${rows}) m CROSS JOIN objects o ON o.row = m.row WHERE ${scope.text} ORDER BY m.badness, o.row`,
    values: [...matches.values, ...scope.values],
  };
}

export function sortOrderFor({ sort }: StoreQuery, types: readonly string[]): SortOrder {
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
