/**
 * Drafts of forms. Navigation inside an app never asks for confirmation: unsaved input is kept for
 * the visit and restored when the user returns to the form.
 */
import type { SavedDraft, ScopedHistoryContract } from '@sd/core/public';

/** A form with unsaved input. */
export interface Draft {
  /** URL of the form, as in links. */
  readonly href: string;
  /** Heading of the form, in the user's language. */
  readonly label: string;
}

/** URL of a history's current page, identical for the app's history and one scoped below it. */
export const draftAddress = (
  history: Pick<ScopedHistoryContract, 'createHref'>,
  pathname: string
): string => history.createHref({ pathname }).replace(/\/(?=\?|$)/, '');

interface Entry extends Draft {
  readonly read: () => unknown;
  readonly readForLater: (() => unknown) | undefined;
}

/** Drafts of one visit to an app. */
export class Drafts {
  private entries: ReadonlyMap<string, Entry> = new Map();
  private all: readonly Draft[] = [];
  private readonly listeners = new Set<() => void>();

  /** Returns the same array until a draft changes. */
  getAll = (): readonly Draft[] => this.all;

  /** Returns the unsaved input of the form at this URL; `undefined` if there is none. */
  get(href: string): unknown {
    return this.entries.get(href)?.read();
  }

  /**
   * Stores the draft of a form.
   * @param read - returns the current input while the form is shown, and a constant afterwards
   * @param readForLater - returns the input without secrets, serializable as JSON; absent: the
   *   draft never leaves the page's memory
   */
  keep(draft: Draft, read: () => unknown, readForLater?: () => unknown): void {
    const isNew = this.entries.get(draft.href)?.label !== draft.label;
    const next = new Map(this.entries).set(draft.href, { ...draft, read, readForLater });
    this.update(next, isNew);
  }

  /** Drafts that may be stored for their owner when the session ends. */
  forLater = (): readonly SavedDraft[] =>
    [...this.entries.values()].flatMap(({ href, label, readForLater }) =>
      readForLater ? [{ href, label, value: readForLater() }] : []
    );

  /** Removes a draft after it was saved or discarded. */
  drop(href: string): void {
    if (!this.entries.has(href)) return;
    this.update(new Map([...this.entries].filter(([key]) => key !== href)), true);
  }

  /**
   * For `useSyncExternalStore`. Called when drafts are added, removed or relabelled. Returns a
   * function that unsubscribes.
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
