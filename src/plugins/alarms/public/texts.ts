import { t } from '@sd/core/public';

export const alarmsTitle = (): string => t('alarms.title', 'Alarms');
