/** JSON text as strictly as the engine reads it: duplicate keys and extreme nesting are errors. */

/** The engine's parser stops at this depth. */
const MAX_DEPTH = 1_000;

/**
 * @throws {SyntaxError} malformed text, a key twice in one object, nesting beyond 1 000
 */
export function parseJson(source: string): unknown {
  const value: unknown = JSON.parse(source);
  checkStructure(source);
  return value;
}

/** Walks text that is known to be valid JSON. */
function checkStructure(source: string): void {
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;
  /** One entry per open container; arrays have no keys. */
  const open: (Set<string> | undefined)[] = [];
  let lastString = '';
  for (let match = tokens.exec(source); match; match = tokens.exec(source)) {
    const token = match[0];
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : undefined);
      if (open.length > MAX_DEPTH) throw new SyntaxError(`Nesting deeper than ${MAX_DEPTH}`);
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ':') {
      addKey(open.at(-1), lastString);
    } else {
      lastString = token;
    }
  }
}

function addKey(keys: Set<string> | undefined, token: string): void {
  const key = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  if (keys?.has(key)) throw new SyntaxError(`Duplicate field '${key.slice(0, 100)}'`);
  keys?.add(key);
}

/** Whether parsed JSON nests beyond what the engine accepts. Iterative: deep values must not end the stack. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((element) =>
      typeof element === 'object' && element !== null ? (Object.values(element) as unknown[]) : []
    );
  }
  return false;
}
