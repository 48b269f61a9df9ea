export { HELP, parseArguments, type ServerArguments } from './arguments';
export { TEXT_ON_PRIMARY, type BrandingConfig } from './branding_section';
export { legibleColor, mixColors, textOn } from './color';
export { ConfigService } from './config_service';
export { engineSettingsOf, type EngineConfig } from './engine_section';
export { loadConfig } from './load_config';
export { loadOfflineConfig, type OfflineConfig } from './offline_config';
export type { CoreConfig, LoggingConfig, ServerConfig } from './core_sections';
export type { ConfigSection, PluginConfigDescriptor } from './types';
