/**
 * Wildcards: `*` matches any text, `?` one UTF-16 code unit. Time is linear in the length of the
 * value: each segment between two stars is searched once, from left to right, without backtracking.
 */

type Test = (value: string) => boolean;

interface Segment {
  readonly length: number;
  readonly isAt: (value: string, at: number) => boolean;
  /** First match position from `from`, or -1. */
  readonly find: (value: string, from: number) => number;
}

export function compileWildcard(pattern: string): Test {
  const [first = '', ...others] = pattern.split(/\*+/);
  const start = toSegment(first);
  const last = others.pop();
  if (last === undefined) {
    return (value) => value.length === start.length && start.isAt(value, 0);
  }
  if (others.length === 0 && last === '') return (value) => start.isAt(value, 0);
  const middle = others.map(toSegment);
  const end = toSegment(last);
  return (value) => {
    const limit = value.length - end.length;
    if (!start.isAt(value, 0) || !end.isAt(value, limit)) return false;
    let at = start.length;
    for (const segment of middle) {
      const found = segment.find(value, at);
      if (found < 0) return false;
      at = found + segment.length;
    }
    return at <= limit;
  };
}

export const matchesWildcard = (pattern: string, value: string): boolean =>
  compileWildcard(pattern)(value);

function toSegment(text: string): Segment {
  if (!text.includes('?')) {
    return {
      length: text.length,
      isAt: (value, at) => value.startsWith(text, at),
      find: (value, from) => value.indexOf(text, from),
    };
  }
  let search: Segment['find'] | undefined;
  return {
    length: text.length,
    isAt: (value, at) => isAt(text, value, at),
    find: (value, from) => (search ??= bitSearch(text))(value, from),
  };
}

function isAt(text: string, value: string, at: number): boolean {
  if (at + text.length > value.length) return false;
  for (let index = 0; index < text.length; index++) {
    if (text[index] !== '?' && text[index] !== value[at + index]) return false;
  }
  return true;
}

const BITS = 32;

/**
 * The shift-and algorithm: tracks all possible start positions of the segment in parallel, one bit
 * each. Unlike a plain search for a segment with `?`, it never backtracks.
 */
function bitSearch(text: string): Segment['find'] {
  const words = Math.ceil(text.length / BITS);
  const anyUnit = new Uint32Array(words);
  const byUnit = new Map<number, Uint32Array>();
  const set = (mask: Uint32Array, index: number) => {
    mask[index >>> 5] = (mask[index >>> 5] as number) | (1 << (index & 31));
  };
  for (let index = 0; index < text.length; index++) if (text[index] === '?') set(anyUnit, index);
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '?') continue;
    const unit = text.charCodeAt(index);
    const mask = byUnit.get(unit) ?? anyUnit.slice();
    set(mask, index);
    byUnit.set(unit, mask);
  }
  const lastWord = words - 1;
  const lastBit = 1 << ((text.length - 1) & 31);
  return (value, from) => {
    const state = new Uint32Array(words);
    for (let at = from; at < value.length; at++) {
      const mask = byUnit.get(value.charCodeAt(at)) ?? anyUnit;
      let carry = 1;
      for (let word = 0; word < words; word++) {
        const bits = state[word] as number;
        state[word] = ((bits << 1) | carry) & (mask[word] as number);
        carry = bits >>> 31;
      }
      if (((state[lastWord] as number) & lastBit) !== 0) return at - text.length + 1;
    }
    return -1;
  };
}
