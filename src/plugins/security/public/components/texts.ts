/** Texts that several screens share. */
import { i18n } from '@sd/core/public';

/** Stands in blank fields. Source: specification section 2.1, "Display conventions". */
export const DASH = '—';

export const genericLoadError = (): string =>
  i18n.translate('security.load.failed', { defaultMessage: 'The data could not be loaded.' });

/** Toasts of the admin pages. Source: reference security-plugin 1.4. */
export const TOAST_LIFETIME_MS = 10_000;
