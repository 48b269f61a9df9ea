/**
 * Minimal formatter for the login page: `{name}` placeholders and `<tag>` rich text, with the same
 * meaning as in full_formatter.ts, which loads with the shell.
 */

/** Transforms the formatted text inside a rich-text tag. */
type RichTextFunction<T> = (chunks: Array<string | T>) => T;
export type FormatValues<T> = Readonly<Record<string, unknown | RichTextFunction<T>>>;

/** A typed argument (`{n, plural, ...}`) or quoting, which this formatter does not support. */
const COMPLEX_SYNTAX = /\{\s*\w+\s*,|'[{}<#]/;
const TOKEN = /\{\s*(\w+)\s*\}|<(\/?)([a-zA-Z][\w-]*)>/g;

export const hasComplexSyntax = (message: string): boolean => COMPLEX_SYNTAX.test(message);

interface OpenTag<T> {
  readonly name: string;
  readonly chunks: Array<string | T>;
}

/**
 * @returns text and values in order; non-primitive values (React nodes) are kept as they are.
 * A placeholder without a value stays visible. A tag without a function among the values is text.
 */
export function formatSimple<T>(message: string, values: FormatValues<T>): Array<string | T> {
  const stack: Array<OpenTag<T>> = [{ name: '', chunks: [] }];
  const top = () => stack[stack.length - 1]!;
  let position = 0;
  for (const match of message.matchAll(TOKEN)) {
    appendText(top().chunks, unquote(message.slice(position, match.index)));
    position = match.index + match[0].length;
    const [whole, argument, closing, tag = ''] = match;
    if (argument !== undefined) {
      appendValue(top().chunks, Object.hasOwn(values, argument) ? values[argument] : whole);
    } else if (typeof values[tag] !== 'function') {
      appendText(top().chunks, whole);
    } else if (closing === '') {
      stack.push({ name: tag, chunks: [] });
    } else if (top().name === tag) {
      const { chunks } = stack.pop()!;
      top().chunks.push((values[tag] as RichTextFunction<T>)(chunks));
    } else {
      appendText(top().chunks, whole);
    }
  }
  appendText(top().chunks, unquote(message.slice(position)));
  // Unclosed tags keep their text.
  while (stack.length > 1) {
    const { chunks } = stack.pop()!;
    for (const chunk of chunks) appendValue(top().chunks, chunk);
  }
  return top().chunks;
}

const unquote = (text: string): string => text.replaceAll("''", "'");

function appendText<T>(chunks: Array<string | T>, text: string): void {
  if (text === '') return;
  const last = chunks[chunks.length - 1];
  if (typeof last === 'string') chunks[chunks.length - 1] = last + text;
  else chunks.push(text);
}

function appendValue<T>(chunks: Array<string | T>, value: unknown): void {
  if (value === null || value === undefined || typeof value === 'boolean') {
    appendText(chunks, value === true || value === false ? String(value) : '');
  } else if (typeof value === 'object' && !(value instanceof Date)) {
    chunks.push(value as T);
  } else {
    appendText(chunks, String(value));
  }
}

/**
 * Approximates a complex message until the full formatter has loaded: the `other` branch of each
 * plural and select, and the plain value of numbers and dates.
 */
export function reduceToSimple(message: string): string {
  let text = '';
  let position = 0;
  while (position < message.length) {
    const match = /^\{\s*(\w+)\s*,/.exec(message.slice(position));
    if (match === null) {
      text += message[position++];
      continue;
    }
    const end = endOfArgument(message, position);
    const branch = otherBranch(message.slice(position + match[0].length, end - 1));
    text +=
      branch === undefined
        ? `{${match[1]}}`
        : reduceToSimple(branch).replaceAll('#', `{${match[1]}}`);
    position = end;
  }
  return text;
}

/** Index after the brace that closes the one at `start`. */
function endOfArgument(message: string, start: number): number {
  let depth = 0;
  for (let index = start; index < message.length; index++) {
    if (message[index] === '{') depth++;
    else if (message[index] === '}' && --depth === 0) return index + 1;
  }
  return message.length;
}

function otherBranch(body: string): string | undefined {
  const match = /\bother\s*\{/.exec(body);
  if (match === null) return undefined;
  const open = match.index + match[0].length - 1;
  return body.slice(open + 1, endOfArgument(body, open) - 1);
}
