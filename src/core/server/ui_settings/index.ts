/** Settings of people on the server: the service, its contracts and its errors. */
export { UiSettingsService } from './ui_settings_service';
export type { UiSettingsServiceSetupDeps } from './ui_settings_service';
export { UiSettingsError } from './errors';
export type { UiSettingsErrorCode } from './errors';
export type * from './types';
