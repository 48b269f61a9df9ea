export { LoggingService, type LevelLogger } from './logging_service';
export type { Logger } from './types';
