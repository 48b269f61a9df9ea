import type { Session, SessionService } from '../sessions/session_service';
import type { PresentedCredentials } from './request_credentials';

/**
 * A proxy names the user in every request. Ends the session if it belongs to another user, or if
 * the request did not come through the proxy.
 */
export async function matchesProxyUser(
  sessions: Pick<SessionService, 'end'>,
  session: Session,
  presented: PresentedCredentials | undefined
): Promise<boolean> {
  const { provider } = session.principal;
  if (provider?.method !== 'proxy' || provider.subject === presented?.mark) return true;
  await sessions.end(session.id);
  return false;
}
