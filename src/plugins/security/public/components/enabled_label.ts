/** Labels of booleans. */
import { t } from '@sd/core/public';

export const enabledLabel = (isEnabled: boolean): string =>
  isEnabled ? t('security.common.enabled', 'Enabled') : t('security.disabled', 'Disabled');
