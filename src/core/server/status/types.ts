import type { Observable } from 'rxjs';
import type { Text } from '../../common';

/**
 * From best to worst: works; works in part; does not work; endangers the whole server. In the API:
 * green, yellow, red, red.
 */
export type ServiceStatusLevel = 'available' | 'degraded' | 'unavailable' | 'critical';

/** Status of one part of the server, as shown by `/api/status` and the status page. */
export interface ServiceStatus {
  /** The worst level of all parts is the level of the server. */
  readonly level: ServiceStatusLevel;
  /** Shown to users; `defineMessage` makes it translatable. */
  readonly summary: Text;
  /** For operators, in English: causes and numbers. Not translated. */
  readonly detail?: string;
}

/** Access to the plugin's own status and that of the server. */
export interface StatusServiceSetup {
  /** Sets the status of the calling plugin. Default: available. */
  set(status$: Observable<ServiceStatus>): void;
  /** Overall status, in English. */
  readonly overall$: Observable<ServiceStatus & { readonly summary: string }>;
}
