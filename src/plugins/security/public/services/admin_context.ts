/** What every page of the admin app can use. */
import type { Kit } from '@sd/ui_kit';
import { createContext, useContext } from 'react';
import type { EntityChanges } from './entity_changes';
import type { ScreenDeps } from './screen_deps';

export interface AdminServices extends ScreenDeps {
  readonly kit: Kit;
  /** The way to every change; `client` only reads. */
  readonly changes: EntityChanges;
}

export const AdminContext = createContext<AdminServices | undefined>(undefined);

export function useAdmin(): AdminServices {
  const services = useContext(AdminContext);
  if (!services) throw new Error('This component belongs inside the Security app.');
  return services;
}
