/**
 * Answers of the cluster about callers, each good for a while. What is asked at the same moment is
 * asked once; a change of the configuration ends all that is remembered, and also what is under way
 * is not kept then.
 */
import { CLUSTER_LIMITS } from '../../../contracts/limits';

interface Remembered<T> {
  readonly answer: Promise<T>;
  readonly untilMs: number;
}

export class TtlCache<T> {
  private readonly known = new Map<string, Remembered<T>>();

  /**
   * @param now - milliseconds of a clock that nobody sets
   * @param capacity - answers remembered; the oldest goes first
   */
  constructor(
    private readonly now: () => number,
    private readonly capacity: number = CLUSTER_LIMITS.identities
  ) {}

  get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.known.get(key);
    if (known && this.now() < known.untilMs) return known.answer;
    this.known.delete(key);
    const made = { answer: ask(), untilMs: this.now() + CLUSTER_LIMITS.staleMs };
    if (this.known.size >= this.capacity)
      this.known.delete(this.known.keys().next().value as string);
    this.known.set(key, made);
    // A failure is nobody's answer but of those who waited for it.
    made.answer.catch(() => this.known.get(key) === made && this.known.delete(key));
    return made.answer;
  }

  forget(key: string): void {
    this.known.delete(key);
  }

  clear(): void {
    this.known.clear();
  }
}
