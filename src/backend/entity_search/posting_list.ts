/** The rows that contain a text: a list while there are few, a bitmap when there are many. */
import { BitSet } from './bit_set';

/** List and bitmap take the same memory when one in this number of rows is listed. */
const SLOTS_PER_ENTRY = 64;
const SHORT = 64;

export class PostingList {
  private list: number[] | undefined = [];
  private bits: BitSet | undefined;

  get isEmpty(): boolean {
    return this.list ? this.list.length === 0 : (this.bits?.isEmpty ?? true);
  }

  /** All texts of one row are added in succession, so a duplicate slot can only be the last one. */
  add(slot: number): void {
    if (!this.list) {
      this.bits?.add(slot);
      return;
    }
    if (this.list[this.list.length - 1] === slot) return;
    this.list.push(slot);
    if (this.list.length > SHORT && this.list.length * SLOTS_PER_ENTRY > slot) {
      this.bits = BitSet.of(this.list, slot + 1);
      this.list = undefined;
    }
  }

  /** @returns whether the slot was listed */
  delete(slot: number): boolean {
    if (!this.list) {
      const had = this.bits?.has(slot) ?? false;
      this.bits?.delete(slot);
      return had;
    }
    const at = this.list.lastIndexOf(slot);
    if (at < 0) return false;
    const last = this.list.pop() as number;
    if (at < this.list.length) this.list[at] = last;
    return true;
  }

  addTo(set: BitSet): void {
    if (this.bits) set.addAll(this.bits);
    else for (const slot of this.list ?? []) set.add(slot);
  }

  /** A copy as a set. */
  toSet(): BitSet {
    return this.bits?.copy() ?? BitSet.of(this.list ?? []);
  }
}
