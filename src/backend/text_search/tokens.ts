/**
 * How text becomes searchable words: lower case, without accents, split at everything that is
 * neither letter nor digit (underscore included, so that `sample` finds `kibana_sample_data`).
 * Scripts written without spaces are split into single characters, and a word of several becomes a
 * phrase.
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
  // Some characters stand for whole phrases; more than this no script needs.
  return (
    fold(lower)
      .slice(0, 4 * text.length)
      .match(WORD) ?? []
  );
}

/** Text by which titles are sorted: as people read, not as bytes lie. */
export const sortKey = (text: string): string =>
  fold(text.trimStart().slice(0, 1_024).trimEnd().toLowerCase())
    .replace(/[\u0000-\u001f\p{Cs}]/gu, ' ')
    .slice(0, 256);

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Attribute path and text of every searchable string of an object: nested ones by dotted path, JSON
 * text (`panelsJSON` and its kind) left out, as the ecosystem's mappings do. What lies beyond the
 * limits of an object is stored all the same, but not found.
 */
class SearchableFields {
  readonly found: Array<[path: string, text: string]> = [];
  private length = 0;

  constructor(attributes: Readonly<Record<string, unknown>>, titleField: string) {
    // The name of an object is found however much else it holds.
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

/** Attribute path and text of all that is searched of an object. */
export const searchedTexts = (
  attributes: Readonly<Record<string, unknown>>,
  titleField: string
): ReadonlyArray<readonly [path: string, text: string]> =>
  new SearchableFields(attributes, titleField).found;

/** Objects inside one another whose texts are searched. */
const MAX_DEPTH = 5;

/**
 * Prefix that puts a word into the vocabulary of one attribute: eight letters, from a 32-bit FNV-1a
 * hash of the path. Two attributes of one hash would only find more than asked.
 */
export function fieldPrefix(path: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < path.length; index++) {
    hash = Math.imul(hash ^ path.charCodeAt(index), 0x01000193) >>> 0;
  }
  return `f${hash.toString(36).padStart(7, '0')}`;
}

/** A word no search can hold; keeps phrases from reaching across attributes. */
const BORDER = ' zzzzborderzzzz ';

/** Columns of the full-text index for one object. */
export function wordsOf(
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
