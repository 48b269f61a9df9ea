export { ContextService } from './context_service';
