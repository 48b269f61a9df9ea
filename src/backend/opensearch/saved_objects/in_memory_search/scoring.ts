/** Decides whether an object matches a query, and computes its score. */
import type {
  ObjectReference,
  StoredObject,
  StoreFilter,
  StoreFilterTest,
  StoreQuery,
} from '../../../api/saved_objects';
import { toWordPatterns } from '../../../text_search/word_patterns';
import { fitsPieces, hasPattern, measureScore, wordsIn } from './word_match';
import { toWordNode } from '../../../text_search/word_node';

type FieldFilter = Extract<StoreFilter, { kind: 'field' }>;
type Filtered = Pick<StoredObject, 'type' | 'id' | 'attributes' | 'references' | 'updatedAt'>;

/** Evaluates a `StoreFilter` on the object itself. */
function meets(
  object: Filtered,
  filter: StoreFilter,
  titleField: (type: string) => string
): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.nodes.every((node) => meets(object, node, titleField));
    case 'or':
      return filter.nodes.some((node) => meets(object, node, titleField));
    case 'not':
      return !meets(object, filter.node, titleField);
    case 'reference':
      return (
        object.type === filter.type &&
        object.references.some((reference) => meetsReference(reference, filter.node))
      );
    case 'field':
      return object.type === filter.type && meetsField(object, filter, titleField);
  }
}

function meetsField(
  object: Filtered,
  filter: FieldFilter,
  titleField: (type: string) => string
): boolean {
  const { field, test } = filter;
  if ('attribute' in field)
    return meetsAttribute(object, field.attribute, test, titleField(object.type));
  if ('reference' in field)
    return object.references.some((reference) => meetsReference(reference, filter));
  return field.root === 'updated_at'
    ? isInSpan(object.updatedAt, test, true)
    : isKeyword(object[field.root], test);
}

function meetsReference(reference: ObjectReference, filter: StoreFilter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.nodes.every((node) => meetsReference(reference, node));
    case 'or':
      return filter.nodes.some((node) => meetsReference(reference, node));
    case 'not':
      return !meetsReference(reference, filter.node);
    case 'field':
      if ('reference' in filter.field)
        return isKeyword(reference[filter.field.reference] ?? '', filter.test);
  }
  throw new Error('A reference has no such field.');
}

/** Compares the whole text, case-sensitively. */
function isKeyword(text: string, test: StoreFilterTest): boolean {
  if (test.kind === 'exists') return true;
  return test.kind === 'equals' && fitsPieces(text, test.literal.pieces);
}

function isInSpan(instant: string, test: StoreFilterTest, exists: boolean): boolean {
  if (test.kind === 'exists') return exists;
  if (!test.dates) return false;
  const { from, to } = test.dates;
  if (test.kind === 'equals') return instant >= from && instant <= to;
  return compares(
    instant,
    test.operator,
    test.operator === '<' || test.operator === '>=' ? from : to
  );
}

function compares<T extends string | number>(
  one: T,
  operator: '<' | '<=' | '>' | '>=',
  other: T
): boolean {
  switch (operator) {
    case '<':
      return one < other;
    case '<=':
      return one <= other;
    case '>':
      return one > other;
    case '>=':
      return one >= other;
  }
}

function meetsAttribute(
  { attributes }: Filtered,
  path: readonly string[],
  test: StoreFilterTest,
  titleField: string
): boolean {
  const values = valuesAt(attributes, path);
  if (test.kind === 'exists') return values.some(({ value }) => value !== null);
  const own = values.filter(({ isMember }) => !isMember).map(({ value }) => value);
  if (own.some((value) => isExactly(value, test))) return true;
  if (test.kind !== 'equals' || !own.some((value) => typeof value === 'string')) return false;
  const name = path.join('.');
  const texts = wordsIn(attributes, titleField).filter((one) => one.path === name);
  return toWordPatterns(test.literal).some((patterns) =>
    patterns.every((pattern) => hasPattern(texts, pattern))
  );
}

function isExactly(value: unknown, test: Exclude<StoreFilterTest, { kind: 'exists' }>): boolean {
  if (typeof value === 'number' && test.number !== undefined)
    return test.kind === 'equals'
      ? value === test.number
      : compares(value, test.operator, test.number);
  if (typeof value === 'boolean') return test.kind === 'equals' && String(value) === test.truth;
  const instant = typeof value === 'string' && test.dates ? getInstant(value) : undefined;
  return instant !== undefined && isInSpan(instant, test, true);
}

/** Dates as the embedded backend's `strftime` reads them; without a time zone they are UTC. */
const DATE =
  /^(\d{4}-\d{2}-\d{2})[ \t-\rT]*(?:(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:[ \t-\r]*([Zz]|[+-]\d{2}:\d{2}))?[ \t-\r]*)?$/;

function getInstant(text: string): string | undefined {
  const [, day, time = '00:00', zone = 'Z'] = DATE.exec(text) ?? [];
  const instant = new Date(`${day}T${time}${zone.toUpperCase()}`);
  return day === undefined || Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

interface FoundValue {
  readonly value: unknown;
  /**
   * Whether this is a member of an object at the end of the path, and thus not a value of the
   * attribute.
   */
  readonly isMember: boolean;
}

/** Lists are replaced by their elements, within the path as well as at its end. */
function valuesAt(attributes: unknown, path: readonly string[]): FoundValue[] {
  let parents: unknown[] = [attributes];
  for (const name of path.slice(0, -1))
    parents = parents.flatMap((parent) => {
      const value = getMember(parent, name);
      return Array.isArray(value) ? (value as unknown[]) : [value];
    });
  return parents.flatMap((parent): FoundValue[] => {
    const value = getMember(parent, path.at(-1) as string);
    if (value === undefined) return [];
    if (Array.isArray(value)) return value.map((one: unknown) => ({ value: one, isMember: false }));
    if (typeof value !== 'object' || value === null) return [{ value, isMember: false }];
    return Object.values(value).map((one: unknown) => ({ value: one, isMember: true }));
  });
}

function getMember(parent: unknown, name: string): unknown {
  const isObject = typeof parent === 'object' && parent !== null && !Array.isArray(parent);
  return isObject && Object.hasOwn(parent, name)
    ? (parent as Record<string, unknown>)[name]
    : undefined;
}

/** The attribute that holds the title, by type. */
export function getTitleField({ types }: StoreQuery): (type: string) => string {
  const titles = new Map(types.map(({ name, titleField }) => [name, titleField]));
  return (type) => titles.get(type) ?? 'title';
}

/** @returns 0 for objects that do not match */
export function makeScoring(query: StoreQuery): (object: StoredObject) => number {
  const { search, searchFields, filter } = query;
  const titleField = getTitleField(query);
  const words = search && toWordNode(search);
  const paths = new Set((searchFields ?? []).map((field) => field.replace(/\^[\d.]+$/, '')));
  const isEverywhere = paths.size === 0 || paths.has('*');
  return (object) => {
    if (filter && !meets(object, filter, titleField)) return 0;
    if (!words) return 1;
    const title = titleField(object.type);
    const texts = wordsIn(object.attributes, title);
    return measureScore(
      words,
      isEverywhere ? texts : texts.filter(({ path }) => paths.has(path)),
      title
    );
  };
}
