import { useObservable } from '@sd/core/public';
import { useServerQuery } from '@sd/ui_kit';
import { BehaviorSubject } from 'rxjs';
import type { AdminPage, AdminPageConditions } from '../types';
import { type AdminServices, useAdmin } from './admin_context';
import { conditionsFor, isOffered } from './admin_pages';
import { isConnected$ } from './clusters';

/** What pages are offered by, up to date. */
export function usePageConditions(): AdminPageConditions {
  useObservable(isConnected$, undefined);
  return conditionsFor(useAdmin());
}

const NEVER = new BehaviorSubject(false);

/** Those of the pages that are offered now, in their order. */
export function useOfferedPages(pages: readonly AdminPage[]): readonly AdminPage[] {
  const { core, cluster } = useAdmin();
  const conditions = usePageConditions();
  const offered = pages.filter((page) => isOffered(page, conditions));
  const uncertain = offered.filter((page) => page.readAvailability);
  // A cluster without the user's credentials would only refuse.
  const lacks$ = cluster?.asks$ ?? NEVER;
  const lacksLogin = useObservable(lacks$, lacks$.value);
  const { data } = useServerQuery(
    ['offered-pages', ...uncertain.map(({ id }) => id)],
    (signal) => readAvailable(core.http, uncertain, signal),
    { isOff: uncertain.length === 0 || lacksLogin }
  );
  return offered.filter((page) => !page.readAvailability || data?.has(page.id));
}

/** Ids of those that are available. One whose request fails is not. */
async function readAvailable(
  http: AdminServices['core']['http'],
  pages: readonly AdminPage[],
  signal: AbortSignal
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    pages.map(async (page) => {
      const isThere = await page.readAvailability?.(http, signal).catch(() => false);
      return isThere ? [page.id] : [];
    })
  );
  return new Set(found.flat());
}
