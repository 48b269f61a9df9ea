/** The session of somebody who has just proven himself, by whatever way. */
import type { RouteRequest, SetCookie } from '@sd/core/server';
import { ANONYMOUS_USER, type Proven } from './authenticator';
import type { SessionCookie } from './session_cookie';
import type { TenancySettings } from './tenancy_settings';
import { originOf } from '../sessions/session_origin';
import { resolveTenant } from './tenant_resolution';
import type { Session, SessionService } from '../sessions/session_service';

export interface SessionOpening {
  readonly sessions: SessionService;
  readonly cookie: SessionCookie;
  readonly tenancy: TenancySettings;
}

/** Always under a fresh id; the session that the browser came with ends. */
export async function openSession(
  { sessions, cookie, tenancy }: SessionOpening,
  request: Pick<RouteRequest, 'cookies' | 'headers' | 'remoteAddress'>,
  { principal, identity }: Pick<Proven, 'principal' | 'identity'>
): Promise<{ readonly session: Session; readonly cookie: SetCookie }> {
  const rules = await tenancy.rules();
  const tenant = tenancy.isConfigured ? resolveTenant([], identity, rules) : undefined;
  const previous = await sessions.find(request.cookies[cookie.name]);
  const session = await sessions.open(
    { principal, ...(tenant !== undefined && { tenant }) },
    previous?.id,
    originOf(request, principal)
  );
  // Visitors share a name, and are many.
  if (principal.userName !== ANONYMOUS_USER) sessions.keepWithinLimit(principal.userName);
  return { session, cookie: cookie.set(session) };
}
