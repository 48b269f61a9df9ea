/**
 * Sort orders of list columns: an entity sorts by the first of its values. Built on first use, and
 * then kept up to date entry by entry.
 */
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { BitSet } from './bit_set';
import { lowerBound } from './lower_bound';

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
  /** Negative if the first row is before the second one, as in `byName`. */
  compareNames(slot: number, other: number): number;
  /** The same by the names as they are written. */
  compareTexts(slot: number, other: number): number;
}

/** Pairs per step, which takes a few microseconds each. */
const PIECE = 500;

export class TermOrder implements MultiValueSortOrder {
  private constructor(
    private readonly rows: OrderedRows,
    readonly valued: number[],
    /** The values of `valued`. */
    private readonly values: string[],
    readonly others: number[]
  ) {}

  static *of(rows: OrderedRows, pairs: Iterable<TermPair>): CooperativeTask<TermOrder> {
    const placed = new BitSet();
    const valued: number[] = [];
    const values: string[] = [];
    let count = 0;
    for (const [value, name] of pairs) {
      if (++count % PIECE === 0) yield;
      const slot = rows.slotOf(name);
      if (slot === undefined || placed.has(slot)) continue;
      placed.add(slot);
      valued.push(slot);
      values.push(value);
    }
    const others = rows.byName.filter((slot) => !placed.has(slot));
    return new TermOrder(rows, valued, values, others);
  }

  /** Call this before the row of the slot changes or goes. */
  takeOut(slot: number): void {
    const at = this.valued.indexOf(slot);
    if (at >= 0) {
      this.valued.splice(at, 1);
      this.values.splice(at, 1);
    } else this.others.splice(this.others.indexOf(slot), 1);
  }

  /** Call this after the row of the slot has changed. @param value - the first of its values */
  place(slot: number, value: string | undefined): void {
    const { rows, valued, values, others } = this;
    if (value === undefined) {
      const at = lowerBound(
        others.length,
        (one) => rows.compareNames(others[one] as number, slot) < 0
      );
      others.splice(at, 0, slot);
      return;
    }
    const at = lowerBound(valued.length, (one) => {
      const known = values[one] as string;
      return known === value ? rows.compareTexts(valued[one] as number, slot) < 0 : known < value;
    });
    valued.splice(at, 0, slot);
    values.splice(at, 0, value);
  }
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
