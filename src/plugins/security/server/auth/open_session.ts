/** Opens the session after a successful authentication, for all login methods. */
import { ANONYMOUS_USER_NAME } from '@sd/contracts';
import type { Identity, Logger, PrivilegedBackend, RouteRequest, SetCookie } from '@sd/core/server';
import { PERSONAL_TENANT_SETTING } from '../../common';
import type { Arrival, Authenticated } from './login_service';
import type { SessionCookie } from './session_cookie';
import type { TenancyRulesService } from './tenancy_settings';
import { getOrigin } from '../sessions/session_origin';
import { resolveTenant, type TenancyRules } from './tenant_resolution';
import { tenantOnArrival } from './tenant_source';
import type { Session, SessionContents, SessionService } from '../sessions/session_service';

export interface SessionOpening {
  readonly sessions: SessionService;
  readonly cookie: SessionCookie;
  readonly tenancy: TenancyRulesService;
  readonly preferencesOf: PrivilegedBackend['preferencesOf'];
  readonly countLogin: PrivilegedBackend['countLogin'];
  readonly logger: Logger;
}

/** Always uses a new session id; the browser's previous session ends. */
export async function openSession(
  opening: SessionOpening,
  request: Pick<RouteRequest, 'cookies' | 'headers' | 'remoteAddress' | 'identify'>,
  { principal, identity, method }: Pick<Authenticated, 'principal' | 'identity' | 'method'>,
  arrival?: Arrival
): Promise<{ readonly session: Session; readonly cookie: SetCookie }> {
  const { sessions, cookie, tenancy } = opening;
  request.identify(identity.userName);
  const tenants = tenancy.isConfigured
    ? initialTenants(
        await personalTenant(opening, identity),
        identity,
        await tenancy.rules(),
        arrival
      )
    : {};
  const previous = await sessions.find(request.cookies[cookie.name]);
  const origin = getOrigin(request, principal);
  const session = await sessions.open({ principal, ...tenants }, previous?.id, origin);
  opening.countLogin?.(method ?? origin.method, 'success');
  // Anonymous visitors share one name, so neither last logins nor the session limit apply to them.
  if (principal.userName !== ANONYMOUS_USER_NAME) sessions.loggedIn(principal.userName, origin);
  return { session, cookie: cookie.set(session) };
}

function initialTenants(
  personal: string | undefined,
  identity: Identity,
  rules: TenancyRules,
  arrival: Arrival | undefined
): Pick<SessionContents, 'tenant' | 'refusedTenant'> {
  const tenant = resolveTenant(personal, identity, rules);
  return {
    ...(tenant !== undefined && { tenant }),
    ...(arrival && tenantOnArrival(arrival.nextUrl, arrival.source, identity, rules)),
  };
}

/** Start tenant of the user. An unavailable store must not prevent the login. */
async function personalTenant(
  { preferencesOf, logger }: SessionOpening,
  { userName }: Authenticated['identity']
): Promise<string | undefined> {
  if (userName === ANONYMOUS_USER_NAME) return undefined;
  try {
    const chosen = (await preferencesOf(userName))[PERSONAL_TENANT_SETTING];
    return typeof chosen === 'string' ? chosen : undefined;
  } catch (error) {
    logger.warn('The preferences of a user could not be read.', { reason: String(error) });
    return undefined;
  }
}
