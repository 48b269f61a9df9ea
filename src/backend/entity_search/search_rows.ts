/**
 * Names, sort keys and search texts of all entities in memory, with sets of rows and sort orders.
 * Bitmaps give the exact total of a page in microseconds; a new word reads all texts, which takes 1
 * to 7 ms for 100,000 rows.
 */
import type { ResourceType } from '../api/engine';
import { BitSet } from './bit_set';
import { lowerBound } from './lower_bound';
import { inOrder, type MultiValueSortOrder } from './multi_value_sort';

export interface SearchRow {
  /** Row id in the store. */
  readonly id: number;
  readonly name: string;
  readonly nameKey: string;
  readonly descriptionKey: string;
  /** Epoch milliseconds; 0 for built-in entities. */
  readonly changedAtMs: number;
  /** Case-folded. */
  readonly text: string;
  readonly isHidden: boolean;
  readonly isReserved: boolean;
}

export type SortOrder = 'name' | 'description' | 'changed' | 'customization';

/** Selects rows. */
export interface RowCondition {
  readonly type: ResourceType;
  readonly showsHidden: boolean;
  /** `true` for reserved entities only, `false` for all others. */
  readonly isReserved?: boolean;
  /** Rows must be in all of these sets; see `RowFilters.setOf`. */
  readonly sets?: readonly BitSet[];
}

export interface RowQuery extends RowCondition {
  readonly sort: SortOrder | MultiValueSortOrder;
  readonly isDescending: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface RowPage {
  readonly total: number;
  readonly rows: readonly SearchRow[];
}

type Compare = (a: SearchRow, b: SearchRow) => number;

const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byName: Compare = (a, b) => text(a.nameKey, b.nameKey) || text(a.name, b.name);
const COMPARE: Readonly<Record<SortOrder, Compare>> = {
  name: byName,
  description: (a, b) => text(a.descriptionKey, b.descriptionKey) || byName(a, b),
  changed: (a, b) => a.changedAtMs - b.changedAtMs || byName(a, b),
  // Custom entities sort before reserved ones.
  customization: (a, b) => Number(a.isReserved) - Number(b.isReserved) || byName(a, b),
};
const ORDERS = Object.keys(COMPARE) as readonly SortOrder[];

/** Cost of comparing two rows, in steps through a sort order. */
const STEPS_PER_COMPARISON = 20;
/**
 * The walk through a sort order is abandoned after this multiple of the expected steps, because
 * matches may be concentrated at its end.
 */
const PATIENCE = 4;

export class RowCollection {
  private readonly rows: (SearchRow | undefined)[];
  private readonly slots: Map<string, number>;
  private readonly freeSlots: number[] = [];
  private readonly orders: Readonly<Record<SortOrder, number[]>>;
  private readonly all: BitSet;
  private readonly hidden = new BitSet();
  private readonly reserved = new BitSet();

  constructor(rows: readonly SearchRow[]) {
    const byNames = [...rows].sort(byName);
    this.rows = byNames;
    this.slots = new Map(byNames.map(({ name }, slot) => [name, slot]));
    this.all = new BitSet(byNames.length);
    byNames.forEach((row, slot) => this.index(slot, row));
    const sortRows = (order: SortOrder) =>
      [...byNames.keys()].sort((a, b) =>
        COMPARE[order](byNames[a] as SearchRow, byNames[b] as SearchRow)
      );
    this.orders = {
      name: [...byNames.keys()],
      description: sortRows('description'),
      changed: sortRows('changed'),
      customization: sortRows('customization'),
    };
  }

  /** All slots, ascending by name. */
  get byName(): readonly number[] {
    return this.orders.name;
  }

  compareNames(slot: number, other: number): number {
    return byName(this.rows[slot] as SearchRow, this.rows[other] as SearchRow);
  }

  compareTexts(slot: number, other: number): number {
    return text((this.rows[slot] as SearchRow).name, (this.rows[other] as SearchRow).name);
  }

  /** Number of rows that the caller may see. */
  count(showsHidden: boolean): number {
    return showsHidden ? this.slots.size : this.slots.size - this.hidden.size;
  }

  /** Slot of an entity. Slots of deleted entities are reused. */
  slotOf(name: string): number | undefined {
    return this.slots.get(name);
  }

  /** @param row - `undefined` if the entity was deleted */
  put(name: string, row: SearchRow | undefined): void {
    const known = this.slots.get(name);
    const slot = known ?? this.freeSlots.pop() ?? this.rows.length;
    const before = this.rows[slot];
    if (before) this.takeOut(before);
    if (!row) {
      if (known !== undefined) this.free(known, name);
      return;
    }
    this.rows[slot] = row;
    this.slots.set(name, slot);
    for (const order of ORDERS) {
      const list = this.orders[order];
      list.splice(this.toPosition(list, row, order), 0, slot);
    }
    this.index(slot, row);
  }

  page(query: RowQuery): RowPage {
    const { sort, isDescending, offset, limit } = query;
    const found = this.find(query);
    const total = found.size;
    if (offset >= total) return { total, rows: [] };
    if (typeof sort !== 'string') {
      const rows: SearchRow[] = [];
      let position = 0;
      for (const slot of inOrder(sort, found, isDescending)) {
        if (position++ >= offset) rows.push(this.rows[slot] as SearchRow);
        if (rows.length === limit) break;
      }
      return { total, rows };
    }
    // Start at the end of the order that is nearer to the page.
    const pageLength = Math.min(limit, total - offset);
    const isFromEnd = total - offset - pageLength < offset;
    const skipped = isFromEnd ? total - offset - pageLength : offset;
    const slots = this.first(found, total, sort, isDescending !== isFromEnd, skipped + pageLength);
    const page = slots.slice(skipped);
    if (isFromEnd) page.reverse();
    return { total, rows: page.map((slot) => this.rows[slot] as SearchRow) };
  }

  /** The rows of these names. */
  toBitSet(names: Iterable<string>): BitSet {
    const set = new BitSet(this.rows.length);
    for (const name of names) {
      const slot = this.slots.get(name);
      if (slot !== undefined) set.add(slot);
    }
    return set;
  }

  /** The rows whose names match a predicate. */
  setThat(matches: (name: string) => boolean): BitSet {
    const set = new BitSet(this.rows.length);
    for (const [name, slot] of this.slots) if (matches(name)) set.add(slot);
    return set;
  }

  /** Search text of a row; `undefined` for a free slot. */
  textAt(slot: number): string | undefined {
    return this.rows[slot]?.text;
  }

  /** Larger than every slot. */
  get length(): number {
    return this.rows.length;
  }

  /** The rows that meet a condition. */
  find({ showsHidden, isReserved, sets = [] }: RowCondition): BitSet {
    const found = this.all.copy();
    if (!showsHidden) found.deleteAll(this.hidden);
    if (isReserved === true) found.keepAll(this.reserved);
    if (isReserved === false) found.deleteAll(this.reserved);
    for (const set of sets) found.keepAll(set);
    return found;
  }

  /** The first matches in a sort order. */
  private first(
    found: BitSet,
    total: number,
    sort: SortOrder,
    isDescending: boolean,
    count: number
  ): readonly number[] {
    const steps = (count * this.slots.size) / total;
    const comparisons = total + count * Math.log2(total + 1);
    if (steps < comparisons * STEPS_PER_COMPARISON) {
      const maxSteps = Math.min(PATIENCE * steps + 1_000, comparisons * STEPS_PER_COMPARISON);
      const met = this.walk(found, sort, isDescending, count, maxSteps);
      if (met) return met;
    }
    return this.pick(found.toArray(), sort, isDescending, count);
  }

  private walk(
    found: BitSet,
    sort: SortOrder,
    isDescending: boolean,
    count: number,
    maxSteps: number
  ): readonly number[] | undefined {
    const list = this.orders[sort];
    const slots: number[] = [];
    for (let step = 0; step < list.length && slots.length < count; step++) {
      if (step > maxSteps) return undefined;
      const slot = list[isDescending ? list.length - 1 - step : step] as number;
      if (found.has(slot)) slots.push(slot);
    }
    return slots;
  }

  /**
   * Keeps a sorted list of the best matches so far. Most others are discarded after one comparison.
   */
  private pick(
    slots: readonly number[],
    sort: SortOrder,
    isDescending: boolean,
    count: number
  ): readonly number[] {
    const ascending = COMPARE[sort];
    const compare = (a: number, b: number): number => {
      const order = ascending(this.rows[a] as SearchRow, this.rows[b] as SearchRow);
      return isDescending ? -order : order;
    };
    if (count * 4 > slots.length) return [...slots].sort(compare).slice(0, count);
    const best: number[] = [];
    for (const slot of slots) {
      if (best.length === count && compare(slot, best[count - 1] as number) > 0) continue;
      best.splice(
        lowerBound(best.length, (at) => compare(best[at] as number, slot) < 0),
        0,
        slot
      );
      if (best.length > count) best.pop();
    }
    return best;
  }

  private index(slot: number, row: SearchRow): void {
    this.all.add(slot);
    this.hidden.put(slot, row.isHidden);
    this.reserved.put(slot, row.isReserved);
  }

  private takeOut(before: SearchRow): void {
    for (const order of ORDERS) {
      const list = this.orders[order];
      list.splice(this.toPosition(list, before, order), 1);
    }
  }

  private free(slot: number, name: string): void {
    this.rows[slot] = undefined;
    this.slots.delete(name);
    this.freeSlots.push(slot);
    for (const set of [this.all, this.hidden, this.reserved]) set.delete(slot);
  }

  private toPosition(list: readonly number[], row: SearchRow, order: SortOrder): number {
    const compare = COMPARE[order];
    return lowerBound(
      list.length,
      (at) => compare(this.rows[list[at] as number] as SearchRow, row) < 0
    );
  }
}
