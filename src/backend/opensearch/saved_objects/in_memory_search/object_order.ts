/** Sorts found objects by values extracted early, so that the objects need not be kept. */
import type { ObjectKey, StoredObject, StoreQuery } from '../../../api/saved_objects';
import { sortKey } from '../../../text_search/tokens';

type Value = string | number | undefined;

/** What is kept of a found object. */
export interface Ranked {
  readonly key: ObjectKey;
  readonly score: number;
  /** Compared in order. */
  readonly values: readonly Value[];
}

/** `seqNo` breaks ties; otherwise, pages would not be stable. */
export function rank(
  object: StoredObject,
  seqNo: number,
  score: number,
  titleField: string,
  query: StoreQuery
): Ranked {
  const { type, id } = object;
  const values = [...listValues(object, score, titleField, query), seqNo];
  return { key: { type, id }, score: query.search ? score : 0, values };
}

function listValues(
  object: StoredObject,
  score: number,
  titleField: string,
  { search, sort }: StoreQuery
): Value[] {
  if (!sort && search) return [score];
  const by = sort?.by ?? 'updated_at';
  if (typeof by === 'object') return [attributeAt(object.attributes, by.attribute)];
  switch (by) {
    case 'title':
      return [titleKey(object, titleField)];
    case 'type':
      return [object.type, titleKey(object, titleField)];
    case 'id':
      return [object.id, object.type];
    case 'updated_at':
      return [object.updatedAt];
  }
}

function titleKey({ attributes }: StoredObject, titleField: string): string {
  const title = Object.hasOwn(attributes, titleField) ? attributes[titleField] : undefined;
  return typeof title === 'string' ? sortKey(title) : '';
}

function attributeAt(attributes: Readonly<Record<string, unknown>>, path: string): Value {
  let value: unknown = attributes;
  for (const name of path.split('.')) {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    value = isObject ? (value as Record<string, unknown>)[name] : undefined;
  }
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Missing values come first, then numbers, then texts. */
const KINDS = ['undefined', 'number', 'string'];

function compare(one: Value, other: Value): number {
  const kinds = KINDS.indexOf(typeof one) - KINDS.indexOf(typeof other);
  if (kinds !== 0 || one === undefined || other === undefined) return kinds;
  return one < other ? -1 : Number(one > other);
}

export function byRank({ sort }: StoreQuery): (one: Ranked, other: Ranked) => number {
  // By default, the best match or the last change comes first.
  const sign = (sort?.isDescending ?? true) ? -1 : 1;
  return (one, other) => {
    for (const [at, value] of one.values.entries()) {
      const order = compare(value, other.values[at]);
      if (order !== 0) return sign * order;
    }
    return 0;
  };
}
