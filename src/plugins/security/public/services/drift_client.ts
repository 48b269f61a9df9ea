/** Drift from the folder with the desired configuration. Rejects with the HTTP service's error. */
import type {
  DriftAccept,
  DriftAccepted,
  DriftBody,
  DriftPutBack,
  ImportReceived,
} from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import { type Read, useServerQuery } from '@sd/ui_kit';
import { DRIFT_PATH, DRIFT_PATHS } from '../../common';
import { useAdmin } from './admin_context';
import { json } from './http_helpers';
import { type ConfirmLockout, confirmedTogether } from './lockout_confirmation';
import { SECURITY_KEY } from './query_keys';

/** Entries of one page. */
export const DRIFT_PER_PAGE = 25;

/** @param page - from 1 */
export function useDrift(page: number): Read<DriftBody> {
  const { http } = useAdmin().core;
  return useServerQuery(
    [...SECURITY_KEY, 'drift', page],
    (signal) =>
      http.get<DriftBody>(DRIFT_PATH, { query: { page, per_page: DRIFT_PER_PAGE }, signal }),
    { isFresh: true, keepsPrevious: true }
  );
}

/** @returns `undefined` if the user declines a lockout */
export const putBack = (
  http: Pick<HttpSetup, 'post'>,
  request: DriftPutBack,
  confirmLockout: ConfirmLockout
): Promise<ImportReceived | undefined> =>
  confirmedTogether(confirmLockout, (query) =>
    http.post(`${DRIFT_PATH}/${DRIFT_PATHS.putBack}`, { ...json(request), query })
  );

export const acceptDrift = (
  http: Pick<HttpSetup, 'post'>,
  request: DriftAccept
): Promise<DriftAccepted> => http.post(`${DRIFT_PATH}/${DRIFT_PATHS.accept}`, json(request));
