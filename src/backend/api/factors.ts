/**
 * Second factors of the users that a backend keeps itself. Who calls has proven the caller's
 * current password before `begin`, `rename`, `remove` and `renewRecoveryCodes`: the backend asks
 * for the session alone.
 */
import type {
  FactorAdded,
  FactorBegun,
  FactorKind,
  FactorsOfUsers,
  FactorState,
  RecoveryCodes,
} from '../../contracts/api';
import type { RequestCaller } from './caller';
import type { EngineResult } from './request';
import type { RelyingParty } from './login';

/** What proves that somebody has what he enrols. */
export interface FactorVerification {
  /** `FactorBegun.id`. */
  readonly id: string;
  readonly name: string;
  readonly code?: string;
  /** JSON of WebAuthn as text. */
  readonly passkey?: string;
}

export interface EngineFactors {
  /**
   * Of the caller, or of a user whom the caller may read. 404 for an unknown one, 400 for callers
   * whom the backend does not keep.
   */
  state(caller: RequestCaller, userName?: string): Promise<EngineResult<FactorState>>;
  /** Of those of these users who have any; for who may read users. */
  ofUsers(caller: RequestCaller, names: readonly string[]): Promise<EngineResult<FactorsOfUsers>>;
  begin(
    caller: RequestCaller,
    kind: FactorKind,
    site: RelyingParty | undefined
  ): Promise<EngineResult<FactorBegun>>;
  /** 400 for a proof that does not hold or came too late. */
  confirm(caller: RequestCaller, proof: FactorVerification): Promise<EngineResult<FactorAdded>>;
  rename(caller: RequestCaller, id: string, name: string): Promise<EngineResult<FactorState>>;
  /** 400 for the last one of somebody who has to have one. */
  remove(caller: RequestCaller, id: string): Promise<EngineResult<FactorState>>;
  /** The former ones are void. */
  renewRecoveryCodes(caller: RequestCaller): Promise<EngineResult<RecoveryCodes>>;
  /** Takes everything from a user whom the caller may change. */
  reset(caller: RequestCaller, userName: string): Promise<EngineResult<FactorState>>;
}
