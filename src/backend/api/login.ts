/**
 * Proving who somebody is, in as many rounds as the backend's methods need. Nothing here knows
 * sessions or cookies: whoever calls keeps the principal, and between two rounds the state.
 */
import type { LoginChallenge } from '../../contracts/api';
import type { Principal, TlsConnection } from './caller';

/** What is handed over of a request. */
export interface AuthenticationRequest {
  /**
   * Lower-case names. Those of `Login.headers` may prove somebody; with them attributes may come
   * in further ones, so all that a request has are handed over.
   */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** IP address of the client; failures are counted by it. */
  readonly remoteAddress: string;
  /**
   * IP address at the other end of the connection: of the nearest proxy, where one stands in
   * between. Without it nobody's headers are taken for those of a trusted proxy.
   */
  readonly peerAddress?: string;
  /** Decoded; a token may come in one (`Login.queryParameters`). */
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The line, where this server ends TLS; its `peer` may be a credential. */
  readonly tls?: TlsConnection;
}

/** This server as browsers reach it: what passkeys are bound to. */
export interface RelyingParty {
  /** As browsers write it: `https://example.org:5601`. */
  readonly origin: string;
  /** Host name of it, without the port. */
  readonly rpId: string;
  /** Of the product, shown by authenticators. */
  readonly name: string;
}

/** What somebody filled in, or what a provider sent back with its redirect. */
export interface LoginInput extends AuthenticationRequest {
  /** Name of a field (`LoginMethod.fields`, or those of a challenge) to what was entered. */
  readonly fields: Readonly<Record<string, string>>;
  /** From the server's configuration, never of a request; absent: passkeys cannot be used. */
  readonly site?: RelyingParty;
}

/**
 * Who somebody is proven to be, or why not. `missing`: there were no credentials; `unavailable`:
 * nobody can tell now.
 */
export type AuthenticationResult =
  | { readonly ok: true; readonly principal: Principal }
  | {
      readonly ok: false;
      /**
       * `invalid`: unknown user or wrong secret, deliberately not told apart; `blocked`: too many
       * failures; `incomplete`: right, but only the form's further rounds can show the rest; `off`:
       * nobody is proven in this way here.
       */
      readonly reason: 'missing' | 'invalid' | 'blocked' | 'unavailable' | 'incomplete' | 'off';
      /** What is lacking, with `incomplete`. */
      readonly needs?: 'second_factor' | 'new_password';
      /** Whole seconds until another attempt makes sense, only with `blocked`. */
      readonly retryAfterSeconds?: number;
      /** `www-authenticate` of a challenge, when the backend has one. */
      readonly challenge?: string;
    };

/**
 * How one round ends. `state` goes back to `complete` unread; whoever keeps it lets nobody else
 * read it.
 */
export type LoginStep =
  | { readonly kind: 'concluded'; readonly result: AuthenticationResult }
  /** Another answer is needed, a one-time password for example. */
  | {
      readonly kind: 'challenge';
      readonly state: string;
      readonly fields: readonly string[];
      /** What is asked, where fields alone do not say it. Everything in it is for the person. */
      readonly challenge?: LoginChallenge;
      /** The answer before was wrong: a failure, as a wrong password is. */
      readonly isFailure?: boolean;
    }
  /** The browser goes to a provider, which sends it back. */
  | {
      readonly kind: 'redirect';
      readonly state: string;
      readonly location: string;
      /**
       * Stands in what the provider sends back, where that does not bring `relay` along: tells
       * answers to several questions apart. No secret, and no proof.
       */
      readonly mark?: string;
    };

/** One way of signing in that the backend offers. */
export interface LoginMethod {
  /** As `opensearch_security.auth.type` names it: `basicauth`. */
  readonly id: string;
  /** Fields that the first round asks for; none: it begins without a form. */
  readonly fields: readonly string[];
}

/** Whose session has ended at a provider; at least one of `subject` and `session` is there. */
export interface ProviderLogout {
  /** The provider's name of the person. */
  readonly subject?: string;
  /** The provider's name of the session; without one all of the person's have ended. */
  readonly session?: string;
  /** Where the browser takes the confirmation, if it has brought the message. */
  readonly location?: string;
  /** Instead: a form that the browser takes there. */
  readonly form?: FormResult;
}

/** What a page posts by itself. */
export interface FormResult {
  /** An address of the web. */
  readonly action: string;
  /** Names to values, each sent as it stands. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The ways of signing in to one backend. */
export interface Login {
  /** In the order in which the login page offers them. */
  readonly methods: readonly LoginMethod[];
  /**
   * Lower-case names of request headers that may carry credentials; they change as the backend is
   * configured.
   */
  readonly headers: readonly string[];
  /** Names of query parameters that may carry a token; none by default. */
  readonly queryParameters?: readonly string[];
  /**
   * Proves the credentials that one request brings along, whichever method understands them. Never
   * throws for wrong ones; takes the same time for unknown users. Rejects when the backend cannot
   * be reached.
   */
  authenticate(request: AuthenticationRequest): Promise<AuthenticationResult>;
  /**
   * Notes for the audit that an answer of a provider was refused before `authenticate` could be
   * asked; absent where the backend keeps no such record.
   */
  refused?(method: string, remoteAddress: string): Promise<void>;
  /** The first round. An unknown method concludes with `invalid`. */
  begin(method: string, input: LoginInput): Promise<LoginStep>;
  /**
   * A further round. A state that is unknown, was used or came too late concludes with `invalid`.
   */
  complete(method: string, state: string, input: LoginInput): Promise<LoginStep>;
  /**
   * Prolongs what runs out by itself, a token for example. Asked for every request of a session
   * whose principal runs out within a minute (`LOGIN_LIMITS.renewBeforeMs`), so it looks first
   * whether there is anything to do; one server asks once at a time for a session, several may ask
   * at once. Rejects when the provider cannot be reached: the session stays.
   * @returns the very same principal when nothing was done; another one of the same user, which
   *   takes its place in the session; or `undefined`: the session ends
   */
  refresh(principal: Principal): Promise<Principal | undefined>;
  /**
   * Tells the backend that a session has ended; what the server keeps of it is the caller's to
   * remove.
   * @returns where the browser has to go to end the provider's session as well, if anywhere
   */
  logout(principal: Principal): Promise<{ readonly location?: string }>;
  /**
   * A provider says by itself that a session has ended there; absent where none does.
   * @returns `undefined` for what is no such message, or not proven to be that provider's
   */
  loggedOutByProvider?(method: string, input: LoginInput): Promise<ProviderLogout | undefined>;
  /**
   * What a provider registers this product by, where a way of signing in has such: SAML 2.0
   * Metadata.
   */
  description?(method: string): Promise<string | undefined>;
}
