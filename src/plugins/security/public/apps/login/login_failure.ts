/**
 * Messages for failed logins. Only rejected credentials are reported as such. No plural forms,
 * because the page does not load the full formatter.
 */
import { i18n, getRetryAfterSeconds, getServerMessage, getErrorStatus, t } from '@sd/core/public';

export interface LoginFailure {
  readonly text: string;
  /** The credentials were rejected. */
  readonly isWrongCredentials: boolean;
}

export function describeLoginFailure(error: unknown): LoginFailure {
  const status = getErrorStatus(error);
  if (status === 401 || status === 403 || status === 400) {
    const text = t(
      'security.login.wrongCredentials',
      'Invalid username or password, please try again'
    );
    return { text, isWrongCredentials: true };
  }
  return { text: otherFailure(error, status), isWrongCredentials: false };
}

function otherFailure(error: unknown, status: number | undefined): string {
  if (status === 429) return blockedText(error);
  if (status === undefined) {
    return t(
      'security.login.unreachable',
      "Can't reach the server. Check your connection, then try again."
    );
  }
  const fallback = t(
    'security.login.serverFailure',
    "You can't log in right now, and your password was not checked. Try again in a moment."
  );
  return status === 503 ? (getServerMessage(error) ?? fallback) : fallback;
}

function blockedText(error: unknown): string {
  const seconds = getRetryAfterSeconds(error);
  if (seconds === undefined) {
    const fallback = t(
      'security.login.blocked',
      'Too many failed logins. Wait a moment, then try again.'
    );
    return getServerMessage(error) ?? fallback;
  }
  const isLong = seconds > 90;
  const wait = i18n.formatNumber(isLong ? Math.ceil(seconds / 60) : seconds, {
    style: 'unit',
    unit: isLong ? 'minute' : 'second',
    unitDisplay: 'long',
  });
  return t('security.login.blockedFor', 'Too many failed logins. Try again in {wait}.', {
    wait,
  });
}
