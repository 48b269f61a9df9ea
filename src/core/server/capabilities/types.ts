import type { Capabilities } from '../../common';
import type { RouteRequest } from '../http/contract/types';

export type CapabilitiesSwitcher = (
  request: RouteRequest,
  capabilities: Capabilities
) => Partial<Capabilities> | Promise<Partial<Capabilities>>;

export interface CapabilitiesServiceSetup {
  registerProvider(provider: () => Partial<Capabilities>): void;
  /** May change existing values to others of the same type; anything else it returns is ignored. */
  registerSwitcher(switcher: CapabilitiesSwitcher): void;
}
