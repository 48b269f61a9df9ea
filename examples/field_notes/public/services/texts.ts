import { t } from '@sd/core/public';

export const activityTitle = (): string => t('fieldNotes.activity.title', 'Field notes');
