/**
 * A short list in the browser's storage: newest first, no duplicates, bounded.
 * Source: specification section 9 "Recently accessed list", section 8 "A malformed stored history".
 */
import { BehaviorSubject, map, type Observable } from 'rxjs';
import { browserLog } from '../../utils/browser_log';

export interface PersistedLogOptions<T> {
  readonly storageKey: string;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Entries beyond it are dropped; 0 keeps none. */
  readonly maxLength: number;
  isEqual(a: T, b: T): boolean;
  isValid(entry: unknown): entry is T;
}

/** Entries are flat objects: copies of them are handed out. */
export class PersistedLog<T extends object> {
  private readonly entries$: BehaviorSubject<T[]>;

  constructor(private readonly options: PersistedLogOptions<T>) {
    this.entries$ = new BehaviorSubject(this.load());
  }

  /** `null` and `undefined` change nothing. */
  add(entry: T | null | undefined): T[] {
    if (entry === null || entry === undefined) return this.get();
    const { isEqual, maxLength } = this.options;
    const others = this.entries$.value.filter((other) => !isEqual(other, entry));
    this.entries$.next([{ ...entry }, ...others].slice(0, maxLength));
    this.save();
    return this.get();
  }

  get(): T[] {
    return copyOf(this.entries$.value);
  }

  /** Replays. */
  get$(): Observable<T[]> {
    return this.entries$.pipe(map(copyOf));
  }

  private load(): T[] {
    const { storage, storageKey, maxLength, isValid } = this.options;
    try {
      const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isValid).slice(0, maxLength) : [];
    } catch {
      // Malformed JSON, or a browser that refuses its storage: begin anew.
      return [];
    }
  }

  /** A full or refused storage costs the memory across page loads, not the list itself. */
  private save(): void {
    const { storage, storageKey } = this.options;
    try {
      storage.setItem(storageKey, JSON.stringify(this.entries$.value));
    } catch (error) {
      browserLog.warn(`Could not remember ${storageKey}.`, error);
    }
  }
}

const copyOf = <T extends object>(entries: readonly T[]): T[] =>
  entries.map((entry) => ({ ...entry }));
