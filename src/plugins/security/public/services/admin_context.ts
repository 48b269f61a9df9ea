/** Services available to every page of the admin app. */
import type { Kit } from '@sd/ui_kit';
import { createContext, useContext } from 'react';
import type { ChosenCluster } from './clusters';
import type { Domains } from './domains';
import type { EntityClient } from './entity_client';
import type { ScreenDeps } from './screen_deps';

export interface AdminServices extends ScreenDeps {
  readonly kit: Kit;
  /** The cluster of the address; absent for home. */
  readonly cluster?: ChosenCluster;
  /** Entities of the security configuration. */
  readonly entities: EntityClient;
  /** Authentication domains. */
  readonly domains: Domains;
}

export const AdminContext = createContext<AdminServices | undefined>(undefined);

export function useAdmin(): AdminServices {
  const services = useContext(AdminContext);
  if (!services) throw new Error('This component belongs inside the Security app.');
  return services;
}
