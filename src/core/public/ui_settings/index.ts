export { UiSettingsService } from './ui_settings_service';
