/** Keeps a page of saved objects in step with what is asked for. */
import { useCallback, useEffect, useState } from 'react';
import type { HttpStart } from '@sd/core/public';
import { readObjectsPage, type ObjectsPage, type ObjectsQuery } from './saved_objects_page';

export interface ObjectsPageState {
  readonly isLoading: boolean;
  /** The last page that arrived; stays while the next one loads. */
  readonly page?: ObjectsPage;
  readonly error?: Error;
  readonly retry: () => void;
}

/** @param query - a new object means a new request; an older one is aborted */
export function useObjectsPage(http: HttpStart, query: ObjectsQuery): ObjectsPageState {
  const [state, setState] = useState<Omit<ObjectsPageState, 'retry'>>({ isLoading: true });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setState(({ page }) => ({ isLoading: true, ...(page && { page }) }));
    readObjectsPage(http, query, controller.signal).then(
      (page) => !controller.signal.aborted && setState({ isLoading: false, page }),
      (error: Error) => !controller.signal.aborted && setState({ isLoading: false, error })
    );
    return () => controller.abort();
  }, [http, query, attempt]);
  return { ...state, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}
