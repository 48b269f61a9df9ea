/** How much an answer may still hold. */
import { EXPLAIN_LIMITS } from '../../../contracts/limits';

export class ResponseBudget {
  private left: number = EXPLAIN_LIMITS.answerLength;

  /** Items from the first, as many as there is room for. */
  fitting<T>(list: readonly T[]): readonly T[] {
    const beyond = list.findIndex((item) => !this.holds(item));
    return beyond < 0 ? list : list.slice(0, beyond);
  }

  /** Takes the room of an item, unless there is none. */
  holds(item: unknown): boolean {
    const length = JSON.stringify(item).length;
    if (length > this.left) return false;
    this.left -= length;
    return true;
  }
}
