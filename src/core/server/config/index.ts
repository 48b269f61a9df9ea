export { assertAdminCertificates } from './admin_certificate';
export { HELP, parseArguments, type ServerArguments } from './arguments';
export { TEXT_ON_PRIMARY, type BrandingConfig } from './branding_section';
export { legibleColor, mixColors, textOn } from './color';
export { ConfigService } from './config_service';
export { engineSettingsOf } from './engine_section';
export { loadConfig } from './load_config';
export { loadOfflineConfig, type OfflineConfig } from './offline_config';
export type { CoreConfig, ServerConfig } from './core_sections';
