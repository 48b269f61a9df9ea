/** Which objects count in a find, apart from its words: partition, types, reference and filter. */
import { toFilterSql, type FilterSqlContext } from './filter_sql';
import type { Sql, SqlValue } from '../schema/sql';
import type { StoreQuery } from '../../../api/saved_objects';

/** Whether more than partition and types says which objects count. */
export const isNarrowed = ({ hasReference, filter }: StoreQuery): boolean =>
  hasReference !== undefined || filter !== undefined;

export function toScope(
  partition: string,
  types: readonly string[],
  { hasReference, filter }: StoreQuery,
  context: FilterSqlContext
): Sql {
  const places = types.map(() => '?').join(', ');
  const parts: Sql[] = [
    { text: `o.partition = ? AND o.type IN (${places})`, values: [partition, ...types] },
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

/** Under which a total is remembered. Numbers and texts that look alike keep apart. */
export const toTotalKey = (...parts: ReadonlyArray<string | readonly SqlValue[]>): string =>
  JSON.stringify(parts, (_name, value: unknown) =>
    typeof value === 'bigint' ? [value.toString()] : value
  );
