/**
 * Sessions of the caller or of another user. Loaded with the pages that show them. Paths and
 * payloads: `common/api.ts`. All methods reject with the HTTP service's fetch error.
 */
import type { HttpSetup } from '@sd/core/public';
import {
  API_PATHS,
  type LastLoginsResponse,
  type SessionListResponse,
  type SessionsEndedResponse,
  type SessionsOfUserResponse,
} from '../../common';
import { json } from './http_helpers';

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

export const ownSessions = (http: HttpSetup): SessionSource =>
  sourceAt(http, API_PATHS.ownSessions);

export const sessionsOf = (
  http: HttpSetup,
  userName: string
): SessionSource<SessionsOfUserResponse> =>
  sourceAt(http, `${API_PATHS.sessions}/${encodeURIComponent(userName)}`);

/** @returns epoch milliseconds by name; users without a login are missing */
export async function lastLoginsOf(
  http: HttpSetup,
  names: readonly string[]
): Promise<ReadonlyMap<string, number>> {
  const response = await http.post<LastLoginsResponse>(API_PATHS.sessions, json({ names }));
  return new Map(Object.entries(response.last_logins));
}

function sourceAt<L extends SessionListResponse>(http: HttpSetup, path: string): SessionSource<L> {
  return {
    list: (page, perPage, signal) => http.get(path, { query: { page, per_page: perPage }, signal }),
    end: async (id) => void (await http.delete(`${path}/${id}`)),
    endAll: async () => (await http.delete<SessionsEndedResponse>(path)).ended,
  };
}
