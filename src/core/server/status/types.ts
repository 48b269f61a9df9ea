import type { Observable } from 'rxjs';
import type { Text } from '../../common';

export type ServiceStatusLevel = 'available' | 'degraded' | 'unavailable' | 'critical';

export interface ServiceStatus {
  readonly level: ServiceStatusLevel;
  /** For people; `defineMessage` makes it translatable. */
  readonly summary: Text;
  readonly detail?: string;
}

export interface StatusServiceSetup {
  /** Status of the calling plugin. Default: available. */
  set(status$: Observable<ServiceStatus>): void;
  /** In English. */
  readonly overall$: Observable<ServiceStatus & { readonly summary: string }>;
}
