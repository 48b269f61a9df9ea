/** Labels of booleans. Source: specification section 2.1, "Display conventions". */
import { i18n } from '@sd/core/public';

export const enabledLabel = (isEnabled: boolean): string =>
  isEnabled
    ? i18n.translate('security.enabled', { defaultMessage: 'Enabled' })
    : i18n.translate('security.disabled', { defaultMessage: 'Disabled' });
