/**
 * Measures a JSON text before it is parsed: nesting, values, items. The cost depends only on the
 * length. Invalid JSON passes, for the parser to reject.
 */
import { CodedError, SERVER_ERRORS } from '../../../../contracts/errors';
import type { JsonBudget } from '../types';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Returns an error if the text exceeds a limit, else undefined. */
export function jsonProblem(
  text: string,
  { depth, values, items }: JsonBudget
): CodedError | undefined {
  /** Number of commas so far on each level. */
  const commas = new Int32Array(depth + 1);
  let level = 0;
  let found = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (level === depth) return new CodedError(SERVER_ERRORS.jsonTooDeep, { limit: depth });
        commas[++level] = 0;
        found++;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        if (level > 0) level--;
        break;
      case COMMA:
        found++;
        if (++(commas[level] as number) >= items && level > 0)
          return new CodedError(SERVER_ERRORS.jsonTooManyItems, { limit: items });
        break;
    }
    if (found > values) return new CodedError(SERVER_ERRORS.jsonTooManyValues, { limit: values });
  }
  return undefined;
}

/** Index at which the string that starts at `start` ends; the end of the text if unterminated. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
}
