/** Reads data for a screen; aborts the request when the screen unmounts or its query changes. */
import {
  keepPreviousData,
  type QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';

/** State of a query. */
export interface Read<T> {
  /** Kept while a newer response loads. */
  readonly data: T | undefined;
  /** Time of arrival, in epoch milliseconds. */
  readonly arrivedAtMs: number | undefined;
  /** Error of the last attempt; `undefined` if it succeeded. */
  readonly error: unknown;
  /** Whether a request is in progress, for the first response or a newer one. */
  readonly isLoading: boolean;
  /** Sends the request again; the current data stays until the next response. */
  readonly reload: () => void;
}

/** Options of {@link useServerQuery}. */
export interface ReadOptions {
  /** Shows the response to the previous query until the next one arrives. */
  readonly keepsPrevious?: boolean;
  /**
   * Never shows data from an earlier visit: for forms, which would not pick up the newer response.
   */
  readonly isFresh?: boolean;
  /** Sends no request, because the backend does not support the query. */
  readonly isOff?: boolean;
}

/** Prefix of a key: related queries are invalidated together. */
export type ReadKey = readonly unknown[];

/**
 * Sends a query immediately, and again when it is invalidated. Screens with the same key share the
 * response. The request is aborted when the last of them unmounts.
 * @param key - identifies the query; starts with the owner, for example `['security', 'roles']`
 */
export function useServerQuery<T>(
  key: ReadKey,
  read: (signal: AbortSignal) => Promise<T>,
  { keepsPrevious = false, isFresh = false, isOff = false }: ReadOptions = {}
): Read<T> {
  const query = useQuery({
    queryKey: key,
    // Wrapped in an object, because the library rejects a bare `undefined`, which is a valid result
    // here.
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
 * Reads data that another query depends on. Shared with all screens that use the same key, and
 * requested only if it is unknown or invalidated.
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

/** Options of a change. */
export interface ChangedOptions {
  /** Whether the page is being left, so that its data need not be reloaded. */
  readonly isLeaving?: boolean;
}

/**
 * For screens that change data.
 * @returns a function that invalidates data: visible data is reloaded, other data is dropped
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
