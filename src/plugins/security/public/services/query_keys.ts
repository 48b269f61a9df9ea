/** Keys of what the screens read: everything hangs together, so any change makes all of it old. */
import type { ResourceType } from '@sd/contracts';

export const SECURITY_KEY = ['security'] as const;
export const resourceKey = (resource: ResourceType, ...more: readonly string[]) =>
  [...SECURITY_KEY, resource, ...more] as const;
