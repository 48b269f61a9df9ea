/** Reads data for a screen; gives up the request when the screen goes or asks for something else. */
import { useCallback, useEffect, useRef, useState } from 'react';

export interface RequestState<T> {
  /** Kept while the next answer is on its way. */
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** @param key - another key is another question */
export function useRequest<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>
): RequestState<T> {
  const latestLoad = useRef(load);
  latestLoad.current = load;
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<RequestState<T>, 'reload'>>({
    data: undefined,
    error: undefined,
    isLoading: true,
  });

  useEffect(() => {
    const abort = new AbortController();
    setState(({ data }) => ({ data, error: undefined, isLoading: true }));
    latestLoad.current(abort.signal).then(
      (data) => {
        if (!abort.signal.aborted) setState({ data, error: undefined, isLoading: false });
      },
      (error: unknown) => {
        if (abort.signal.aborted || isAbortError(error)) return;
        setState(({ data }) => ({ data, error, isLoading: false }));
      }
    );
    return () => abort.abort();
  }, [key, attempt]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, reload };
}

const isAbortError = (error: unknown): boolean =>
  (error as { readonly name?: unknown } | undefined)?.name === 'AbortError';
