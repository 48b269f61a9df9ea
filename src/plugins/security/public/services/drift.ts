/** Drift from the folder with the desired configuration. */
import type { DriftBody, DriftPutBack, ImportReceived } from '@sd/contracts';
import { type HttpSetup, send } from '@sd/core/public';
import { type Read, useServerQuery } from '@sd/ui_kit';
import { PUT_DRIFT_BACK, READ_DRIFT } from '../../common';
import { useAdmin } from './admin_context';
import { type ConfirmLockout, confirmedTogether } from './lockout_confirmation';
import { SECURITY_KEY } from './query_keys';

/** Entries of one page. */
export const DRIFT_PER_PAGE = 25;

/** @param page - from 1 */
export function useDrift(page: number): Read<DriftBody> {
  const { http } = useAdmin().core;
  return useServerQuery(
    [...SECURITY_KEY, 'drift', page],
    (signal) => send(http, READ_DRIFT, { query: { page, per_page: DRIFT_PER_PAGE }, signal }),
    { isFresh: true, keepsPrevious: true }
  );
}

/** @returns `undefined` if the user declines a lockout */
export const putBack = (
  http: Pick<HttpSetup, 'post'>,
  body: DriftPutBack,
  confirmLockout: ConfirmLockout
): Promise<ImportReceived | undefined> =>
  confirmedTogether(confirmLockout, (query) => send(http, PUT_DRIFT_BACK, { query, body }));
