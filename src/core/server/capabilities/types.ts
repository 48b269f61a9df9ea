import type { Capabilities } from '../../common';
import type { RouteRequest } from '../http/types';

/**
 * Says for one request what its user may do of what there is. It gets a copy, and returns only what
 * changes. Runs for
 * every page: what it throws fails the page.
 */
export type CapabilitiesSwitcher = (
  request: RouteRequest,
  capabilities: Capabilities
) => Partial<Capabilities> | Promise<Partial<Capabilities>>;

/**
 * Capabilities tell screens what to offer; the server refuses what they do not name all the same.
 */
export interface CapabilitiesServiceSetup {
  /**
   * Adds capabilities with their defaults. @throws when another provider gave a value of another
   * type or another default
   */
  registerProvider(provider: () => Partial<Capabilities>): void;
  /** May change existing values to others of the same type; anything else it returns is ignored. */
  registerSwitcher(switcher: CapabilitiesSwitcher): void;
}
