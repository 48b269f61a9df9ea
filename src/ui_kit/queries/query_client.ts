/** Configuration of server queries: caching, and retries after failed requests. */
import { isUnanswered, getErrorStatus } from '@sd/core/public';
import { notifyManager, QueryClient } from '@tanstack/react-query';

export type { QueryClient } from '@tanstack/react-query';

/** One retry is enough for a proxy that restarts; more would only delay the error message. */
const MAX_REPEATS = 1;
const REPEAT_AFTER_MS = 1_000;
/** Retention of data that no screen shows any more. */
const RETENTION_MS = 5 * 60_000;
/** Responses of intermediaries, or of a server that is starting. */
const PASSING_STATUSES: readonly number[] = [502, 503, 504];

/**
 * Retries requests without a response or with a temporary error. Never retries a 4xx: the result
 * would be the same, and after a 401 it would only delay the login.
 * @param repeats - number of retries so far
 */
export function shouldRepeat(repeats: number, error: unknown): boolean {
  const status = getErrorStatus(error);
  const isPassing = status === undefined ? isUnanswered(error) : PASSING_STATUSES.includes(status);
  return isPassing && repeats < MAX_REPEATS;
}

/**
 * Creates the cache of one visit to an app: responses depend on the user and the tenant. Clear it
 * when the app unmounts.
 */
export function createQueries(): QueryClient {
  // Renders several responses of the same moment together, without waiting for a timer.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRepeat,
        retryDelay: REPEAT_AFTER_MS,
        gcTime: RETENTION_MS,
        // A local server is reachable even if the browser considers itself offline.
        networkMode: 'always',
        // Requests that the user did not trigger would extend the session.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Clears the cache. Otherwise a pending request would leave a timer for its response. */
export function endQueries(queries: QueryClient): void {
  for (const query of queries.getQueryCache().getAll()) query.gcTime = 0;
  queries.clear();
}
