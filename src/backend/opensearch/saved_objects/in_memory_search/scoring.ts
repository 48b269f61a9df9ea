/** Whether an object is one that is asked for, and how well it fits. */
import type { StoredObject, StoreQuery } from '../../../api/saved_objects';
import { toWordNode } from '../../../text_search/word_node';
import { meets } from './filter_match';
import { scoreOf, wordsIn } from './word_match';

/** The attribute that names objects of a type. */
export function titleFieldOf({ types }: StoreQuery): (type: string) => string {
  const titles = new Map(types.map(({ name, titleField }) => [name, titleField]));
  return (type) => titles.get(type) ?? 'title';
}

/** @returns 0 for what is not wanted */
export function scoringOf(query: StoreQuery): (object: StoredObject) => number {
  const { search, searchFields, filter } = query;
  const titleField = titleFieldOf(query);
  const words = search && toWordNode(search);
  const paths = new Set((searchFields ?? []).map((field) => field.replace(/\^[\d.]+$/, '')));
  const isEverywhere = paths.size === 0 || paths.has('*');
  return (object) => {
    if (filter && !meets(object, filter, titleField)) return 0;
    if (!words) return 1;
    const title = titleField(object.type);
    const texts = wordsIn(object.attributes, title);
    return scoreOf(
      words,
      isEverywhere ? texts : texts.filter(({ path }) => paths.has(path)),
      title
    );
  };
}
