/**
 * Second factors, one's own and those of others. Loaded with what shows them. All reject with the
 * http service's fetch error.
 */
import type {
  FactorAdded,
  FactorBegun,
  FactorKind,
  FactorsOfUsers,
  FactorState,
  OwnFactors,
  RecoveryCodes,
} from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import { API_PATHS } from '../../common';

const PATH = API_PATHS.factors;

export class FactorsClient {
  constructor(private readonly http: HttpSetup) {}

  own(): Promise<OwnFactors> {
    return this.http.get(PATH);
  }

  begin(kind: FactorKind, password: string): Promise<FactorBegun> {
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

  /** Those of these users who have any. */
  ofUsers(names: readonly string[]): Promise<FactorsOfUsers> {
    return this.send(API_PATHS.userFactors, { names });
  }

  /** Takes every factor from somebody else. */
  reset(userName: string): Promise<FactorState> {
    return this.http.delete(`${API_PATHS.userFactors}/${encodeURIComponent(userName)}`);
  }

  private send<T>(path: string, body: object): Promise<T> {
    return this.http.post<T>(path, { body: JSON.stringify(body) });
  }
}
