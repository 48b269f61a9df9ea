export { FormattedMessage } from './formatted_message';
export { provideDesignSystemTexts } from './i18n_context';
export { I18nService } from './i18n_service';
export { i18n, loadFullFormatter, loadTranslations, t, translateKnown } from './translator';
