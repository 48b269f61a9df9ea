import { isAbortError } from '@sd/core/public';
import { useEffect } from 'react';
import { logFailure } from '../../services/log_failure';
import type { LoggedInSession } from '../../services/session_state';

/**
 * Reloads the account when a dialog opens, because mappings may have changed since the page load. A
 * failure is only logged.
 */
export function useFreshAccount(session: LoggedInSession): void {
  useEffect(() => {
    const abort = new AbortController();
    session.refresh(abort.signal).catch((error: unknown) => {
      if (!isAbortError(error)) logFailure('Account information could not be loaded.', error);
    });
    return () => abort.abort();
  }, [session]);
}
