/**
 * The entries of a large JSON object one by one, so that nobody waits until all of it is parsed,
 * and what has not changed is not parsed at all.
 */
const QUOTE = 34;
const BACKSLASH = 92;
const OPENING: ReadonlySet<number> = new Set([91, 123]);
const CLOSING: ReadonlySet<number> = new Set([93, 125]);
const SPACE = /\s*/y;

/**
 * @param text - a JSON object as a server writes it: what is not JSON is found out when the entry
 *   is parsed, or here
 * @throws {SyntaxError} when it is no object, or ends too early
 */
export function* jsonEntries(text: string): Generator<readonly [name: string, value: string]> {
  let at = after(text, 0, '{');
  if (text[skipped(text, at)] === '}') return;
  for (;;) {
    at = skipped(text, at);
    const nameEnd = stringEnd(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const start = skipped(text, after(text, nameEnd, ':'));
    const end = valueEnd(text, start);
    yield [name, text.slice(start, end)];
    at = skipped(text, end);
    if (text[at] === '}') return;
    at = after(text, at, ',');
  }
}

function skipped(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.test(text);
  return SPACE.lastIndex;
}

function after(text: string, at: number, character: string): number {
  const place = skipped(text, at);
  if (text[place] !== character)
    throw new SyntaxError(`Expected "${character}" at character ${place} of the answer.`);
  return place + 1;
}

/** @returns the place behind the closing quote */
function stringEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== QUOTE)
    throw new SyntaxError(`Expected a text at character ${at} of the answer.`);
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  throw new SyntaxError('The answer ends inside a text.');
}

/** @returns the place behind an object or list */
function valueEnd(text: string, start: number): number {
  for (let at = start, depth = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at);
      continue;
    }
    at++;
    if (OPENING.has(code)) depth++;
    else if (CLOSING.has(code) && --depth === 0) return at;
    else if (depth === 0) break;
  }
  throw new SyntaxError(`Expected an object at character ${start} of the answer.`);
}
