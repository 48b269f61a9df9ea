/**
 * The difference of two JSON values as a JSON Patch (RFC 6902) of `add`, `remove` and `replace`, readable
 * rather than minimal: lists are compared between their common beginning and end.
 */
import { isJsonObject } from '../model/entity_shape';
import { isSameJson } from '../rest/json_patch';

export interface DiffOperation {
  readonly op: 'add' | 'remove' | 'replace';
  /** JSON Pointer (RFC 6901). */
  readonly path: string;
  readonly value?: unknown;
}

/** Applied in order to `before` the result gives `after`. */
export function jsonDiff(before: unknown, after: unknown, path = ''): readonly DiffOperation[] {
  if (isSameJson(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) return objectDiff(before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return listDiff(before, after, path);
  return [{ op: 'replace', path, value: after }];
}

type Json = Readonly<Record<string, unknown>>;

function objectDiff(before: Json, after: Json, path: string): readonly DiffOperation[] {
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const present = Object.keys(after).flatMap((key): readonly DiffOperation[] => {
    const at = `${path}/${escaped(key)}`;
    if (Object.hasOwn(before, key)) return jsonDiff(before[key], after[key], at);
    return [{ op: 'add', path: at, value: after[key] }];
  });
  return [
    ...removed.map((key) => ({ op: 'remove' as const, path: `${path}/${escaped(key)}` })),
    ...present,
  ];
}

function listDiff(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string
): readonly DiffOperation[] {
  const shorter = Math.min(before.length, after.length);
  const start = sharedLength(shorter, (i) => isSameJson(before[i], after[i]));
  const end = sharedLength(shorter - start, (i) => isSameJson(before.at(-1 - i), after.at(-1 - i)));
  const old = before.slice(start, before.length - end);
  const wanted = after.slice(start, after.length - end);
  const both = Math.min(old.length, wanted.length);
  const changed = wanted
    .slice(0, both)
    .flatMap((value, i) => jsonDiff(old[i], value, `${path}/${start + i}`));
  const removed = old
    .slice(both)
    .map(() => ({ op: 'remove' as const, path: `${path}/${start + both}` }));
  const added = wanted
    .slice(both)
    .map((value, i) => ({ op: 'add' as const, path: `${path}/${start + both + i}`, value }));
  return [...changed, ...removed, ...added];
}

function sharedLength(max: number, isShared: (index: number) => boolean): number {
  let length = 0;
  while (length < max && isShared(length)) length++;
  return length;
}

/** RFC 6901, section 3. */
export const escaped = (segment: string): string =>
  segment.replaceAll('~', '~0').replaceAll('/', '~1');
