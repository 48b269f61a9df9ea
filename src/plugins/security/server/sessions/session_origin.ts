/** Origin of a session, as shown in session lists: address, device and login method. */
import Bowser from 'bowser';
import { SESSION_LIMITS } from '@sd/core/common';
import type { Principal, RouteRequest, SessionOrigin } from '@sd/core/server';

export const getOrigin = (
  { headers, remoteAddress }: Pick<RouteRequest, 'headers' | 'remoteAddress'>,
  principal: Principal
): SessionOrigin => ({
  remoteAddress,
  userAgent: (headers['user-agent'] ?? '').slice(0, SESSION_LIMITS.userAgentLength),
  method: getMethod(principal),
});

/** Login method, as named in `auth.type`. */
export const getMethod = ({ provider, provided }: Principal): string =>
  provider?.method ?? provided?.type ?? 'basicauth';

export interface Device {
  /** Name and major version; '' if unknown. */
  readonly browser: string;
  readonly system: string;
}

/** Parses the user agent. It can be forged and serves for display only. */
export function getDevice(userAgent: string): Device {
  if (userAgent === '') return { browser: '', system: '' };
  const { browser, os } = Bowser.parse(userAgent);
  const version = browser.version?.split('.')[0] ?? '';
  // Tools start with their own name: `curl/8.5.0`.
  const name = browser.name ? `${browser.name} ${version}` : (userAgent.split(/[\s/]/)[0] ?? '');
  return { browser: name.trim(), system: os.name ?? '' };
}
