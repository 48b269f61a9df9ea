/** Parts that plugins add to the pages of users and roles, and to the lists of API keys. */
import type { EntityPart } from '../types';
import { useAdmin } from './admin_context';
import { usePageConditions } from './page_conditions';

type PartOf<E extends EntityPart['entity']> = Extract<EntityPart, { readonly entity: E }>;

const isAbout =
  <E extends EntityPart['entity']>(entity: E) =>
  (part: EntityPart): part is PartOf<E> =>
    part.entity === entity;

/** The parts that are offered, in their order. */
export function useEntityParts<E extends EntityPart['entity']>(
  entity: E
): ReadonlyArray<PartOf<E>> {
  const conditions = usePageConditions();
  return useAdmin()
    .entityParts.filter(isAbout(entity))
    .filter(({ isAvailable = () => true }) => isAvailable(conditions))
    .sort((one, other) => one.order - other.order);
}

/** Whether a plugin has added a tab with that last segment of the address, offered or not. */
export const useHasTab = (entity: 'user' | 'role', path: string): boolean =>
  useAdmin().entityParts.some((part) => part.entity === entity && part.path === path);
