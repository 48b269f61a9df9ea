/**
 * Translates the store's filter into an SQL condition over `objects o`. Names and values are
 * parameters, never SQL, and no condition is NULL, so that NOT means not.
 */
import type { StoreFilter, StoreFilterTest } from '../../../api/saved_objects';
import type { RowRange } from '../schema/rows';
import type { Sql, SqlValue } from '../schema/sql';
import {
  toFtsExpression,
  type FtsExpression,
  type SearchTarget,
} from '../full_text/fts_expression';
import { fieldPrefix } from '../../../text_search/tokens';
import type { WordNode } from '../../../text_search/word_node';
import { toWordPatterns, type WordPattern } from '../../../text_search/word_patterns';

export interface FilterSqlContext {
  readonly titleField: (type: string) => string;
  /** `undefined` for a type without any objects so far. */
  readonly rowRange: (type: string) => RowRange | undefined;
}

/**
 * Positions of each word of the full-text index, used only for words with a wildcard before their
 * end. Each connection needs this table before it runs a condition.
 */
export const CREATE_WORD_POSITIONS =
  'CREATE VIRTUAL TABLE IF NOT EXISTS temp.object_word_places USING fts5vocab(main, object_words, instance)';

type Equals = Extract<StoreFilterTest, { kind: 'equals' }>;
type FieldFilter = Extract<StoreFilter, { kind: 'field' }>;

const NEVER: Sql = { text: '0', values: [] };
const ALWAYS_TRUE: Sql = { text: '1', values: [] };

export function toFilterSql(filter: StoreFilter, context: FilterSqlContext): Sql {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return join(
        filter.kind,
        filter.nodes.map((node) => toFilterSql(node, context))
      );
    case 'not':
      return wrap('NOT (', toFilterSql(filter.node, context), ')');
    case 'reference':
      return ofType(filter.type, anyReference(toReferenceSql(filter.node)));
    case 'field':
      return ofType(filter.type, toFieldSql(filter, context));
  }
}

const ofType = (type: string, condition: Sql): Sql =>
  join('and', [{ text: 'o.type = ?', values: [type] }, condition]);

function toFieldSql(filter: FieldFilter, context: FilterSqlContext): Sql {
  const { field, test } = filter;
  if ('attribute' in field) return toAttributeSql(filter, field.attribute, context);
  if ('reference' in field) return anyReference(toReferenceSql(filter));
  return field.root === 'updated_at'
    ? toDateSql('o.updated_at', test)
    : toKeywordSql(`o.${field.root}`, test);
}

const anyReference = (condition: Sql): Sql =>
  wrap('EXISTS (SELECT 1 FROM json_each(o.object_references) r WHERE ', condition, ')');

/** Condition on one reference `r`. */
function toReferenceSql(filter: StoreFilter): Sql {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return join(filter.kind, filter.nodes.map(toReferenceSql));
    case 'not':
      return wrap('NOT (', toReferenceSql(filter.node), ')');
    case 'field':
      if ('reference' in filter.field)
        return toKeywordSql(
          `coalesce(json_extract(r.value, '$.${filter.field.reference}'), '')`,
          filter.test
        );
  }
  throw new Error('A reference has no such field.');
}

/** For ids and types: compares the whole text, case-sensitively. */
function toKeywordSql(column: string, test: StoreFilterTest): Sql {
  if (test.kind === 'exists') return ALWAYS_TRUE;
  if (test.kind === 'range') return NEVER;
  const { pieces } = test.literal;
  const [text = ''] = pieces;
  if (pieces.length === 1) return { text: `${column} = ?`, values: [text] };
  const pattern = pieces.map((piece) => piece.replaceAll(/[*?[]/g, '[$&]')).join('*');
  if (column !== 'o.id') return { text: `${column} GLOB ?`, values: [pattern] };
  // Ids are indexed, so a common prefix becomes a range.
  return {
    text: `(o.id BETWEEN ? AND ? AND o.id GLOB ?)`,
    values: [text, `${text}\u{10ffff}`, pattern],
  };
}

function toDateSql(column: string, test: StoreFilterTest): Sql {
  if (test.kind === 'exists') return ALWAYS_TRUE;
  if (!test.dates) return NEVER;
  const { from, to } = test.dates;
  if (test.kind === 'equals') return { text: `${column} BETWEEN ? AND ?`, values: [from, to] };
  const isFromStart = test.operator === '<' || test.operator === '>=';
  return { text: `${column} ${test.operator} ?`, values: [isFromStart ? from : to] };
}

/**
 * Only text that looks like a date is parsed: SQLite also accepts bare numbers and `now` as dates.
 */
const DATE_OF_VALUE = `CASE WHEN e.atom GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*' THEN strftime('%Y-%m-%dT%H:%M:%fZ', e.atom) END`;

function toAttributeSql(
  { type, test }: FieldFilter,
  path: readonly string[],
  context: FilterSqlContext
): Sql {
  if (test.kind === 'exists') return anyValue(path, { text: `e.type <> 'null'`, values: [] });
  const exact: Sql[] = [];
  if (test.number !== undefined) {
    const operator = test.kind === 'range' ? test.operator : '=';
    exact.push({
      text: `(e.type IN ('integer', 'real') AND e.atom ${operator} ?)`,
      values: [test.number],
    });
  }
  if (test.kind === 'equals' && test.truth)
    exact.push({ text: 'e.type = ?', values: [test.truth] });
  if (test.dates) exact.push(wrap(`(e.type = 'text' AND `, toDateSql(DATE_OF_VALUE, test), ')'));
  const conditions: Sql[] = [];
  if (exact.length > 0) conditions.push(anyValue(path, scalar(join('or', exact))));
  if (test.kind === 'equals') conditions.push(toWordsSql(type, path, test, context));
  return join('or', conditions);
}

/**
 * Words are looked up in the full-text index, which also contains numbers, so the attribute must be
 * a text.
 */
function toWordsSql(
  type: string,
  path: readonly string[],
  { literal }: Equals,
  context: FilterSqlContext
): Sql {
  const range = context.rowRange(type);
  const words = toWordPatterns(literal);
  if (words.length === 0 || !range) return NEVER;
  const name = path.join('.');
  const column =
    name === context.titleField(type) ? 'title' : name === 'description' ? name : 'fields';
  const found = words.map((patterns) =>
    join(
      'and',
      patterns.map((pattern) =>
        'pieces' in pattern
          ? toPatternSql(pattern.pieces, column, name, range)
          : toPhraseSql(pattern, column, name, range)
      )
    )
  );
  return join('and', [
    join('or', found),
    anyValue(path, scalar({ text: `e.type = 'text'`, values: [] })),
  ]);
}

type Column = 'title' | 'description' | 'fields';

function toPhraseSql(
  { words, isPrefix }: Extract<WordPattern, { words: unknown }>,
  column: Column,
  name: string,
  { first, last }: RowRange
): Sql {
  const node: WordNode = { kind: 'words', words, isPrefix };
  const target: SearchTarget =
    column === 'fields'
      ? { kind: 'fields', columns: [], paths: [name] }
      : { kind: 'fields', columns: [column], paths: [] };
  const { text } = toFtsExpression(node, target) as FtsExpression;
  return {
    text: 'o.row IN (SELECT rowid FROM object_words WHERE object_words MATCH ? AND rowid BETWEEN ? AND ?)',
    values: [text, first, last],
  };
}

/** Words consist of letters and digits, none of which is special in GLOB. */
function toPatternSql(
  pieces: readonly string[],
  column: Column,
  name: string,
  { first, last }: RowRange
): Sql {
  const pattern = (column === 'fields' ? fieldPrefix(name) : '') + pieces.join('*');
  const start = pattern.slice(0, pattern.indexOf('*'));
  return {
    text: 'o.row IN (SELECT doc FROM temp.object_word_places WHERE term >= ? AND term <= ? AND term GLOB ? AND col = ? AND doc BETWEEN ? AND ?)',
    values: [start, `${start}\u{10ffff}`, pattern, column, first, last],
  };
}

/** Excludes members of an object, which are not values of the attribute. */
const scalar = (condition: Sql): Sql => wrap(`typeof(e.key) <> 'text' AND (`, condition, ')');

/**
 * Whether any value `e` of an attribute matches a condition. Lists are replaced by their elements,
 * within the path as well as at its end.
 */
function anyValue(path: readonly string[], condition: Sql): Sql {
  const values: SqlValue[] = [];
  let from = '';
  let parent = 'o.attributes';
  for (const [index, name] of path.slice(0, -1).entries()) {
    const step = toJsonPath(name);
    // An object is wrapped in a list, so that it counts as one value instead of its members.
    from += `json_each(CASE json_type(${parent}, ?) WHEN 'object' THEN json_array(json_extract(${parent}, ?)) WHEN 'array' THEN json_extract(${parent}, ?) END) s${index}, `;
    values.push(step, step, step);
    parent = `(CASE s${index}.type WHEN 'object' THEN s${index}.value END)`;
  }
  const text = `EXISTS (SELECT 1 FROM ${from}json_each(${parent}, ?) e WHERE ${condition.text})`;
  return { text, values: [...values, toJsonPath(path.at(-1) as string), ...condition.values] };
}

/**
 * SQLite ends a name in a path at the first quote, escaped or not; it understands other escapes.
 */
const toJsonPath = (name: string): string =>
  `$."${JSON.stringify(name).slice(1, -1).replaceAll('\\"', '\\u0022').replaceAll('\\\\', '\\u005c')}"`;

function join(kind: 'and' | 'or', parts: readonly Sql[]): Sql {
  const [only] = parts;
  if (!only) return kind === 'and' ? ALWAYS_TRUE : NEVER;
  if (parts.length === 1) return only;
  return {
    text: `(${parts.map(({ text }) => text).join(kind === 'and' ? ' AND ' : ' OR ')})`,
    values: parts.flatMap(({ values }) => values),
  };
}

const wrap = (before: string, { text, values }: Sql, after: string): Sql => ({
  text: before + text + after,
  values,
});
