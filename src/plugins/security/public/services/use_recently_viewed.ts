import type { ResourceType } from '@sd/contracts';
import { useEffect } from 'react';
import { useAdmin } from './admin_context';
import { ADMIN_ROUTE } from './paths';

/**
 * Adds an entity to "Recently viewed" (specification section 2.6) once it is shown.
 * @param path - page of the entity within the app; `undefined` until it is known to exist
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
