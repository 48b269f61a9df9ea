/**
 * JSON responses within a size limit. They are measured first, because serialization is expensive.
 * Large ones are serialized in slices, so that they do not delay other requests.
 */
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HTTP_LIMITS } from '../../../common';

/**
 * Up to this length, strings count by their length, because computing the bytes would cost more
 * than it gains.
 */
const SHORT_STRING = 256;
const TYPICAL_SCALAR_BYTES = 5;

/** About the bytes of a value's JSON. Stops at some number above `limit`. */
export function jsonBytes(value: unknown, limit: number): number {
  let bytes = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') bytes += textBytes(next) + 3;
    else if (typeof next !== 'object' || next === null) bytes += TYPICAL_SCALAR_BYTES;
    else if (Array.isArray(next)) {
      bytes += next.length + 2;
      if (bytes > limit) return bytes;
      for (const item of next) open.push(item);
    } else {
      bytes += 2;
      for (const key in next) {
        bytes += textBytes(key) + 4;
        if (bytes > limit) return bytes;
        open.push((next as Record<string, unknown>)[key]);
      }
    }
    if (bytes > limit) return bytes;
  }
  return bytes;
}

const textBytes = (text: string): number =>
  text.length <= SHORT_STRING ? text.length : Buffer.byteLength(text);

/**
 * JSON of a value: a string if it is small, else a stream that yields to the event loop between
 * slices.
 * @param bytes - as `jsonBytes` measured it
 */
export function jsonResponse(value: unknown, bytes: number): string | Readable | undefined {
  return bytes > HTTP_LIMITS.responseSliceBytes
    ? Readable.from(slices(value), { objectMode: false })
    : JSON.stringify(value);
}

async function* slices(value: unknown): AsyncGenerator<string> {
  let waiting = '';
  for (const piece of pieces(value)) {
    waiting += piece;
    if (waiting.length < HTTP_LIMITS.responseSliceBytes) continue;
    yield waiting;
    waiting = '';
    await nextTurn();
  }
  yield waiting;
}

/** Yields the JSON text in parts that are not much longer than a slice, except for long strings. */
function* pieces(value: unknown): Generator<string> {
  if (!isContainer(value) || !isLong(value)) {
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

const isLong = (value: unknown): boolean =>
  jsonBytes(value, HTTP_LIMITS.responseSliceBytes) > HTTP_LIMITS.responseSliceBytes;

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { toJSON?: unknown }).toJSON !== 'function';
