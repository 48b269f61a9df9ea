/**
 * The login interface of backends. A login takes as many steps as its method needs. It has no
 * sessions or cookies: the caller stores the principal, and the state between two steps.
 */
import type { LoginChallenge } from '../../contracts/api';
import type { Principal, TlsConnection } from './caller';

/** The parts of a request that authentication uses. */
export interface AuthenticationRequest {
  /** Lower-case names. All headers of a request, because a domain can read any of them. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** From the login form, in place of headers. */
  readonly password?: { readonly userName: string; readonly password: string };
  /** IP address of the client, for counting failed attempts. */
  readonly remoteAddress: string;
  /**
   * IP address of the peer of the connection, which may be a proxy. Without it, no headers are
   * accepted as those of a trusted proxy.
   */
  readonly peerAddress?: string;
  /** Decoded. May contain a token. */
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The TLS connection, if it terminates at this server. Its `peer` can be a credential. */
  readonly tls?: TlsConnection;
}

/** This server as seen by browsers. Passkeys are bound to it. */
export interface RelyingParty {
  /** Web origin: `https://example.org:5601`. */
  readonly origin: string;
  /** Its host name, without the port. */
  readonly rpId: string;
  /** Product name, shown by authenticators. */
  readonly name: string;
}

/** Form input, or the parameters of an identity provider's redirect. */
export interface LoginInput extends AuthenticationRequest {
  /** Values by field name: `username` and `password`, or the fields of a challenge. */
  readonly fields: Readonly<Record<string, string>>;
  /** From the server's configuration, never from a request. Without it, passkeys cannot be used. */
  readonly site?: RelyingParty;
  /** The user is logged in already: no login is recorded, and no further step asked for. */
  readonly checksOnly?: true;
}

/**
 * The result of an authentication. `missing`: no credentials; `unavailable`: the credentials cannot
 * be checked now.
 */
export type AuthenticationResult =
  | { readonly ok: true; readonly principal: Principal }
  | {
      readonly ok: false;
      /**
       * `invalid`: unknown user or wrong secret, deliberately not distinguished; `blocked`: too
       * many failures; `incomplete`: correct, but further login steps are required; `off`: this
       * method is disabled.
       */
      readonly reason: 'missing' | 'invalid' | 'blocked' | 'unavailable' | 'incomplete' | 'off';
      /** The missing step, with `incomplete`. */
      readonly needs?: 'second_factor' | 'new_password';
      /** Whole seconds until the next permitted attempt, with `blocked`. */
      readonly retryAfterSeconds?: number;
      /** Value of `www-authenticate`, if the backend sends a challenge. */
      readonly challenge?: string;
    };

/**
 * The result of a login step. `state` is passed back to `complete` unchanged and must be kept
 * secret.
 */
export type LoginStep =
  | { readonly kind: 'concluded'; readonly result: AuthenticationResult }
  /** The login requires another step, for example a one-time code. */
  | {
      readonly kind: 'challenge';
      readonly state: string;
      readonly fields: readonly string[];
      /** Details of the challenge beyond its fields. All of it may be shown to the user. */
      readonly challenge?: LoginChallenge;
      /**
       * Whether the previous response was wrong, which counts as a failed attempt like a wrong
       * password.
       */
      readonly isFailure?: boolean;
    }
  /** The browser is redirected to an identity provider, which redirects it back. */
  | {
      readonly kind: 'redirect';
      readonly state: string;
      readonly location: string;
      /**
       * Identifies the login in the provider's response if that response has no `relay`. Neither
       * secret nor proof.
       */
      readonly mark?: string;
    };

/**
 * A session that ended at an identity provider. At least one of `subject` and `session` is present.
 */
export interface ProviderLogout {
  /** The provider's name for the user. */
  readonly subject?: string;
  /** The provider's name for the session; without it, all sessions of the user ended. */
  readonly session?: string;
  /** Where to redirect the browser with the confirmation, if the browser delivered the message. */
  readonly location?: string;
  /** Alternatively, a form that the browser posts. */
  readonly form?: FormResult;
}

/** A form that a page submits automatically. */
export interface FormResult {
  /** An HTTP or HTTPS URL. */
  readonly action: string;
  /** Values by name, sent unchanged. */
  readonly fields: Readonly<Record<string, string>>;
}

/** One way to log in. A method without an optional member has nothing to do there. */
export interface LoginMethod {
  /** The first step. */
  begin(input: LoginInput): Promise<LoginStep>;
  /** A further step. An unknown, used or expired state concludes with `invalid`. */
  complete?(state: string, input: LoginInput): Promise<LoginStep>;
  /**
   * Refreshes expiring credentials, for example a token. Called for every request of a session
   * whose principal expires within a minute (`LOGIN_LIMITS.renewBeforeMs`), so it first checks
   * whether a refresh is needed. Each server calls it once at a time per session, but several
   * servers may call it concurrently. Rejects if the provider cannot be reached; the session then
   * continues.
   * @returns the same principal if nothing changed; another principal of the same user, which
   *   replaces it in the session; or `undefined`, which ends the session
   */
  refresh?(principal: Principal): Promise<Principal | undefined>;
  /**
   * Called when a session has ended. The caller removes the session itself.
   * @returns where to redirect the browser to end the provider's session, if anywhere
   */
  logout?(principal: Principal): Promise<{ readonly location?: string }>;
  /**
   * Handles a provider's logout message.
   * @returns `undefined` if the message is invalid or not proven to come from the provider
   */
  loggedOutByProvider?(input: LoginInput): Promise<ProviderLogout | undefined>;
  /** The document that registers this product with a provider: SAML 2.0 metadata. */
  description?(): Promise<string | undefined>;
}

/** The login methods of a backend. */
export interface Login {
  /** By id, as in `opensearch_security.auth.type`: `basicauth`. */
  readonly methods: ReadonlyMap<string, LoginMethod>;
  /**
   * Authenticates one request by its credentials, with any method that recognizes them. Does not
   * throw for wrong credentials, and takes the same time for unknown users. Rejects if the backend
   * cannot be reached.
   */
  authenticate(request: AuthenticationRequest): Promise<AuthenticationResult>;
  /**
   * Records for the audit that a provider's response was rejected before `authenticate` could run.
   * Absent if the backend keeps no such record.
   */
  refused?(method: string, remoteAddress: string): Promise<void>;
}
