/**
 * Second factors of the caller and of other users. Loaded with the pages that show them. All
 * methods reject with the HTTP service's fetch error.
 */
import {
  FACTOR_LIMITS,
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
export type FactorsClient = ReturnType<typeof factorsClient>;

/** Second factors of users in a list; loads of the same moment are combined into one request. */
interface PendingLoad {
  readonly name: string;
  readonly resolve: (kinds: readonly FactorKind[]) => void;
  readonly fail: (error: unknown) => void;
}

export class FactorsOfUsersLoader {
  private pending: PendingLoad[] = [];

  constructor(private readonly client: Pick<FactorsClient, 'ofUsers'>) {}

  /** Empty for a user without factors. Rejects with the HTTP service's fetch error. */
  load(name: string): Promise<readonly FactorKind[]> {
    return new Promise((resolve, fail) => {
      this.pending.push({ name, resolve, fail });
      // The rows of a page ask one by one and share a request.
      if (this.pending.length === 1) setTimeout(() => void this.flush());
    });
  }

  private async flush(): Promise<void> {
    const batch = this.pending;
    this.pending = [];
    const { usersOfList } = FACTOR_LIMITS;
    for (let from = 0; from < batch.length; from += usersOfList) {
      const part = batch.slice(from, from + usersOfList);
      try {
        const { users } = await this.client.ofUsers([...new Set(part.map(({ name }) => name))]);
        const kinds = new Map(users.map((user) => [user.name, user.kinds]));
        for (const { name, resolve } of part) resolve(kinds.get(name) ?? []);
      } catch (error) {
        for (const { fail } of part) fail(error);
      }
    }
  }
}
