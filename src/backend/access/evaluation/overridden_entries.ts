/**
 * Since 3.0 a cluster keeps one restriction of each kind per role and index: of several entries of
 * a role that fit an index the last one restricts it, the others are without effect. `*` has a
 * place of its own beside them, and so has each list of patterns that depend on the user or the
 * time.
 * Source: docs/reference/engine.md#documents-fields-and-masks.
 */
import type { Subject } from './attributes';
import type { IndexTarget } from './index_targets';
import { matchesTarget } from './permission_check';
import type { PlacedEntry } from './role_set_access';

/** For whom and what, and epoch milliseconds. */
export interface Place {
  readonly target: IndexTarget;
  readonly subject: Subject;
  readonly nowMs: number;
}

/**
 * @param entries - that restrict the target in one and the same way, in the order of their roles
 * @returns those that no later one of the same role displaces
 */
export function dropOverridden(entries: readonly PlacedEntry[], place: Place): readonly PlacedEntry[] {
  if (entries.length < 2) return entries;
  const last = new Map<string, PlacedEntry>();
  for (const one of entries)
    for (const seat of seatsOf(one, place)) last.set(JSON.stringify([one.role, seat]), one);
  const kept = new Set(last.values());
  return entries.filter((one) => kept.has(one));
}

const EVERYTHING = '*';
const FIXED = '';

function seatsOf({ entry }: PlacedEntry, { target, subject, nowMs }: Place): readonly string[] {
  if (entry.patterns.patterns.includes(EVERYTHING)) return [EVERYTHING];
  const { fixed, dependent } = entry.patterns.parts;
  const seats: string[] = [];
  if (fixed && matchesTarget(fixed, target, subject, nowMs)) seats.push(FIXED);
  if (dependent && matchesTarget(dependent, target, subject, nowMs)) seats.push(dependent.key);
  return seats;
}
