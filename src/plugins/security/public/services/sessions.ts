/** Sessions of the caller or of another user. Loaded with the pages that show them. */
import { type HttpSetup, send } from '@sd/core/public';
import {
  END_OWN_SESSION,
  END_OWN_SESSIONS,
  END_SESSION,
  END_SESSIONS,
  LIST_LAST_LOGINS,
  LIST_OWN_SESSIONS,
  LIST_SESSIONS,
  type SessionListResponse,
  type SessionsOfUserResponse,
} from '../../common';

export interface SessionSource<L extends SessionListResponse = SessionListResponse> {
  /** @param page - starts at 1 */
  list(page: number, perPage: number, signal?: AbortSignal): Promise<L>;
  end(id: string): Promise<void>;
  /**
   * Ends all sessions except the current one.
   * @returns the number of ended sessions
   */
  endAll(): Promise<number>;
}

export const ownSessions = (http: HttpSetup): SessionSource => ({
  list: (page, perPage, signal) =>
    send(http, LIST_OWN_SESSIONS, { query: { page, per_page: perPage }, signal }),
  end: async (id) => void (await send(http, END_OWN_SESSION, { params: { id } })),
  endAll: async () => (await send(http, END_OWN_SESSIONS)).ended,
});

export const getSessions = (
  http: HttpSetup,
  user: string
): SessionSource<SessionsOfUserResponse> => ({
  list: (page, perPage, signal) =>
    send(http, LIST_SESSIONS, { params: { user }, query: { page, per_page: perPage }, signal }),
  end: async (id) => void (await send(http, END_SESSION, { params: { user, id } })),
  endAll: async () => (await send(http, END_SESSIONS, { params: { user } })).ended,
});

/** @returns epoch milliseconds by name; users without a login are missing */
export async function getLastLogins(
  http: HttpSetup,
  names: readonly string[]
): Promise<ReadonlyMap<string, number>> {
  const { last_logins: lastLogins } = await send(http, LIST_LAST_LOGINS, { body: { names } });
  return new Map(Object.entries(lastLogins));
}
