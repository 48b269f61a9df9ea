export { I18nService, type I18nServiceSetup } from './i18n_service';
