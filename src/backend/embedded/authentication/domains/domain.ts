/** The interface of an authentication domain (`config.dynamic.authc.<name>`). */
import type { Principal, ProviderLogout, AuthenticationRequest } from '../../../api';
import type { EngineLog } from '../../../api/log';
import type { WorkerPool } from '../../../../workers';

/** A user as a provider, a proxy or a certificate describes them. */
export interface VerifiedIdentity {
  readonly userName: string;
  readonly backendRoles: readonly string[];
  /** By full name, such as `attr.jwt.department`. */
  readonly attributes: Readonly<Record<string, string>>;
  /** As in `ProvidedIdentity`. */
  readonly missingRolesClaim?: string;
  /** Epoch milliseconds. */
  readonly expiresAtMs?: number;
}

export type DomainOutcome =
  | { readonly kind: 'proven'; readonly identity: VerifiedIdentity }
  /** The request has no credentials for this domain. */
  | { readonly kind: 'none' }
  /** The request has credentials for this domain, but they are invalid. */
  | {
      readonly kind: 'refused';
      /** The claimed user name, if it is readable. */
      readonly userName?: string;
      /** Set if a header that only a trusted proxy may send came from another address. */
      readonly isForged?: boolean;
    }
  /** The credentials cannot be verified now, because the provider does not respond. */
  | { readonly kind: 'unavailable' };

export const NONE: DomainOutcome = { kind: 'none' };
export const REFUSED: DomainOutcome = { kind: 'refused' };
export const UNAVAILABLE: DomainOutcome = { kind: 'unavailable' };

/** The response to a request without credentials; `header` is the value of `www-authenticate`. */
export interface Challenge {
  readonly header: string;
  readonly body: string;
}

/** Authenticates requests by anything but a password. */
export interface DomainAuthenticator {
  /** Names of the query parameters that carry its credentials. */
  readonly queryParameters?: readonly string[];
  /** Never rejects because of the content of a request. */
  authenticate(request: AuthenticationRequest): Promise<DomainOutcome>;
  /**
   * Asks for credentials of this kind; absent for types without a challenge. Rejects if the
   * provider is unreachable.
   */
  readonly challenge?: () => Promise<Challenge>;
  /**
   * Exchanges a provider's response to a challenge for a token.
   * @param remoteAddress - part of the queue key, so that addresses are served alternately
   * @returns the value of `authorization` to use from now on, or `undefined` for an invalid
   *   response
   * @throws {QueueFullError}
   */
  readonly exchange?: (body: unknown, remoteAddress: string) => Promise<string | undefined>;
  /** The URL where the browser ends the provider's session. Rejects as `challenge` does. */
  readonly logoutLocation?: (principal: Principal) => Promise<string | undefined>;
  /**
   * Handles a provider's notice that a session has ended.
   * @param fields - the fields of the message
   * @param remoteAddress - part of the queue key, so that addresses are served alternately
   * @returns `undefined` if this is not a valid notice of this provider
   * @throws {QueueFullError}
   */
  readonly loggedOut?: (
    fields: Readonly<Record<string, string>>,
    remoteAddress: string
  ) => Promise<ProviderLogout | undefined>;
  /** Certificates of the provider, and of the connection to it. */
  readonly certificates?: () => Promise<readonly DomainCertificate[]>;
  /** The service provider metadata for registration with the provider. */
  readonly description?: () => Promise<string>;
}

export interface DomainCertificate {
  /** The setting that it comes from. */
  readonly setting: string;
  /** The file of the setting. */
  readonly file?: string;
  readonly endsAtMs: number;
}

/** What the authenticator of a domain needs. */
export interface DomainAuthenticatorDeps {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Logs a warning about this domain; repeated ones are dropped for a while. */
  readonly warn: (message: string, meta?: Parameters<EngineLog['warn']>[1]) => void;
  /** For work that would block the event loop. */
  readonly workers: Pick<WorkerPool, 'run'>;
  /** Base folder of relative file names. */
  readonly filesDir: string;
}

/**
 * Thrown when the settings of a domain cannot be used. The message names the setting, never its
 * value.
 */
export class DomainSettingsError extends Error {}
