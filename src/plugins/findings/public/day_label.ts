import { i18n } from '@sd/core/public';

/** @param atMs - epoch milliseconds */
export const dayLabel = (atMs: number): string => i18n.formatDate(atMs, { dateStyle: 'medium' });
