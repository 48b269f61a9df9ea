/** Asks again while the first pass over recorded events goes on. */
import { useEffect } from 'react';

const ASK_AGAIN_MS = 2_000;

export function useCounting(isCounting: boolean, isLoading: boolean, reload: () => void): void {
  useEffect(() => {
    if (!isCounting || isLoading) return;
    const timer = setTimeout(reload, ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isCounting, isLoading, reload]);
}
