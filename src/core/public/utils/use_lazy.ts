import { useEffect, useState } from 'react';
import { browserLog } from './browser_log';

/** The loaded value, or the loading state. */
export type Lazy<T extends object> = T | 'loading' | 'failed';

/**
 * Loads a part of the shell when it is first needed, and caches it.
 * @param load - must be the same function on every call; after a failure, loading is retried when
 *   it is needed again
 */
export function useLazy<T extends object>(load: () => Promise<T>, isNeeded: boolean): Lazy<T> {
  const [part, setPart] = useState<Lazy<T>>('loading');
  const isLoaded = typeof part === 'object';
  useEffect(() => {
    if (!isNeeded || isLoaded) return undefined;
    let isCurrent = true;
    setPart('loading');
    load().then(
      (loaded) => {
        if (isCurrent) setPart(loaded);
      },
      (error: unknown) => {
        browserLog.error(error);
        if (isCurrent) setPart('failed');
      }
    );
    return () => {
      isCurrent = false;
    };
  }, [load, isNeeded, isLoaded]);
  return part;
}
