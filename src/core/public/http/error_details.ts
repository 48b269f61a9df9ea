/**
 * User-facing texts for failed requests. Accepts any thrown value: a network failure has no
 * response, a programming error no request.
 */
import { t, translateKnown } from '../i18n';
import { browserLog } from '../utils/browser_log';
import type { IHttpFetchError } from './types';

type MaybeFetchError =
  Partial<Pick<IHttpFetchError, 'request' | 'response' | 'body' | 'name'>> | undefined | null;

/** HTTP status of the response; `undefined` if there was none. */
export function getErrorStatus(error: unknown): number | undefined {
  return (
    (error as MaybeFetchError)?.response?.status ?? (error as MaybeFetchError)?.body?.statusCode
  );
}

/**
 * Message of the server, if any: the translation of its error code in the user's language, or the
 * original text if the code has no translation.
 */
export function getServerMessage(error: unknown): string | undefined {
  const { message, attributes } = (error as MaybeFetchError)?.body ?? {};
  const text = textOfCode(attributes?.['code'], attributes?.['params']);
  if (text !== undefined) return text;
  return typeof message === 'string' && message.trim() !== '' ? message : undefined;
}

/**
 * Translates an error code: codes are the ids of their texts.
 * @param params - values of the placeholders, from the response
 * @returns `undefined` in English, where the server's text is used, and for unknown codes
 */
export function textOfCode(code: unknown, params?: unknown): string | undefined {
  if (typeof code !== 'string') return undefined;
  const values = Object.entries((params ?? {}) as Record<string, unknown>).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number'
  );
  return translateKnown(code, Object.fromEntries(values));
}

/** Permanent error code of the response, for example `security.already_exists`. */
export function getErrorCode(error: unknown): string | undefined {
  const code = (error as MaybeFetchError)?.body?.attributes?.['code'];
  return typeof code === 'string' ? code : undefined;
}

/** Seconds until a busy server accepts a retry; `undefined` if the response does not say. */
export function getRetryAfterSeconds(error: unknown): number | undefined {
  const seconds = Number(
    (error as MaybeFetchError)?.response?.headers?.get?.('retry-after') ?? NaN
  );
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}

/** Whether the page aborted the request itself, so that there is nothing to report. */
export const isAbortError = (error: unknown): boolean =>
  (error as MaybeFetchError)?.name === 'AbortError';

/** Whether the request was sent and got no response. */
export const isUnanswered = (error: unknown): boolean =>
  Boolean((error as MaybeFetchError)?.request) && getErrorStatus(error) === undefined;

/** Errors already logged: screens request the text on every render. */
const logged = new WeakSet<object>();

/**
 * Text for a failed action: the server's message if there is one, else the generic advice. Logs the
 * error once.
 * @param prefix - a separate sentence before the text
 */
export function errorText(error: unknown, prefix?: string): string {
  const message = getServerMessage(error);
  logOnce(error, prefix ?? 'A request failed.', message);
  const text =
    message ??
    t(
      'core.errors.generic',
      'You may refresh the page to retry or see browser console for more information.'
    );
  return prefix === undefined ? text : `${prefix} ${text}`;
}

function logOnce(error: unknown, what: string, message: string | undefined): void {
  // An error of the page itself, for example a declined confirmation: nothing failed.
  if (message !== undefined && getErrorStatus(error) === undefined) return;
  if (typeof error === 'object' && error !== null) {
    if (logged.has(error)) return;
    logged.add(error);
  }
  const reason = message === undefined ? '' : ` HTTP ${getErrorStatus(error)}: ${message}`;
  browserLog.error(`${what}${reason}`, error);
}
