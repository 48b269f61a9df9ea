/**
 * Second factors of the caller and of other users. Loaded with the pages that show them. All
 * methods reject with the HTTP service's fetch error.
 */
import {
  type FactorAdded,
  type FactorEnrollment,
  type FactorKind,
  type FactorsOfUsers,
  type FactorState,
  type OwnFactors,
  type RecoveryCodes,
} from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import { API_PATHS } from '../../common';
import { json } from './http_helpers';

const PATH = API_PATHS.factors;

export const factorsClient = (http: HttpSetup) => ({
  own: () => http.get<OwnFactors>(PATH),
  begin: (kind: FactorKind, current_password: string) =>
    http.post<FactorEnrollment>(PATH, json({ kind, current_password })),
  confirm: (proof: { id: string; name: string; code?: string; passkey?: string }) =>
    http.post<FactorAdded>(`${PATH}/_confirm`, json(proof)),
  rename: (id: string, name: string, current_password: string) =>
    http.post<FactorState>(`${PATH}/_rename`, json({ id, name, current_password })),
  remove: (id: string, current_password: string) =>
    http.post<FactorState>(`${PATH}/_remove`, json({ id, current_password })),
  renewRecoveryCodes: (current_password: string) =>
    http.post<RecoveryCodes>(`${PATH}/_recovery_codes`, json({ current_password })),
  /** Only users with at least one factor are returned. */
  ofUsers: (names: readonly string[]) =>
    http.post<FactorsOfUsers>(API_PATHS.userFactors, json({ names })),
  /** Removes all factors of another user. */
  reset: (userName: string) =>
    http.delete<FactorState>(`${API_PATHS.userFactors}/${encodeURIComponent(userName)}`),
});
