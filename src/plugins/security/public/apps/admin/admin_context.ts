/** What every page of the admin app can use. */
import type { GuardedHistory, UnsavedChangesGuard } from '@sd/core/public';
import { createContext, useContext } from 'react';
import type { ScreenDeps } from '../../services/screen_deps';

export interface AdminServices extends ScreenDeps {
  readonly history: GuardedHistory;
  readonly guard: UnsavedChangesGuard;
  /** Pages opened inside the app so far; the first one does not take the focus. */
  readonly navigation: { count: number };
}

export const AdminContext = createContext<AdminServices | undefined>(undefined);

export function useAdmin(): AdminServices {
  const services = useContext(AdminContext);
  if (!services) throw new Error('This component belongs inside the Security app.');
  return services;
}
