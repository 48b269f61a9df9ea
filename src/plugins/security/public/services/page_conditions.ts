import { useObservable } from '@sd/core/public';
import type { AdminPageConditions } from '../types';
import { useAdmin } from './admin_context';
import { conditionsFor } from './admin_pages';
import { isConnected$ } from './clusters';
import { useResourceSharing } from './resources';

/** What pages are offered by, up to date. */
export function usePageConditions(): AdminPageConditions {
  const hasSharing = useResourceSharing().data?.is_enabled === true;
  useObservable(isConnected$, undefined);
  return conditionsFor(useAdmin(), hasSharing);
}
