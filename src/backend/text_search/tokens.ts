/**
 * Tokenization: lower case, without accents, split at everything except letters and digits (also at
 * underscores, so that `sample` finds `kibana_sample_data`). Scripts without spaces are split into
 * single characters, and a word of several becomes a phrase.
 */
import { SAVED_OBJECTS_LIMITS } from '../../contracts/limits';

const { searchedFieldLength, searchedLength, searchedFields } = SAVED_OBJECTS_LIMITS;

const WORD =
  /(?=[\p{L}\p{N}])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}])+/gu;

const ASCII_ONLY = /^[\x20-\x7e]*$/;
const ASCII_WORD = /[a-z0-9]+/g;

/** The words of a text, in order. */
export function tokenize(text: string): string[] {
  const lower = text.toLowerCase();
  if (ASCII_ONLY.test(lower)) return lower.match(ASCII_WORD) ?? [];
  // Some characters expand to whole phrases. No script needs more than this.
  return (
    fold(lower)
      .slice(0, 4 * text.length)
      .match(WORD) ?? []
  );
}

/** Sort key of a title: readers' order instead of byte order. */
export const sortKey = (text: string): string =>
  fold(text.trimStart().slice(0, 1_024).trimEnd().toLowerCase())
    .replace(/[\u0000-\u001f\p{Cs}]/gu, ' ')
    .slice(0, 256);

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Path and text of all searchable attributes of an object: nested ones by dotted path, without JSON
 * text (such as `panelsJSON`), like the mappings of OpenSearch Dashboards. Text beyond the limits
 * of an object is stored but not searchable.
 */
class SearchableFields {
  readonly found: Array<[path: string, text: string]> = [];
  private length = 0;

  constructor(attributes: Readonly<Record<string, unknown>>, titleField: string) {
    // First, so that the title is searchable however many attributes there are.
    if (Object.hasOwn(attributes, titleField)) this.collect(attributes[titleField], titleField, 1);
    for (const [name, value] of Object.entries(attributes))
      if (name !== titleField) this.collect(value, name, 1);
  }

  private get isFull(): boolean {
    return this.length >= searchedLength || this.found.length >= searchedFields;
  }

  private collect(value: unknown, path: string, depth: number): void {
    if (this.isFull) return;
    if (typeof value === 'string') {
      if (value !== '' && !/^\s*[[{]/.test(value)) this.add(path, value);
    } else if (typeof value === 'number') {
      this.add(path, String(value));
    } else if (value !== null && typeof value === 'object' && depth < MAX_DEPTH) {
      const isList = Array.isArray(value);
      for (const key in value) {
        if (this.isFull) return;
        const item = (value as Record<string, unknown>)[key];
        this.collect(item, isList ? path : `${path}.${key}`, depth + 1);
      }
    }
  }

  private add(path: string, text: string): void {
    const searched = text.slice(0, Math.min(searchedFieldLength, searchedLength - this.length));
    this.length += searched.length;
    this.found.push([path, searched]);
  }
}

/** Path and text of all searchable attributes of an object. */
export const searchedTexts = (
  attributes: Readonly<Record<string, unknown>>,
  titleField: string
): ReadonlyArray<readonly [path: string, text: string]> =>
  new SearchableFields(attributes, titleField).found;

/** Depth of nested objects whose text is searchable. */
const MAX_DEPTH = 5;

/**
 * Prefix that limits a word to one attribute: eight characters, from a 32-bit FNV-1a hash of the
 * path. A hash collision can only add matches.
 */
export function fieldPrefix(path: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < path.length; index++) {
    hash = Math.imul(hash ^ path.charCodeAt(index), 0x01000193) >>> 0;
  }
  return `f${hash.toString(36).padStart(7, '0')}`;
}

/** A word that no search can contain, so that phrases do not match across attributes. */
const BORDER = ' zzzzborderzzzz ';

/** Columns of an object in the full-text index. */
export function toWords(
  attributes: Readonly<Record<string, unknown>>,
  titleField: string
): { title: string; description: string; rest: string; fields: string } {
  const columns = {
    title: [] as string[],
    description: [] as string[],
    rest: [] as string[],
    fields: [] as string[],
  };
  for (const [path, text] of searchedTexts(attributes, titleField)) {
    const words = tokenize(text);
    if (path === titleField) columns.title.push(words.join(' '));
    else if (path === 'description') columns.description.push(words.join(' '));
    else {
      const prefix = fieldPrefix(path);
      columns.rest.push(words.join(' '));
      columns.fields.push(words.map((word) => prefix + word).join(' '));
    }
  }
  return {
    title: columns.title.join(BORDER),
    description: columns.description.join(BORDER),
    rest: columns.rest.join(BORDER),
    fields: columns.fields.join(BORDER),
  };
}
