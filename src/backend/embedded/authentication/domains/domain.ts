/**
 * What one authentication domain (`config.dynamic.authc.<name>`) does for a request. Source:
 * docs/reference/engine.md#authentication.
 */
import type { Principal, ProviderLogout, AuthenticationRequest } from '../../../api';
import type { EngineLog } from '../../../api/log';
import type { WorkerPool } from '../../../../workers';

/** Who somebody is by what a provider, a proxy or a certificate says. */
export interface VerifiedIdentity {
  readonly userName: string;
  readonly backendRoles: readonly string[];
  /** Full names, `attr.jwt.department`. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  readonly expiresAtMs?: number;
}

export type DomainOutcome =
  | { readonly kind: 'proven'; readonly proof: VerifiedIdentity }
  /** Nothing that this domain understands. */
  | { readonly kind: 'none' }
  /** Something it understands, and does not believe. */
  | {
      readonly kind: 'refused';
      /** Who was claimed, where that is readable. */
      readonly userName?: string;
      /** A header that only a trusted proxy may send came from somebody else. */
      readonly isForged?: boolean;
    }
  /** Nobody can tell now: the provider does not answer. */
  | { readonly kind: 'unavailable' };

export const NONE: DomainOutcome = { kind: 'none' };
export const REFUSED: DomainOutcome = { kind: 'refused' };
export const UNAVAILABLE: DomainOutcome = { kind: 'unavailable' };

/** The answer to whoever brought nothing; `header` is a value of `www-authenticate`. */
export interface Challenge {
  readonly header: string;
  readonly body: string;
}

/** A way of proving somebody that is not a password. */
export interface DomainAuthenticator {
  /** Lower-case names of the headers in which credentials come. */
  readonly headers: readonly string[];
  readonly queryParameters: readonly string[];
  /** Never rejects for what a request holds. */
  prove(request: AuthenticationRequest): Promise<DomainOutcome>;
  /**
   * What asks for credentials of its kind; absent for those that nobody is asked for. Rejects when
   * its provider cannot be asked.
   */
  readonly challenge?: () => Promise<Challenge>;
  /**
   * Takes a provider's answer to a challenge.
   * @param remoteAddress - addresses take turns
   * @returns the value of `authorization` that it is good for, or `undefined`
   * @throws {QueueFullError}
   */
  readonly exchange?: (body: unknown, remoteAddress: string) => Promise<string | undefined>;
  /** Where the browser goes to end the provider's session. Rejects as `challenge`. */
  readonly logoutLocation?: (principal: Principal) => Promise<string | undefined>;
  /**
   * Takes a provider's word that a session has ended there.
   * @param fields - of its message
   * @param remoteAddress - addresses take turns
   * @returns `undefined` for what is no such message of this provider
   * @throws {QueueFullError}
   */
  readonly loggedOut?: (
    fields: Readonly<Record<string, string>>,
    remoteAddress: string
  ) => Promise<ProviderLogout | undefined>;
  /** What the provider registers this product by. */
  readonly description?: () => Promise<string>;
}

/** What a prover is made of. */
export interface DomainAuthenticatorDeps {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A line about this domain; many of them become one. */
  readonly complain: (message: string, meta?: Parameters<EngineLog['warn']>[1]) => void;
  /** For what would hold the event loop. */
  readonly workers: Pick<WorkerPool, 'run'>;
  /** Relative names of files are looked for here. */
  readonly filesDir: string;
}

/** The settings of a domain cannot be used; the message says which, and never what stands there. */
export class DomainSettingsError extends Error {}
