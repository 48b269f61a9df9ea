/** The pages of a find as SQL: which rows, in which order. Each gives `row` and `score`. */
import type { FtsExpression } from '../full_text/fts_expression';
import type { Sql, SqlValue } from '../schema/sql';
import type { StoreQuery } from '../../../api/saved_objects';

/** Order of a page. */
export interface Order {
  readonly sql: string;
  /** Index that gives this order; absent: sorted at the time. */
  readonly index?: string;
  readonly values?: readonly SqlValue[];
}

/** What the full-text index is asked, range by range. */
export interface Matches {
  /** What to ask about a single row; absent when it differs by type. */
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
  const order = orderFor(query, types);
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

export function orderFor({ sort }: StoreQuery, types: readonly string[]): Order {
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
