/** Change requests. All functions reject with the HTTP service's fetch error. */
import type {
  ChangeRequest,
  ChangeRequestAddition,
  ChangeRequestApply,
  ChangeRequestBody,
  ChangeRequestDecision,
  ChangeRequestList,
  ImportReceived,
} from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import { type Read, useServerQuery } from '@sd/ui_kit';
import { CHANGE_REQUESTS_PATH } from '../../common/change_requests';
import { useAdmin } from './admin_context';
import { json } from './http_helpers';
import { type ConfirmLockout, confirmedTogether } from './lockout_confirmation';
import { SECURITY_KEY } from './query_keys';

type Http = Pick<HttpSetup, 'post'>;

/** Below the general key, because a changed entry may no longer fit a request. */
const KEY = [...SECURITY_KEY, 'changeRequests'] as const;

const pathOf = (id: string): string => `${CHANGE_REQUESTS_PATH}/${encodeURIComponent(id)}`;

export function useChangeRequests(): Read<ChangeRequestList> {
  const { http } = useAdmin().core;
  return useServerQuery(
    KEY,
    (signal) => http.get<ChangeRequestList>(CHANGE_REQUESTS_PATH, { signal }),
    { isFresh: true, keepsPrevious: true }
  );
}

export function useChangeRequest(id: string): Read<ChangeRequest> {
  const { http } = useAdmin().core;
  return useServerQuery([...KEY, id], (signal) => http.get<ChangeRequest>(pathOf(id), { signal }), {
    isFresh: true,
    keepsPrevious: true,
  });
}

/** What applying the request would answer now, without changing anything. */
export function useChangeRequestCheck(
  { id, revision, changes }: ChangeRequest,
  isOff: boolean
): Read<ImportReceived> {
  const { http } = useAdmin().core;
  const request: ChangeRequestApply = { revision, dry_run: true };
  return useServerQuery(
    // Not below the key of the page: a decision would check the closed request once more.
    ['changeRequestCheck', id, revision, changes.map(({ state }) => state)],
    () => http.post<ImportReceived>(`${pathOf(id)}/apply`, json(request)),
    { isFresh: true, isOff }
  );
}

export const createChangeRequest = (http: Http, body: ChangeRequestBody): Promise<ChangeRequest> =>
  http.post(CHANGE_REQUESTS_PATH, json(body));

export const addToChangeRequest = (
  http: Http,
  id: string,
  body: ChangeRequestAddition
): Promise<ChangeRequest> => http.post(`${pathOf(id)}/changes`, json(body));

export const decideChangeRequest = (
  http: Http,
  id: string,
  decision: 'reject' | 'withdraw',
  body: ChangeRequestDecision
): Promise<ChangeRequest> => http.post(`${pathOf(id)}/${decision}`, json(body));

/** @returns `undefined` if the user declines a lockout */
export const applyChangeRequest = (
  http: Http,
  id: string,
  request: ChangeRequestApply,
  confirmLockout: ConfirmLockout
): Promise<ImportReceived | undefined> =>
  confirmedTogether(confirmLockout, (query) =>
    http.post(`${pathOf(id)}/apply`, { ...json(request), query })
  );
