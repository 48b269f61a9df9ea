import type { RouteRequest } from '@sd/core/server';
import type { Session } from '../sessions/session_service';

/** State that the plugin's own routes find in `request.auth.state`. */
export interface AuthState {
  /** Absent for requests that carry credentials instead of a session cookie. */
  readonly session?: Session;
  /**
   * Tenant of the session that the user can no longer use, until the next page moves the session to
   * another one. An open page would otherwise save in a tenant that it does not show.
   */
  readonly lostTenant?: string;
}

export function getAuthState(request: RouteRequest): AuthState {
  return (request.auth?.state ?? {}) as AuthState;
}
