/** Change requests: what is read about them, and applying one. */
import type {
  ChangeRequest,
  ChangeRequestApply,
  ChangeRequestList,
  ImportReceived,
} from '@sd/contracts';
import { type HttpSetup, send } from '@sd/core/public';
import { type Read, useServerQuery } from '@sd/ui_kit';
import { APPLY_CHANGE_REQUEST, LIST_CHANGE_REQUESTS, READ_CHANGE_REQUEST } from '../../common';
import { useAdmin } from './admin_context';
import { type ConfirmLockout, confirmedTogether } from './lockout_confirmation';
import { SECURITY_KEY } from './query_keys';

/** Below the general key, because a changed entry may no longer fit a request. */
const KEY = [...SECURITY_KEY, 'changeRequests'] as const;

export function useChangeRequests(): Read<ChangeRequestList> {
  const { http } = useAdmin().core;
  return useServerQuery(KEY, (signal) => send(http, LIST_CHANGE_REQUESTS, { signal }), {
    isFresh: true,
    keepsPrevious: true,
  });
}

export function useChangeRequest(id: string): Read<ChangeRequest> {
  const { http } = useAdmin().core;
  return useServerQuery(
    [...KEY, id],
    (signal) => send(http, READ_CHANGE_REQUEST, { params: { id }, signal }),
    {
      isFresh: true,
      keepsPrevious: true,
    }
  );
}

/** What applying the request would answer now, without changing anything. */
export function useChangeRequestCheck(
  { id, revision, changes }: ChangeRequest,
  isOff: boolean
): Read<ImportReceived> {
  const { http } = useAdmin().core;
  const body: ChangeRequestApply = { revision, dry_run: true };
  return useServerQuery(
    // Not below the key of the page: a decision would check the closed request once more.
    ['changeRequestCheck', id, revision, changes.map(({ state }) => state)],
    () => send(http, APPLY_CHANGE_REQUEST, { params: { id }, body }),
    { isFresh: true, isOff }
  );
}

/** @returns `undefined` if the user declines a lockout */
export const applyChangeRequest = (
  http: Pick<HttpSetup, 'post'>,
  id: string,
  body: ChangeRequestApply,
  confirmLockout: ConfirmLockout
): Promise<ImportReceived | undefined> =>
  confirmedTogether(confirmLockout, (query) =>
    send(http, APPLY_CHANGE_REQUEST, { params: { id }, query, body })
  );
