/** Stores unsaved input on a fatal error until the next visit in this tab. */
import type { NewNote } from '../../common';

const KEY = 'fieldNotes::draft';

export class Drafts {
  private current: NewNote | undefined;

  constructor(private readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {}

  /** Called on every key press; writes nothing to storage. */
  setCurrent(note: NewNote | undefined): void {
    this.current = note;
  }

  /** Does nothing if storage is full or blocked. */
  keep(): void {
    if (!this.current) return;
    try {
      this.storage.setItem(KEY, JSON.stringify(this.current));
    } catch {
      // The fatal error screen already reports the original error.
    }
  }

  hasKept(): boolean {
    return this.readKept() !== undefined;
  }

  /** @returns the stored draft, and removes it */
  take(): NewNote | undefined {
    const kept = this.readKept();
    if (kept) this.storage.removeItem(KEY);
    return kept;
  }

  private readKept(): NewNote | undefined {
    try {
      const kept = JSON.parse(this.storage.getItem(KEY) ?? 'null') as Partial<NewNote> | null;
      return typeof kept?.title === 'string' && typeof kept.text === 'string'
        ? { title: kept.title, text: kept.text }
        : undefined;
    } catch {
      return undefined;
    }
  }
}
