/**
 * Sort orders of list columns: an entity sorts by the first of its values. Built on first use and
 * cached until the configuration changes.
 */
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { BitSet } from './bit_set';

/** A value and the name of an entity with it; ascending by value, then by name. */
export type TermPair = readonly [value: string, name: string];

/** Rows sorted by their first value. */
export interface MultiValueSortOrder {
  /** Ascending. */
  readonly valued: readonly number[];
  /** Rows without any value, by name. Listed last in both directions. */
  readonly others: readonly number[];
}

/** The rows to be sorted. */
interface OrderedRows {
  /** All rows, ascending by name. */
  readonly byName: readonly number[];
  slotOf(name: string): number | undefined;
}

/** Pairs per step, which takes a few microseconds each. */
const PIECE = 500;

export function* termOrder(
  rows: OrderedRows,
  pairs: Iterable<TermPair>
): CooperativeTask<MultiValueSortOrder> {
  const placed = new BitSet();
  const valued: number[] = [];
  let count = 0;
  for (const [, name] of pairs) {
    if (++count % PIECE === 0) yield;
    const slot = rows.slotOf(name);
    if (slot === undefined || placed.has(slot)) continue;
    placed.add(slot);
    valued.push(slot);
  }
  return { valued, others: rows.byName.filter((slot) => !placed.has(slot)) };
}

/** The rows of a set in this order. */
export function* inOrder(
  { valued, others }: MultiValueSortOrder,
  found: BitSet,
  isDescending: boolean
): Iterable<number> {
  for (let i = 0; i < valued.length; i++) {
    const slot = valued[isDescending ? valued.length - 1 - i : i] as number;
    if (found.has(slot)) yield slot;
  }
  for (const slot of others) if (found.has(slot)) yield slot;
}
