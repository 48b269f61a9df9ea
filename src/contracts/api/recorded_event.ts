/** Audit events as a source of what users did. */
import { ACTIVITY_LIMITS } from '../limits/activity';

/** What an audit event says about a permission that was checked. */
export interface CheckedPermission {
  readonly isGranted: boolean;
  readonly user: string;
  readonly action: string;
  /**
   * Names of indices and aliases. Wildcards that were resolved say nothing more; a requested alias
   * may be what a role names.
   */
  readonly names: readonly string[];
  /** Epoch milliseconds. */
  readonly atMs: number;
}

type Json = Readonly<Record<string, unknown>>;

export const GRANTED = 'GRANTED_PRIVILEGES';
export const DENIED = 'MISSING_PRIVILEGES';

/**
 * @param document - an audit event of any category
 * @returns `undefined` for other events. Permissions of the REST layer have no name.
 */
export function getCheckedPermission(document: Json): CheckedPermission | undefined {
  const category = document['audit_category'];
  const user = document['audit_request_effective_user'];
  const action = document['audit_request_privilege'];
  if (category !== GRANTED && category !== DENIED) return undefined;
  if (typeof user !== 'string' || typeof action !== 'string') return undefined;
  const atMs = Date.parse(String(document['@timestamp'] ?? document['audit_utc_timestamp']));
  if (Number.isNaN(atMs)) return undefined;
  const names = [
    ...toTexts(document['audit_trace_resolved_indices']),
    ...toTexts(document['audit_trace_indices']),
  ].filter((name) => !isWildcard(name));
  return { isGranted: category === GRANTED, user, action, names: [...new Set(names)], atMs };
}

/**
 * @param line - of a file: an event, or a hit of a search with `_source`
 * @returns `undefined` for other lines, and for longer ones
 */
export function auditEventIn(line: string): Json | undefined {
  if (line.length > ACTIVITY_LIMITS.lineLength) return undefined;
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const { _source: source } = parsed as Json;
    return (typeof source === 'object' && source !== null ? source : parsed) as Json;
  } catch {
    return undefined;
  }
}

const BULK = 'indices:data/write/bulk';
/** Without updates: one that changes nothing runs no bulk request. */
const SINGLE_WRITES: ReadonlySet<string> = new Set([
  'indices:data/write/index',
  'indices:data/write/delete',
]);

/** Whether a request writes one document. It runs as a bulk request, which is recorded as well. */
export const isSingleWrite = (action: string): boolean => SINGLE_WRITES.has(action);

/**
 * Bulk requests are recorded without their indices. Those that only run writes of single documents
 * add nothing, and are left out, so that they do not stand for every index.
 *
 * @param singleWrites - requests that write one document, by user
 */
export function withoutSingleWrites<
  T extends { readonly user: string; readonly action: string; readonly count: number },
>(
  used: ReadonlyArray<T & { readonly index?: string }>,
  singleWrites: ReadonlyMap<string, number>
): readonly T[] {
  return used.flatMap((use) => {
    if (use.action !== BULK || use.index !== undefined) return [use];
    const count = use.count - (singleWrites.get(use.user) ?? 0);
    return count > 0 ? [{ ...use, count }] : [];
  });
}

export const isWildcard = (name: string): boolean => /[*?]/.test(name);

const toTexts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
