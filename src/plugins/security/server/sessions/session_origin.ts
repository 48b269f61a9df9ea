/** What a session is shown by: where it was opened, with what, and how. */
import Bowser from 'bowser';
import { SESSION_LIMITS } from '@sd/core/common';
import type { Principal, RouteRequest, SessionOrigin } from '@sd/core/server';

export const originOf = (
  { headers, remoteAddress }: Pick<RouteRequest, 'headers' | 'remoteAddress'>,
  principal: Principal
): SessionOrigin => ({
  remoteAddress,
  userAgent: (headers['user-agent'] ?? '').slice(0, SESSION_LIMITS.userAgentLength),
  method: methodOf(principal),
});

/** How somebody was proven, as `auth.type` names it. */
export const methodOf = ({ provider, provided }: Principal): string =>
  provider?.method ?? provided?.type ?? 'basicauth';

export interface Device {
  /** Name and major version; '' when there is nothing to tell it by. */
  readonly browser: string;
  readonly system: string;
}

/** As the browser called itself, which anybody may forge: a help for people, no proof. */
export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { browser: '', system: '' };
  const { browser, os } = Bowser.parse(userAgent);
  const version = browser.version?.split('.')[0] ?? '';
  // Tools begin with their own name: `curl/8.5.0`.
  const name = browser.name ? `${browser.name} ${version}` : (userAgent.split(/[\s/]/)[0] ?? '');
  return { browser: name.trim(), system: os.name ?? '' };
}
