/** Parses JSON as strictly as OpenSearch: duplicate keys are errors, and the shape is limited. */
import { HTTP_LIMITS } from '../../contracts/limits';
import { LimitExceededError } from '../scheduling/limit_exceeded';

const { jsonDepth, jsonItems, jsonValues } = HTTP_LIMITS;

/**
 * @throws {LimitExceededError} before parsing, so that no deeply nested value is created
 * @throws {SyntaxError} for malformed text or a duplicate key
 */
export function parseJson(source: string): unknown {
  const text = source.slice(0, checkShape(source));
  const value: unknown = JSON.parse(text);
  checkKeys(text);
  return value;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Checks the limits in one pass over the characters, whether or not the text is valid JSON.
 * @returns the end of the first value; like OpenSearch, the parser ignores the rest
 */
function checkShape(source: string): number {
  let end = source.length;
  const start = source.search(/\S/);
  /** Number of commas in each open container. */
  const open: number[] = [];
  let values = 1;
  for (let at = 0; at < source.length; at++) {
    const unit = source.charCodeAt(at);
    if (unit === QUOTE) {
      at = endOfString(source, at);
      if (open.length === 0) end = Math.min(end, at + 1);
    } else if (open.length === 0 && at > start && isSpace(unit)) {
      end = Math.min(end, at);
    } else if (unit === COMMA) {
      values++;
      const commas = (open.at(-1) ?? 0) + 1;
      if (open.length > 0) open[open.length - 1] = commas;
      refuseBeyond(commas + 1, jsonItems, 'items in one array or object');
    } else if (isOpening(unit)) {
      values++;
      open.push(0);
      refuseBeyond(open.length, jsonDepth, 'levels of objects and arrays inside one another');
    } else if (isClosing(unit)) {
      open.pop();
      if (open.length === 0) end = Math.min(end, at + 1);
    }
  }
  refuseBeyond(values, jsonValues, 'values');
  return end;
}

/** Tab, line feed, carriage return or space. */
const isSpace = (unit: number): boolean =>
  unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;
/** `{` or `[` */
const isOpening = (unit: number): boolean => unit === 0x7b || unit === 0x5b;
/** `}` or `]` */
const isClosing = (unit: number): boolean => unit === 0x7d || unit === 0x5d;

function endOfString(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source.charCodeAt(at) !== QUOTE)
    at += source.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

function refuseBeyond(count: number, limit: number, what: string): void {
  if (count > limit) throw new LimitExceededError(`The body holds more than ${limit} ${what}.`);
}

/** Rejects duplicate keys in text that is known to be valid JSON. */
function checkKeys(source: string): void {
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;
  /** One entry per open container; arrays have no keys. */
  const open: (Set<string> | undefined)[] = [];
  let lastString = '';
  for (let match = tokens.exec(source); match; match = tokens.exec(source)) {
    const token = match[0];
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') addKey(open.at(-1), lastString);
    else lastString = token;
  }
}

function addKey(keys: Set<string> | undefined, token: string): void {
  const key = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  if (keys?.has(key)) throw new SyntaxError(`Duplicate field '${key.slice(0, 100)}'`);
  keys?.add(key);
}

/**
 * Checks the same limits for parsed JSON. Iterative, so that deep values cannot overflow the stack.
 * @throws {LimitExceededError}
 */
export function checkParsed(root: unknown): void {
  const pending: { readonly value: unknown; readonly depth: number }[] = [
    { value: root, depth: 0 },
  ];
  let values = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next;
    refuseBeyond(++values, jsonValues, 'values');
    if (typeof value !== 'object' || value === null) continue;
    refuseBeyond(depth + 1, jsonDepth, 'levels of objects and arrays inside one another');
    const children: unknown[] = Object.values(value);
    refuseBeyond(children.length, jsonItems, 'items in one array or object');
    for (const child of children) pending.push({ value: child, depth: depth + 1 });
  }
}
