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

const PATH = API_PATHS.factors;

export class FactorsClient {
  constructor(private readonly http: HttpSetup) {}

  own(): Promise<OwnFactors> {
    return this.http.get(PATH);
  }

  begin(kind: FactorKind, password: string): Promise<FactorEnrollment> {
    return this.send(PATH, { kind, current_password: password });
  }

  confirm(proof: {
    readonly id: string;
    readonly name: string;
    readonly code?: string;
    readonly passkey?: string;
  }): Promise<FactorAdded> {
    return this.send(`${PATH}/_confirm`, proof);
  }

  rename(id: string, name: string, password: string): Promise<FactorState> {
    return this.send(`${PATH}/_rename`, { id, name, current_password: password });
  }

  remove(id: string, password: string): Promise<FactorState> {
    return this.send(`${PATH}/_remove`, { id, current_password: password });
  }

  renewRecoveryCodes(password: string): Promise<RecoveryCodes> {
    return this.send(`${PATH}/_recovery_codes`, { current_password: password });
  }

  /** Only users with at least one factor are returned. */
  ofUsers(names: readonly string[]): Promise<FactorsOfUsers> {
    return this.send(API_PATHS.userFactors, { names });
  }

  /** Removes all factors of another user. */
  reset(userName: string): Promise<FactorState> {
    return this.http.delete(`${API_PATHS.userFactors}/${encodeURIComponent(userName)}`);
  }

  private send<T>(path: string, body: object): Promise<T> {
    return this.http.post<T>(path, { body: JSON.stringify(body) });
  }
}

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
