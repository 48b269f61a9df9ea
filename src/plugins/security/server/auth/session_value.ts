/** What plugins keep in sessions. */
import type { RouteRequest } from '@sd/core/server';
import type { SessionService } from '../sessions/session_service';
import { getAuthState } from './auth_state';

/**
 * One value in the session of a request, encrypted with a key that only its cookie provides. It
 * ends with the session, and with every new login or password change.
 */
export interface SessionValue<T> {
  /** Whether the request has a session; one with credentials has none. */
  isKept(request: RouteRequest): boolean;
  read(request: RouteRequest): T | undefined;
  /** @returns false if the session has ended meanwhile */
  change(request: RouteRequest, change: (value: T | undefined) => T): Promise<boolean>;
}

/** @param name - id of the plugin; `T` is what only that plugin has written */
export const sessionValue = <T>(sessions: SessionService, name: string): SessionValue<T> => ({
  isKept: (request) => getAuthState(request).session !== undefined,
  read: (request) => getAuthState(request).session?.values?.[name] as T | undefined,
  change: async (request, change) => {
    const current = getAuthState(request).session;
    const session = current && (await sessions.reload(current.id));
    if (!session) return false;
    const value = change(session.values?.[name] as T | undefined);
    return sessions.change(session, { values: { ...session.values, [name]: value } });
  },
});
