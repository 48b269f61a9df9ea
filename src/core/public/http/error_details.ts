/**
 * What failed requests say, in words for people. Source: specification section 8 ("Generic error
 * text"). Works on anything thrown: a network failure has no response, a programming error no
 * request.
 */
import { i18n, translateKnown } from '../i18n';
import { browserLog } from '../utils/browser_log';
import type { IHttpFetchError } from './types';

type MaybeFetchError =
  Partial<Pick<IHttpFetchError, 'request' | 'response' | 'body' | 'name'>> | undefined | null;

/** HTTP status of the answer; `undefined` when there was none. */
export function statusOf(error: unknown): number | undefined {
  return (
    (error as MaybeFetchError)?.response?.status ?? (error as MaybeFetchError)?.body?.statusCode
  );
}

/**
 * What the server says, if it said anything: the text of its code in the user's language, or its
 * own words when there is no translation of the code.
 */
export function serverMessageOf(error: unknown): string | undefined {
  const { message, attributes } = (error as MaybeFetchError)?.body ?? {};
  const text = textOfCode(attributes?.['code'], attributes?.['params']);
  if (text !== undefined) return text;
  return typeof message === 'string' && message.trim() !== '' ? message : undefined;
}

/**
 * Text of a permanent code in the user's language: codes are the ids of their texts.
 * @param params - values in it, as the answer gave them
 * @returns `undefined` in English, where the server's words are the text, and for unknown codes
 */
export function textOfCode(code: unknown, params?: unknown): string | undefined {
  if (typeof code !== 'string') return undefined;
  const values = Object.entries((params ?? {}) as Record<string, unknown>).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number'
  );
  return translateKnown(code, Object.fromEntries(values));
}

/** Permanent code of a refusal, for example `security.already_exists`. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as MaybeFetchError)?.body?.attributes?.['code'];
  return typeof code === 'string' ? code : undefined;
}

/**
 * When a server that is busy wants to be asked again, in whole seconds; `undefined` when it did not
 * say.
 */
export function retryAfterSecondsOf(error: unknown): number | undefined {
  const seconds = Number(
    (error as MaybeFetchError)?.response?.headers?.get?.('retry-after') ?? NaN
  );
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}

/** The request was given up by ourselves: nothing to tell anybody. */
export const isAbortError = (error: unknown): boolean =>
  (error as MaybeFetchError)?.name === 'AbortError';

/** The request was sent and no answer came. */
export const isUnanswered = (error: unknown): boolean =>
  Boolean((error as MaybeFetchError)?.request) && statusOf(error) === undefined;

/** Screens ask for the text of an error with each drawing. */
const logged = new WeakSet<object>();

/**
 * Text for a failed action: the server's message if there is one, else the generic advice. Logs the
 * exception, once.
 * @param prefix - a sentence of its own, put in front
 */
export function errorText(error: unknown, prefix?: string): string {
  const message = serverMessageOf(error);
  logOnce(error, prefix ?? 'A request failed.', message);
  const text =
    message ??
    i18n.translate('core.errors.generic', {
      defaultMessage:
        'You may refresh the page to retry or see browser console for more information.',
    });
  return prefix === undefined ? text : `${prefix} ${text}`;
}

function logOnce(error: unknown, what: string, message: string | undefined): void {
  // A text of the page itself, such as that the user declined a question: nothing failed.
  if (message !== undefined && statusOf(error) === undefined) return;
  if (typeof error === 'object' && error !== null) {
    if (logged.has(error)) return;
    logged.add(error);
  }
  const reason = message === undefined ? '' : ` HTTP ${statusOf(error)}: ${message}`;
  browserLog.error(`${what}${reason}`, error);
}
