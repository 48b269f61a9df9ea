/** Variables such as `${user.name}` in patterns and queries. */

/** Innermost variables first; deeper nesting than this is left as it is. */
const MAX_DEPTH = 10;

/**
 * Replaces variables, also those in the default value of another one (`${a:-${b}}`).
 * @param pattern - matches an innermost variable, and what has to be skipped; global
 * @param replace - what stands for a match
 */
export function replaceVariables(
  text: string,
  replace: (variable: string) => string,
  pattern: RegExp = VARIABLE
): string {
  let current = text;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const next = current.replace(pattern, replace);
    if (next === current) break;
    current = next;
  }
  return current;
}

const VARIABLE = /\$\{[^${}]*\}/g;

/**
 * A text in JSON, or a variable outside of one. A text without its end matches too: otherwise each
 * of its quotes would be tried as the beginning of another one, in quadratic time.
 */
export const TEXT_OR_VARIABLE = /"(?:[^"\\]|\\.)*"?|\$\{[^${}]+\}/gs;

/** The outermost variables of a text. */
export function variablesIn(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.startsWith('${', at) && depth++ === 0) start = at;
    if (text[at] === '}' && depth > 0 && --depth === 0) found.push(text.slice(start, at + 1));
  }
  return found;
}
