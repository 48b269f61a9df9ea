/**
 * How text becomes searchable words: lower case, without accents, split at everything that is neither
 * letter nor digit (underscore included, so that `sample` finds `kibana_sample_data`). Scripts written
 * without spaces are split into single characters, and a word of several becomes a phrase.
 */

/** Longest text of one attribute that is searched, characters. */
const MAX_FIELD_LENGTH = 8_192;

const WORD =
  /(?=[\p{L}\p{N}])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}])+/gu;

const ASCII_ONLY = /^[\x20-\x7e]*$/;
const ASCII_WORD = /[a-z0-9]+/g;

/** The words of a text, in order. */
export function tokenize(text: string): string[] {
  const lower = text.toLowerCase();
  if (ASCII_ONLY.test(lower)) return lower.match(ASCII_WORD) ?? [];
  return fold(lower).match(WORD) ?? [];
}

/** Text by which titles are sorted: as people read, not as bytes lie. */
export const sortKey = (text: string): string =>
  fold(text.trim().toLowerCase())
    .replace(/[\u0000-\u001f\p{Cs}]/gu, ' ')
    .slice(0, 256);

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Attribute path and text of every searchable string of an object: nested ones by dotted path, JSON text
 * (`panelsJSON` and its kind) left out, as the ecosystem's mappings do.
 */
function searchableFields(
  attributes: Readonly<Record<string, unknown>>
): Array<[path: string, text: string]> {
  const found: Array<[string, string]> = [];
  collect(attributes, '', found, 0);
  return found;
}

const MAX_DEPTH = 5;

function collect(
  value: unknown,
  path: string,
  found: Array<[string, string]>,
  depth: number
): void {
  if (typeof value === 'string') {
    if (value !== '' && !/^\s*[[{]/.test(value))
      found.push([path, value.slice(0, MAX_FIELD_LENGTH)]);
  } else if (typeof value === 'number') {
    found.push([path, String(value)]);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, path, found, depth + 1);
  } else if (value !== null && typeof value === 'object' && depth < MAX_DEPTH) {
    for (const [key, item] of Object.entries(value)) {
      collect(item, path === '' ? key : `${path}.${key}`, found, depth + 1);
    }
  }
}

/**
 * Prefix that puts a word into the vocabulary of one attribute: eight letters, from a 32-bit FNV-1a hash
 * of the path. Two attributes of one hash would only find more than asked.
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
  for (const [path, text] of searchableFields(attributes)) {
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
