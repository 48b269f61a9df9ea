import type { Observable } from 'rxjs';

export type ServiceStatusLevel = 'available' | 'degraded' | 'unavailable' | 'critical';

export interface ServiceStatus {
  readonly level: ServiceStatusLevel;
  readonly summary: string;
  readonly detail?: string;
}

export interface StatusServiceSetup {
  /** Status of the calling plugin. Default: available. */
  set(status$: Observable<ServiceStatus>): void;
  readonly overall$: Observable<ServiceStatus>;
}
