/**
 * What was typed into forms and not saved. Moves inside an app never ask (specification section 5):
 * a form that is left keeps its text here, and shows it again when one comes back. Lives as long as
 * the visit to the app.
 */
import type { SavedDraft, ScopedHistoryContract } from '@sd/core/public';

/** A form that was left with text in it, as people see it. */
export interface Draft {
  /** Address of the form, as links have it. */
  readonly href: string;
  /** Heading of the form, in the user's language. */
  readonly label: string;
}

/**
 * Address of the page that a history shows, the same from the app's history and from one below it.
 */
export const draftAddress = (
  history: Pick<ScopedHistoryContract, 'createHref'>,
  pathname: string
): string => history.createHref({ pathname }).replace(/\/$/, '');

interface Entry extends Draft {
  readonly read: () => unknown;
  readonly readForLater: (() => unknown) | undefined;
}

/** The drafts of one visit to an app. */
export class Drafts {
  private entries: ReadonlyMap<string, Entry> = new Map();
  private all: readonly Draft[] = [];
  private readonly listeners = new Set<() => void>();

  /** The same array until something changes. */
  getAll = (): readonly Draft[] => this.all;

  /** What was typed into the form at this address; `undefined` when nothing waits. */
  get(href: string): unknown {
    return this.entries.get(href)?.read();
  }

  /**
   * Keeps the draft of a form.
   * @param read - the text of this moment, while the form is on screen; a constant one later
   * @param readForLater - the same without secrets, as JSON can have it; absent: it never leaves
   *   the memory of the page
   */
  keep(draft: Draft, read: () => unknown, readForLater?: () => unknown): void {
    const isNew = this.entries.get(draft.href)?.label !== draft.label;
    const next = new Map(this.entries).set(draft.href, { ...draft, read, readForLater });
    this.update(next, isNew);
  }

  /** What may wait for its owner when the session ends. */
  forLater = (): readonly SavedDraft[] =>
    [...this.entries.values()].flatMap(({ href, label, readForLater }) =>
      readForLater ? [{ href, label, value: readForLater() }] : []
    );

  /** Saved, or given up. */
  drop(href: string): void {
    if (!this.entries.has(href)) return;
    this.update(new Map([...this.entries].filter(([key]) => key !== href)), true);
  }

  /**
   * For `useSyncExternalStore`; called when drafts come, go or get another label. Returns what ends
   * it.
   */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  private update(entries: ReadonlyMap<string, Entry>, isVisible: boolean): void {
    this.entries = entries;
    if (!isVisible) return;
    this.all = [...entries.values()].map(({ href, label }) => ({ href, label }));
    for (const listener of [...this.listeners]) listener();
  }
}
