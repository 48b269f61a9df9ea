/**
 * Keeps what was typed when the page has to stop (a fatal error), until the next visit in this tab.
 */
import type { NewNote } from '../../common';

const KEY = 'fieldNotes::draft';

export class Drafts {
  private current: NewNote | undefined;

  constructor(private readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {}

  /** Called on every key: nothing is written yet. */
  setCurrent(note: NewNote | undefined): void {
    this.current = note;
  }

  /** Storage may be full or forbidden; then there is no draft to come back to. */
  keep(): void {
    if (!this.current) return;
    try {
      this.storage.setItem(KEY, JSON.stringify(this.current));
    } catch {
      // The screen that made us keep it says what went wrong.
    }
  }

  hasKept(): boolean {
    return this.readKept() !== undefined;
  }

  /** @returns the kept draft, once */
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
