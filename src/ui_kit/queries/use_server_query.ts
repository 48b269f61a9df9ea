/**
 * Reads data for a screen; gives up the request when the screen goes or asks for something else.
 */
import {
  keepPreviousData,
  type QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';

/** The answer to a question, as a screen needs it. */
export interface Read<T> {
  /** Kept while a newer answer is on its way. */
  readonly data: T | undefined;
  /** When it arrived, epoch milliseconds. */
  readonly arrivedAtMs: number | undefined;
  /** Why the last try failed; `undefined` while all is well. */
  readonly error: unknown;
  /** A request is under way, for the first answer or for a newer one. */
  readonly isLoading: boolean;
  /** Asks again; an answer that is there stays until the next one. */
  readonly reload: () => void;
}

/** How {@link useServerQuery} reads. */
export interface ReadOptions {
  /** Shows the answer to the previous question until the next one is there. */
  readonly keepsPrevious?: boolean;
  /**
   * Never shows what was read on an earlier visit: for forms, which would not notice the newer
   * answer.
   */
  readonly isFresh?: boolean;
  /** Asks nothing: the backend is known to have no answer. */
  readonly isOff?: boolean;
}

/** First parts of a key: what belongs together is read again together. */
export type ReadKey = readonly unknown[];

/**
 * Asks the server a question: at once, and again when it is told that something changed. Screens
 * with the same key share the answer; a request is given up with the last of them.
 * @param key - another key is another question; begins with the owner, for example
 *   `['security', 'roles']`
 */
export function useServerQuery<T>(
  key: ReadKey,
  read: (signal: AbortSignal) => Promise<T>,
  { keepsPrevious = false, isFresh = false, isOff = false }: ReadOptions = {}
): Read<T> {
  const query = useQuery({
    queryKey: key,
    // In an object: the library takes a bare `undefined` for a mistake, but "there is none" is an
    // answer.
    queryFn: async ({ signal }) => ({ value: await read(signal), arrivedAtMs: Date.now() }),
    enabled: !isOff,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(isFresh && { gcTime: 0, staleTime: Infinity }),
  });
  const { refetch } = query;
  return {
    data: query.data?.value,
    arrivedAtMs: query.data?.arrivedAtMs,
    error: query.error ?? undefined,
    isLoading: query.isFetching,
    reload: useCallback(() => void refetch(), [refetch]),
  };
}

/**
 * For reading what another question needs first: shared with every screen that reads it by the same
 * key, and asked only when it is not known or has changed.
 */
export const readOnce = async <T>(
  queries: QueryClient,
  key: ReadKey,
  read: (signal: AbortSignal) => Promise<T>
): Promise<T> => {
  const { value } = await queries.fetchQuery({
    queryKey: key,
    queryFn: async ({ signal }) => ({ value: await read(signal), arrivedAtMs: Date.now() }),
    staleTime: Infinity,
  });
  return value;
};

/** How far-reaching a change is. */
export interface ChangedOptions {
  /** The page is being left: what it shows needs not be read again. */
  readonly isLeaving?: boolean;
}

/**
 * For screens that change something.
 * @returns tells that something changed on the server: shown data are read again, others forgotten
 */
export function useChanged(): (key: ReadKey, options?: ChangedOptions) => void {
  const queries = useQueryClient();
  return useCallback(
    (key, { isLeaving = false } = {}) => {
      queries.removeQueries({ queryKey: key, type: 'inactive' });
      void queries.invalidateQueries({
        queryKey: key,
        refetchType: isLeaving ? 'none' : 'active',
      });
    },
    [queries]
  );
}
