export { LoggingService, type LevelLogger, type LoggingOptions } from './logging_service';
export type { LogWriter } from './log_writer';
export type { Logger, LogMeta } from './types';
