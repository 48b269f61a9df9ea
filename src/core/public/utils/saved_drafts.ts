/**
 * What was typed and not saved when a session ended: it waits in the tab for the same person, who
 * finds it again after signing in. Forms say what of theirs may be kept; secrets never are.
 */
import { SAVED_DRAFT_LIMITS } from '../../../contracts/limits';
import { safeStorage } from './safe_storage';

/** The text of one form. */
export interface SavedDraft {
  /** Address of the form. */
  readonly href: string;
  /** Its heading, in the language of then. */
  readonly label: string;
  /** What can be written as JSON. */
  readonly value: unknown;
}

interface Kept {
  readonly owner: string;
  readonly texts: readonly SavedDraft[];
}

const KEY = 'core.keptText';
const sources = new Set<() => readonly SavedDraft[]>();
const tab = safeStorage(() => window.sessionStorage);

/** To be asked when a session ends. @returns ends it */
export function onKeepText(source: () => readonly SavedDraft[]): () => void {
  sources.add(source);
  return () => void sources.delete(source);
}

/**
 * The session has ended and the page is about to be left. What exceeds the bounds is left out.
 * @param owner - whose text it is
 */
export function keepText(owner: string): void {
  const { forms, characters } = SAVED_DRAFT_LIMITS;
  const texts: SavedDraft[] = [];
  let size = 0;
  for (const text of [...sources].flatMap((source) => source())) {
    size += JSON.stringify(text).length;
    if (size > characters || texts.length >= forms) break;
    texts.push(text);
  }
  if (texts.length > 0) write({ owner, texts });
}

/** Gives what waits below an address, once. */
export function takeSavedDraft(base: string): readonly SavedDraft[] {
  const kept = read();
  if (!kept) return [];
  const isBelow = ({ href }: SavedDraft) => href === base || href.startsWith(`${base}/`);
  write({ ...kept, texts: kept.texts.filter((text) => !isBelow(text)) });
  return kept.texts.filter(isBelow);
}

/**
 * Forgets what somebody else typed in this tab, for good.
 * @param owner - whose text stays; default: nobody's
 */
export function dropSavedDraft(owner?: string): void {
  const kept = read();
  if (kept && kept.owner !== owner) write(undefined);
}

function write(kept: Kept | undefined): void {
  tab.setItem(KEY, JSON.stringify(kept && kept.texts.length > 0 ? kept : null));
}

function read(): Kept | undefined {
  try {
    const kept = JSON.parse(tab.getItem(KEY) ?? 'null') as Kept | null;
    return typeof kept?.owner === 'string' && Array.isArray(kept.texts) ? kept : undefined;
  } catch {
    return undefined;
  }
}
