export { FatalErrorsService } from './fatal_errors_service';
