/** What every page of the admin app can use. */
import { createContext, useContext } from 'react';
import type { ScreenDeps } from '../../services/screen_deps';
import type { GuardedHistory } from './routing/guarded_history';
import type { LeaveGuard } from './routing/leave_guard';

export interface AdminServices extends ScreenDeps {
  readonly history: GuardedHistory;
  readonly guard: LeaveGuard;
  /** Pages opened inside the app so far; the first one does not take the focus. */
  readonly navigation: { count: number };
}

export const AdminContext = createContext<AdminServices | undefined>(undefined);

export function useAdmin(): AdminServices {
  const services = useContext(AdminContext);
  if (!services) throw new Error('This component belongs inside the Security app.');
  return services;
}
