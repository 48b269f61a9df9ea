/**
 * Drafts: unsaved form input when a session ends or the page is reloaded. They stay in the tab for
 * the same user, who gets them back. Each form decides what may be stored; secrets never are.
 */
import { SAVED_DRAFT_LIMITS } from '../../../contracts/limits';
import { safeStorage } from './safe_storage';

/** The draft of one form. */
export interface SavedDraft {
  /** URL of the form. */
  readonly href: string;
  /** Heading of the form, in the language at the time. */
  readonly label: string;
  /** Must be serializable as JSON. */
  readonly value: unknown;
}

interface StoredDrafts {
  readonly owner: string;
  readonly texts: readonly SavedDraft[];
}

const KEY = 'core.keptText';
const sources = new Set<() => readonly SavedDraft[]>();
const tab = safeStorage(() => window.sessionStorage);

/**
 * Registers a source of drafts, which is called when the session ends. @returns a function that
 * removes it
 */
export function onSaveDrafts(source: () => readonly SavedDraft[]): () => void {
  sources.add(source);
  return () => void sources.delete(source);
}

/**
 * Stores the drafts before the page is left because its session has ended, with those that still
 * wait for their page. Drafts beyond the limits are dropped, the latest last.
 * @param owner - user that the drafts belong to
 */
export function saveDrafts(owner: string): void {
  const { forms, characters } = SAVED_DRAFT_LIMITS;
  const texts: SavedDraft[] = [];
  let size = 0;
  const stored = read();
  const now = [...sources].flatMap((source) => source());
  const waiting = stored?.owner === owner ? stored.texts : [];
  for (const text of [...now, ...waiting]) {
    size += JSON.stringify(text).length;
    if (size > characters || texts.length >= forms) break;
    texts.push(text);
  }
  if (texts.length > 0) write({ owner, texts });
}

/**
 * Stores the drafts whenever the page is reloaded or left, until the returned function is called.
 * @param ownerOf - returns the current user, if any
 */
export function saveDraftsOnLeave(ownerOf: () => string | undefined): () => void {
  const save = (): void => {
    const owner = ownerOf();
    if (owner !== undefined) saveDrafts(owner);
  };
  // The forms of a page that the browser kept alive still have their input.
  const drop = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) write(undefined);
  };
  window.addEventListener('pagehide', save);
  window.addEventListener('pageshow', drop);
  return () => {
    window.removeEventListener('pagehide', save);
    window.removeEventListener('pageshow', drop);
  };
}

/**
 * Returns and removes the drafts of forms at or below a URL.
 * @param base - a query belongs to all addresses below it, as that of a connected cluster does:
 *   forms with another one are left for the visit they belong to
 */
export function takeSavedDraft(base: string): readonly SavedDraft[] {
  const stored = read();
  if (!stored) return [];
  const [root, query] = base.split('?');
  const isBelow = ({ href }: SavedDraft) => {
    const [path, own] = href.split('?');
    return own === query && `${path}/`.startsWith(`${root}/`);
  };
  write({ ...stored, texts: stored.texts.filter((text) => !isBelow(text)) });
  return stored.texts.filter(isBelow);
}

/**
 * Permanently removes drafts of other users in this tab.
 * @param owner - user whose drafts are kept; default: none, because the user logs out: then the
 *   input on the page is discarded too
 */
export function dropSavedDraft(owner?: string): void {
  if (owner === undefined) sources.clear();
  const stored = read();
  if (stored && stored.owner !== owner) write(undefined);
}

function write(drafts: StoredDrafts | undefined): void {
  tab.setItem(KEY, JSON.stringify(drafts && drafts.texts.length > 0 ? drafts : null));
}

function read(): StoredDrafts | undefined {
  try {
    const stored = JSON.parse(tab.getItem(KEY) ?? 'null') as StoredDrafts | null;
    return typeof stored?.owner === 'string' && Array.isArray(stored.texts) ? stored : undefined;
  } catch {
    return undefined;
  }
}
