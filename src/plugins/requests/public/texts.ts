/** Texts of the entry, which loads with every page. */
import { t } from '@sd/core/public';

export const requestsTitle = (): string => t('requests.changeRequests.title', 'Change requests');
export const driftTitle = (): string => t('requests.drift.title', 'Drift');
