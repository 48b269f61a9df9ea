import type { HttpSetup } from '../../http/types';
import { browserLog } from '../../utils/browser_log';
import type { ChromeRecentlyAccessed, ChromeRecentlyAccessedItem } from '../types';
import { PersistedLog } from './persisted_log';
import { sha256Base64 } from './sha256';

/** Specification section 9. */
const RECENTLY_ACCESSED_MAX = 20;
const STORAGE_KEY = 'kibana.history.recentlyAccessed';

/** One list for each base path: several installations may share an origin. */
export const recentlyAccessedKey = (basePath: string): string =>
  basePath === '' ? STORAGE_KEY : `${STORAGE_KEY}-${sha256Base64(basePath)}`;

export interface RecentlyAccessedStartDeps {
  readonly http: { readonly basePath: Pick<HttpSetup['basePath'], 'get'> };
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
}

/** What the user opened last, on this device. Source: docs/reference/core.md#recently-viewed. */
export class RecentlyAccessedService {
  start({ http, storage }: RecentlyAccessedStartDeps): ChromeRecentlyAccessed {
    const log = new PersistedLog<ChromeRecentlyAccessedItem>({
      storage,
      storageKey: recentlyAccessedKey(http.basePath.get()),
      maxLength: RECENTLY_ACCESSED_MAX,
      isEqual: (a, b) => a.id === b.id,
      isValid: isItem,
    });
    return {
      add: (link, label, id) => {
        const item = { link, label, id };
        if (isItem(item)) log.add(item);
        else browserLog.warn('What was accessed cannot be remembered.', item);
      },
      get: () => log.get(),
      get$: () => log.get$(),
    };
  }
}

function isItem(entry: unknown): entry is ChromeRecentlyAccessedItem {
  if (typeof entry !== 'object' || entry === null) return false;
  const { link, label, id } = entry as Record<string, unknown>;
  return [link, label, id].every((field) => typeof field === 'string') && isInside(link as string);
}

/**
 * The drawer offers it as a link: storage that somebody tampered with must not lead out, or run
 * scripts.
 */
function isInside(link: string): boolean {
  try {
    return new URL(link, window.location.href).origin === window.location.origin;
  } catch {
    return false;
  }
}
