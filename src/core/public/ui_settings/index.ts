export type { IUiSettingsClient, UiSettingsState, UiSettingsUpdate } from './types';
export { UiSettingsApi } from './ui_settings_api';
export { UiSettingsClient } from './ui_settings_client';
export { UiSettingsService } from './ui_settings_service';
