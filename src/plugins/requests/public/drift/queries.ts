/** Drift from the folder with the desired configuration. */
import type { DriftBody, DriftPutBack, ImportReceived } from '@sd/contracts';
import { send } from '@sd/core/public';
import type { ConfirmLockout } from '@sd/plugins/security/public';
import { type Read, useServerQuery } from '@sd/ui_kit';
import { PUT_DRIFT_BACK, READ_DRIFT } from '../../common';
import { useParts } from '../parts';

/** Entries of one page. */
export const DRIFT_PER_PAGE = 25;

/** @param page - from 1 */
export function useDrift(page: number): Read<DriftBody> {
  const { useAdmin, SECURITY_KEY } = useParts();
  const { http } = useAdmin().core;
  return useServerQuery(
    [...SECURITY_KEY, 'drift', page],
    (signal) => send(http, READ_DRIFT, { query: { page, per_page: DRIFT_PER_PAGE }, signal }),
    { isFresh: true, keepsPrevious: true }
  );
}

/** Puts entries back; its promise resolves with `undefined` if the user declines a lockout. */
export function usePutBack(): (
  body: DriftPutBack,
  confirmLockout: ConfirmLockout
) => Promise<ImportReceived | undefined> {
  const { useAdmin, confirmedTogether } = useParts();
  const { http } = useAdmin().core;
  return (body, confirmLockout) =>
    confirmedTogether(confirmLockout, (query) => send(http, PUT_DRIFT_BACK, { query, body }));
}
