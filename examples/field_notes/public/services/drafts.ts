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

  hasDraft(): boolean {
    return this.readDraft() !== undefined;
  }

  /** @returns the stored draft, and removes it */
  take(): NewNote | undefined {
    const draft = this.readDraft();
    if (draft) this.storage.removeItem(KEY);
    return draft;
  }

  private readDraft(): NewNote | undefined {
    try {
      const draft = JSON.parse(this.storage.getItem(KEY) ?? 'null') as Partial<NewNote> | null;
      return typeof draft?.title === 'string' && typeof draft.text === 'string'
        ? { title: draft.title, text: draft.text }
        : undefined;
    } catch {
      return undefined;
    }
  }
}
