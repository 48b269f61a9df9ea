/**
 * Translates the escapes of Java regular expressions to the syntax that RE2 and JavaScript share.
 */

import { RE2JS } from 're2js';

/** In Java, `\p{Alpha}` and similar classes are US-ASCII. */
const POSIX: Readonly<Record<string, string>> = {
  Lower: 'a-z',
  Upper: 'A-Z',
  ASCII: '\\x00-\\x7F',
  Alpha: 'A-Za-z',
  Digit: '0-9',
  Alnum: 'A-Za-z0-9',
  Punct: '!-\\/:-@\\[-`\\{-~',
  Graph: '!-~',
  Print: ' -~',
  Blank: ' \\t',
  Cntrl: '\\x00-\\x1F\\x7F',
  XDigit: '0-9A-Fa-f',
  Space: ' \\t\\n\\x0B\\f\\r',
};
/** Java's `\h`: horizontal white space. */
const HORIZONTAL = ' \\t\\xA0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000';
const CATEGORY = /\\([pP])(?:\{(?:Is)?([A-Za-z]{1,20})\}|([A-Z]))/y;

/**
 * Translates a character class escape: `\d`, `\p{L}`, `\h`.
 * @param isInClass - whether it is already inside brackets
 * @returns `undefined` if there is none at this position
 */
export function classEscape(
  source: string,
  at: number,
  isInClass: boolean
): { readonly text: string; readonly length: number } | undefined {
  const letter = source[at + 1] ?? '';
  if (/[dDwWsS]/.test(letter)) return { text: `\\${letter}`, length: 2 };
  if (letter === 'h') return { text: isInClass ? HORIZONTAL : `[${HORIZONTAL}]`, length: 2 };
  CATEGORY.lastIndex = at;
  const [whole, kind, named, short] = CATEGORY.exec(source) ?? [];
  if (whole === undefined) return undefined;
  const name = named ?? short ?? '';
  const ranges = Object.hasOwn(POSIX, name) ? POSIX[name] : undefined;
  const length = whole.length;
  if (ranges === undefined)
    return isCategory(name) ? { text: `\\${kind ?? ''}{${name}}`, length } : undefined;
  if (kind === 'P') return isInClass ? undefined : { text: `[^${ranges}]`, length };
  return { text: isInClass ? ranges : `[${ranges}]`, length };
}

const categories = new Map<string, boolean>();
const MAX_CATEGORIES = 1_000;

/** Whether the Unicode property exists: `L`, `Lu`, `Greek`. */
function isCategory(name: string): boolean {
  const known = categories.get(name);
  if (known !== undefined) return known;
  let isKnown = true;
  try {
    RE2JS.compile(`\\p{${name}}`);
  } catch {
    isKnown = false;
  }
  if (categories.size >= MAX_CATEGORIES) categories.clear();
  categories.set(name, isKnown);
  return isKnown;
}

const CONTROL: Readonly<Record<string, string>> = {
  t: '\t',
  n: '\n',
  r: '\r',
  f: '\f',
  a: '\x07',
  e: '\x1b',
};
const CODE =
  /\\(?:0([0-3]?[0-7]{1,2})|x([0-9a-fA-F]{2})|x\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|c([A-Za-z]))/y;

/** @returns the character of an escape; `undefined` for an unknown escape */
export function singleCharacter(
  source: string,
  at: number
): { readonly char: string; readonly length: number } | undefined {
  const letter = source[at + 1];
  if (letter === undefined) return undefined;
  if (Object.hasOwn(CONTROL, letter)) return { char: CONTROL[letter] as string, length: 2 };
  CODE.lastIndex = at;
  const [whole, octal, short, long, unicode, control] = CODE.exec(source) ?? [];
  if (whole !== undefined) {
    const code =
      control !== undefined
        ? control.toUpperCase().charCodeAt(0) ^ 64
        : octal !== undefined
          ? parseInt(octal, 8)
          : parseInt(short ?? long ?? unicode ?? '', 16);
    return code > 0x10ffff ? undefined : { char: String.fromCodePoint(code), length: whole.length };
  }
  if (/[A-Za-z0-9]/.test(letter)) return undefined;
  const char = String.fromCodePoint(source.codePointAt(at + 1) as number);
  return { char, length: 1 + char.length };
}

export const literal = (char: string): string =>
  /[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char;

export const literalInClass = (char: string): string =>
  /[\\^\-[\]]/.test(char) ? `\\${char}` : char;
