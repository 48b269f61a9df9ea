export { IntegrationsService } from './integrations_service';
