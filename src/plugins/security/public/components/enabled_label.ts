/** Labels of booleans. Source: specification section 2.1, "Display conventions". */
import { t } from '@sd/core/public';

export const enabledLabel = (isEnabled: boolean): string =>
  isEnabled ? t('security.enabled', 'Enabled') : t('security.disabled', 'Disabled');
