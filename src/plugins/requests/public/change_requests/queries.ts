/** Change requests: what is read about them, and applying one. */
import type {
  ChangeRequest,
  ChangeRequestApply,
  ChangeRequestList,
  ImportReceived,
} from '@sd/contracts';
import { send } from '@sd/core/public';
import type { AdminParts, ConfirmLockout } from '@sd/plugins/security/public';
import { type Read, useServerQuery } from '@sd/ui_kit';
import { APPLY_CHANGE_REQUEST, LIST_CHANGE_REQUESTS, READ_CHANGE_REQUEST } from '../../common';
import { useParts } from '../parts';

/** Below the general key, because a changed entry may no longer fit a request. */
const keyBelow = (key: AdminParts['SECURITY_KEY']) => [...key, 'changeRequests'] as const;

export function useChangeRequests(): Read<ChangeRequestList> {
  const { useAdmin, SECURITY_KEY } = useParts();
  const { http } = useAdmin().core;
  return useServerQuery(
    keyBelow(SECURITY_KEY),
    (signal) => send(http, LIST_CHANGE_REQUESTS, { signal }),
    {
      isFresh: true,
      keepsPrevious: true,
    }
  );
}

export function useChangeRequest(id: string): Read<ChangeRequest> {
  const { useAdmin, SECURITY_KEY } = useParts();
  const { http } = useAdmin().core;
  return useServerQuery(
    [...keyBelow(SECURITY_KEY), id],
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
  const { http } = useParts().useAdmin().core;
  const body: ChangeRequestApply = { revision, dry_run: true };
  return useServerQuery(
    // Not below the key of the page: a decision would check the closed request once more.
    ['changeRequestCheck', id, revision, changes.map(({ state }) => state)],
    () => send(http, APPLY_CHANGE_REQUEST, { params: { id }, body }),
    { isFresh: true, isOff }
  );
}

/** Makes the changes; its promise resolves with `undefined` if the user declines a lockout. */
export function useApplyChangeRequest(): (
  id: string,
  body: ChangeRequestApply,
  confirmLockout: ConfirmLockout
) => Promise<ImportReceived | undefined> {
  const { useAdmin, confirmedTogether } = useParts();
  const { http } = useAdmin().core;
  return (id, body, confirmLockout) =>
    confirmedTogether(confirmLockout, (query) =>
      send(http, APPLY_CHANGE_REQUEST, { params: { id }, query, body })
    );
}
