import { i18n } from '@sd/core/public';

/** @param atMs - epoch milliseconds */
export const timeLabel = (atMs: number): string =>
  i18n.formatDate(atMs, { dateStyle: 'medium', timeStyle: 'medium' });
