export { CapabilitiesService } from './capabilities_service';
export type { CapabilitiesServiceSetup, CapabilitiesSwitcher } from './types';
