import type { Observable } from 'rxjs';
import type { Text } from '../../common';

/**
 * From good to bad: works; works in part; does not work; endangers the whole server. On the wire
 * green, yellow, red, red.
 */
export type ServiceStatusLevel = 'available' | 'degraded' | 'unavailable' | 'critical';

/** State of one part of the server, as `/api/status` and the status page show it. */
export interface ServiceStatus {
  /** The worst of all parts is that of the server. */
  readonly level: ServiceStatusLevel;
  /** For people; `defineMessage` makes it translatable. */
  readonly summary: Text;
  /** For operators, in English: causes and numbers. Not translated. */
  readonly detail?: string;
}

/** The plugin's own status, and that of the server. */
export interface StatusServiceSetup {
  /** Status of the calling plugin. Default: available. */
  set(status$: Observable<ServiceStatus>): void;
  /** In English. */
  readonly overall$: Observable<ServiceStatus & { readonly summary: string }>;
}
