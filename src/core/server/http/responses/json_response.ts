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

/** Values that are measured without letting other work run. */
const STEP = 20_000;

/** Items of a long list that are not measured yet. */
class Remaining {
  constructor(
    readonly items: readonly unknown[],
    readonly from: number
  ) {}
}

/** Takes a step of at most about {@link STEP} values at a time. */
function* measure(value: unknown, limit: number): Generator<undefined, number> {
  let bytes = 0;
  let values = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && bytes <= limit) {
    if (++values % STEP === 0) yield;
    const next = open.pop();
    if (typeof next === 'string') bytes += textBytes(next) + 3;
    else if (typeof next !== 'object' || next === null) bytes += TYPICAL_SCALAR_BYTES;
    else if (next instanceof Remaining) {
      const { items, from } = next;
      const to = Math.min(items.length, from + STEP);
      if (to < items.length) open.push(new Remaining(items, to));
      for (let at = from; at < to; at++) open.push(items[at]);
    } else if (Array.isArray(next)) {
      bytes += next.length + 2;
      open.push(new Remaining(next, 0));
    } else {
      bytes += 2;
      for (const key in next) {
        bytes += textBytes(key) + 4;
        if (bytes > limit) break;
        open.push((next as Record<string, unknown>)[key]);
      }
    }
  }
  return bytes;
}

/** About the bytes of a value's JSON. Stops at some number above `limit`. */
export function jsonBytes(value: unknown, limit: number): number {
  const steps = measure(value, limit);
  for (;;) {
    const { done, value: bytes } = steps.next();
    if (done) return bytes;
  }
}

/** Like {@link jsonBytes}, and lets other work run in between. */
export async function jsonBytesInSteps(value: unknown, limit: number): Promise<number> {
  const steps = measure(value, limit);
  for (;;) {
    const { done, value: bytes } = steps.next();
    if (done) return bytes;
    await nextTurn();
  }
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
