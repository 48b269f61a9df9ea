/** Settings on the server: the service, its contracts and its errors. */
export { UiSettingsService } from './ui_settings_service';
export type * from './types';
