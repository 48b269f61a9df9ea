import { isAbortError } from '@sd/core/public';
import { useEffect } from 'react';
import { logFailure } from '../../services/log_failure';
import type { SignedInSession } from '../../services/signed_in_session';

/**
 * Asks for the account again when a dialog opens: pages live longer than mappings. A failure is
 * only logged.
 */
export function useFreshAccount(session: SignedInSession): void {
  useEffect(() => {
    const abort = new AbortController();
    session.refresh(abort.signal).catch((error: unknown) => {
      if (!isAbortError(error)) logFailure('Account information could not be loaded.', error);
    });
    return () => abort.abort();
  }, [session]);
}
