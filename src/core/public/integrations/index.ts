export { IntegrationsService } from './integrations_service';
export type { IntegrationsStart } from './integrations_service';
