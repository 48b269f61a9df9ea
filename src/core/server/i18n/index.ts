export { I18nService, inEnglish, type I18nServiceSetup } from './i18n_service';
