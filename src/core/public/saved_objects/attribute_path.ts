/**
 * Reads and writes members of plain data by a dotted path (`a.b.c`, `list[0].name`).
 * Names that lead into prototypes are treated as absent and never written.
 */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);

type Container = Record<string, unknown>;

const segmentsOf = (path: string): string[] =>
  path
    .replace(/\[([^\]]*)\]/g, '.$1')
    .split('.')
    .filter(Boolean);

export function getAtPath(source: unknown, path: string): unknown {
  return locate(source, path)?.value;
}

export function hasAtPath(source: unknown, path: string): boolean {
  return locate(source, path) !== undefined;
}

/** Creates missing levels: an array where the next segment is an index, else an object. */
export function setAtPath<T>(target: T, path: string, value: unknown): T {
  const segments = segmentsOf(path);
  if (segments.length === 0 || segments.some((segment) => FORBIDDEN.has(segment))) return target;
  let container = target as Container;
  segments.slice(0, -1).forEach((segment, index) => {
    const existing = container[segment];
    if (typeof existing !== 'object' || existing === null) {
      container[segment] = /^\d+$/.test(segments[index + 1] ?? '') ? [] : {};
    }
    container = container[segment] as Container;
  });
  container[segments.at(-1) as string] = value;
  return target;
}

function locate(source: unknown, path: string): { readonly value: unknown } | undefined {
  const segments = segmentsOf(path);
  if (segments.length === 0) return undefined;
  let value = source;
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment))
      return undefined;
    value = (value as Container)[segment];
  }
  return { value };
}
