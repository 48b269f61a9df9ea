/**
 * Answers as JSON within a budget. They are measured before they are written, since writing is what
 * costs; large ones go out in slices, so that nobody waits for them but who asked.
 */
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HTTP_LIMITS } from '../../../common';

/**
 * Strings up to here count by their length: asking for their bytes would cost more than it tells.
 */
const SHORT_STRING = 256;
const TYPICAL_SCALAR_BYTES = 5;

/** Whether a value is larger than `limit` bytes as JSON, about; looks no further than that. */
export function isJsonLargerThan(value: unknown, limit: number): boolean {
  let left = limit;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') left -= textBytes(next) + 3;
    else if (typeof next !== 'object' || next === null) left -= TYPICAL_SCALAR_BYTES;
    else if (Array.isArray(next)) {
      left -= next.length + 2;
      if (left < 0) return true;
      for (const item of next) open.push(item);
    } else {
      left -= 2;
      for (const key in next) {
        left -= textBytes(key) + 4;
        if (left < 0) return true;
        open.push((next as Record<string, unknown>)[key]);
      }
    }
    if (left < 0) return true;
  }
  return false;
}

const textBytes = (text: string): number =>
  text.length <= SHORT_STRING ? text.length : Buffer.byteLength(text);

/**
 * JSON of a value: at once when it is small, else as a stream that lets others in between its
 * slices.
 */
export function jsonResponse(value: unknown): string | Readable | undefined {
  return isJsonLargerThan(value, HTTP_LIMITS.answerSliceBytes)
    ? Readable.from(slices(value), { objectMode: false })
    : JSON.stringify(value);
}

async function* slices(value: unknown): AsyncGenerator<string> {
  let waiting = '';
  for (const piece of pieces(value)) {
    waiting += piece;
    if (waiting.length < HTTP_LIMITS.answerSliceBytes) continue;
    yield waiting;
    waiting = '';
    await nextTurn();
  }
  yield waiting;
}

/**
 * The JSON text of a value in parts of which none is much longer than a slice, long strings aside.
 */
function* pieces(value: unknown): Generator<string> {
  if (!isContainer(value) || !isJsonLargerThan(value, HTTP_LIMITS.answerSliceBytes)) {
    yield JSON.stringify(value) ?? 'null';
  } else if (Array.isArray(value)) {
    let before = '[';
    for (const item of value) {
      yield before;
      yield* pieces(item);
      before = ',';
    }
    yield ']';
  } else {
    let before = '{';
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined || typeof member === 'function') continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* pieces(member);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  }
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { toJSON?: unknown }).toJSON !== 'function';
