export { CapabilitiesService } from './capabilities_service';
