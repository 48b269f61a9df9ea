import type { ResourceType } from '@sd/contracts';
import { useEffect } from 'react';
import { useAdmin } from './admin_context';
import { ADMIN_ROUTE } from './paths';

/**
 * Puts an entity among "Recently viewed" (specification section 2.6) once it is on screen.
 * @param path - its page inside the app; `undefined` until it is known to be there
 */
export function useRecentlyViewed(
  resource: ResourceType,
  name: string,
  path: string | undefined
): void {
  const { recentlyAccessed } = useAdmin().core.chrome;
  useEffect(() => {
    if (path === undefined) return;
    recentlyAccessed.add(`${ADMIN_ROUTE}${path}`, name, `security:${resource}:${name}`);
  }, [recentlyAccessed, resource, name, path]);
}
