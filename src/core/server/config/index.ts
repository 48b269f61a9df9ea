export { HELP, parseArguments, type ServerArguments } from './arguments';
export { ConfigService } from './config_service';
export { loadConfig } from './load_config';
export type { CoreConfig, LoggingConfig, ServerConfig } from './core_sections';
export type { ConfigSection, PluginConfigDescriptor } from './types';
