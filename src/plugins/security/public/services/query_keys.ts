/** Query cache keys of the screens. Entities are related, so any change invalidates all. */
import type { ResourceType } from '@sd/contracts';

export const SECURITY_KEY = ['security'] as const;
export const resourceKey = (resource: ResourceType, ...more: readonly string[]) =>
  [...SECURITY_KEY, resource, ...more] as const;
