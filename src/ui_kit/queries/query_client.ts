/**
 * How screens read from the server: what is cached, for how long, and when a failed request is
 * repeated.
 */
import { isUnanswered, statusOf } from '@sd/core/public';
import { notifyManager, QueryClient } from '@tanstack/react-query';

export type { QueryClient } from '@tanstack/react-query';

/** One repetition is enough for a proxy that restarts; more would only delay the message. */
const MAX_REPEATS = 1;
const REPEAT_AFTER_MS = 1_000;
/** Of data that no screen shows any more. */
const KEPT_MS = 5 * 60_000;
/** Answers of something between us and the server, or of a server that is starting. */
const PASSING_STATUSES: readonly number[] = [502, 503, 504];

/**
 * Repeats what has no answer or a passing one; a 4xx never: asking again would change nothing, and
 * after a 401 it would only stand in the way of signing in.
 * @param repeats - how often it was repeated already
 */
export function shouldRepeat(repeats: number, error: unknown): boolean {
  const status = statusOf(error);
  const isPassing = status === undefined ? isUnanswered(error) : PASSING_STATUSES.includes(status);
  return isPassing && repeats < MAX_REPEATS;
}

/**
 * A cache of one visit to an app: answers depend on the person and the tenant. To be cleared when
 * the app goes.
 */
export function createQueries(): QueryClient {
  // Several answers of one moment are drawn together, without waiting for a timer.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRepeat,
        retryDelay: REPEAT_AFTER_MS,
        gcTime: KEPT_MS,
        // A server in the same building is reached by browsers that think they are offline.
        networkMode: 'always',
        // Requests that nobody asked for would keep sessions alive.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Forgets everything. A request that is still under way would otherwise leave a timer for its
 * answer behind.
 */
export function endQueries(queries: QueryClient): void {
  for (const query of queries.getQueryCache().getAll()) query.gcTime = 0;
  queries.clear();
}
