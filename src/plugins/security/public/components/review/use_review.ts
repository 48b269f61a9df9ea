/** Attempts to make reviewed changes. What was refused stays on the screen, with its reason. */
import type { ImportReceived } from '@sd/contracts';
import { errorText } from '@sd/core/public';
import { useState } from 'react';
import { useAdmin } from '../../services/admin_context';
import type { ConfirmLockout } from '../../services/lockout_confirmation';
import { errorMessage, listErrors } from './plan';

export interface Review<A extends readonly unknown[]> {
  /** Why entries are not changed, by kind and name: of the last attempt, or else of the check. */
  readonly errors: ReadonlyMap<string, string>;
  /** Why the changes together are refused, or the request failed. */
  readonly reason: string | undefined;
  /** Whether an attempt failed. */
  readonly hasFailed: boolean;
  readonly isBusy: boolean;
  /** @returns `undefined` if it failed, or the user declined a lockout */
  readonly apply: (...args: A) => Promise<ImportReceived | undefined>;
}

/**
 * @param send - asks the server to make the changes
 * @param check - what the server answered to a dry run
 */
export function useReview<A extends readonly unknown[]>(
  send: (confirmLockout: ConfirmLockout, ...args: A) => Promise<ImportReceived | undefined>,
  check?: ImportReceived | null
): Review<A> {
  const confirmLockout = useLockoutDialog();
  const [response, setResponse] = useState<ImportReceived>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const received = response ?? check ?? undefined;
  return {
    errors: received ? listErrors(received) : new Map(),
    reason: failure ?? (received?.refusal && errorMessage(received.refusal)),
    hasFailed: failure !== undefined || response?.is_done === false,
    isBusy,
    apply: async (...args) => {
      setIsBusy(true);
      setFailure(undefined);
      try {
        const answer = await send(confirmLockout, ...args);
        setResponse(answer);
        return answer;
      } catch (error) {
        setFailure(errorText(error));
        return undefined;
      } finally {
        setIsBusy(false);
      }
    },
  };
}

/** Asks whether administrators may lose access; loads the dialog when it is needed. */
export function useLockoutDialog(): ConfirmLockout {
  const { overlays } = useAdmin().core;
  return async (lockout) => {
    const { confirmLockout } = await import('../lockout_dialog');
    return confirmLockout(overlays, lockout);
  };
}
