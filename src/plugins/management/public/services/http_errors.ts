/** What failed requests say, in words for people. Source: specification section 8 ("Generic error text"). */
import { browserLog, i18n, type IHttpFetchError } from '@sd/core/public';

/** The server's own words if there are any, else the generic advice; then the exception is logged. */
export function errorText(error: unknown): string {
  const message = (error as Partial<IHttpFetchError> | undefined)?.body?.message;
  if (typeof message === 'string' && message.trim() !== '') return message;
  browserLog.error(error instanceof Error ? error : String(error));
  return i18n.translate('management.errors.generic', {
    defaultMessage:
      'You may refresh the page to retry or see browser console for more information.',
  });
}
