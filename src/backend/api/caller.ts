/** Callers and their properties. */
import type { ApiKeyPermissions, DisabledEndpoints } from '../../contracts/api';

/**
 * An authenticated identity. Serializable, because it is stored (encrypted) in the session. Opaque
 * to callers except for the name.
 */
export interface Principal {
  /** In the backend's spelling; case-sensitive. */
  readonly userName: string;
  /**
   * Changes when the user's credentials change, which ends older sessions. Only from backends with
   * internal users.
   */
  readonly credentialVersion?: string;
  /** Headers that pass the credentials on to a cluster, for example `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Expiry of the credentials, for example of a token, in epoch milliseconds. The backend then
   * rejects the principal, and its session ends no later.
   */
  readonly expiresAtMs?: number;
  /** Data of an identity provider, a proxy or a certificate about an external user. */
  readonly provided?: ProvidedIdentity;
  /** State of the login method that authenticated the user. No other code reads it. */
  readonly provider?: ProviderMemory;
}

/** Properties of an external user. Contains no secrets. */
export interface ProvidedIdentity {
  /** Name of the authentication domain (`config.dynamic.authc`) that authenticated the user. */
  readonly domain: string;
  /** Type of its authenticator: `jwt`, `openid`, `proxy`, `saml`, `clientcert` … */
  readonly type: string;
  /** For role mappings. */
  readonly backendRoles: readonly string[];
  /**
   * Values by full name, such as `attr.jwt.department`. Available in queries and index patterns.
   */
  readonly attributes: Readonly<Record<string, string>>;
  /**
   * The claim that `roles_key` names, with dots between its parts, if the login has no such claim.
   * Usually a mistake of the configuration, so administrators see it.
   */
  readonly missingRolesClaim?: string;
}

/** Data of an identity provider, to refresh the session and to log the user out at the provider. */
interface ProviderMemory {
  /** A key of `Login.methods`. */
  readonly method: string;
  /** The provider's name for the user. */
  readonly subject?: string;
  /** The provider's name for its session. */
  readonly session?: string;
  /** The last ID token, which identifies the session to the provider at logout. */
  readonly idToken?: string;
  /** Refresh token. Some providers accept it only once. */
  readonly refreshToken?: string;
  /** Where the provider redirects the browser after logout. */
  readonly returnTo?: string;
}

/** Properties of a certificate. */
export interface CertificateFacts {
  /** Distinguished name, most specific part first: `CN=admin,OU=it,C=DE`. */
  readonly subject: string;
  /** Distinguished name of the issuer. */
  readonly issuer: string;
  /** Decimal digits. */
  readonly serialNumber: string;
  /** Kind and value of each name, such as `['DNS', 'localhost']`. */
  readonly alternativeNames: ReadonlyArray<readonly [kind: string, value: string]>;
  /** Start of validity, in epoch milliseconds. */
  readonly notBeforeMs: number;
  /** End of validity, in epoch milliseconds. */
  readonly notAfterMs: number;
}

/** A TLS connection that terminates at this server. */
export interface TlsConnection {
  /** For example `TLSv1.3`. */
  readonly protocol: string;
  /** RFC name, for example `TLS_AES_128_GCM_SHA256`. */
  readonly cipher: string;
  /** The server's own certificate. */
  readonly server?: CertificateFacts;
  /** Issuers accepted for client certificates (`server.ssl.certificateAuthorities`). */
  readonly authorities?: readonly CertificateFacts[];
  /**
   * The client's certificate chain, its own certificate first: verified, currently valid, and
   * issued by one of `server.ssl.certificateAuthorities`. Absent for all other certificates and
   * behind proxies.
   */
  readonly peer?: readonly [CertificateFacts, ...CertificateFacts[]];
}

/**
 * What a person may do at home, where the credentials of a caller are not the person's own but
 * stored with a connected cluster. They are used for nothing else.
 */
export interface CallerLimits {
  readonly disabledEndpoints: DisabledEndpoints;
}

/** The caller of pages and routes: anonymous or a logged-in user. */
export type PageCaller =
  | {
      readonly kind: 'anonymous';
      readonly remoteAddress?: string;
      readonly limits?: CallerLimits;
      /** For informational endpoints; it grants nothing. */
      readonly tls?: TlsConnection;
    }
  | {
      readonly kind: 'user';
      readonly principal: Principal;
      /**
       * Wire name of the requested tenant: '' for the global one, `__user__` for the private one,
       * otherwise its name.
       */
      readonly tenant?: string;
      readonly remoteAddress?: string;
      readonly tls?: TlsConnection;
      readonly limits?: CallerLimits;
    };

/**
 * The holder of a client certificate. A super administrator if `engine.authcz.admin_dn` lists its
 * subject, otherwise unauthenticated. Always unauthenticated for a cluster, to which this server
 * cannot prove the certificate.
 */
export interface CertificateCaller {
  /** Distinguishes certificate callers from other callers. */
  readonly kind: 'certificate';
  /** The connection, with the client certificate. */
  readonly tls: TlsConnection & Required<Pick<TlsConnection, 'peer'>>;
  /** IP address of the caller. */
  readonly remoteAddress?: string;
}

/** The caller of a request. The server itself is not one: see `InternalOperations`. */
export type RequestCaller = PageCaller | CertificateCaller;

/**
 * The server itself, which bypasses access checks. Only inside a backend; the `Engine` interface
 * does not accept it.
 */
type InternalCaller = { readonly kind: 'internal' };

/** Callers inside a backend. */
export type EngineCaller = InternalCaller | RequestCaller;

/** Members of an engine that accept other callers than those of its interface. */
export type MembersFor<Caller, T> = {
  readonly [K in keyof T]: T[K] extends (caller: RequestCaller, ...rest: infer R) => infer A
    ? (caller: Caller, ...rest: R) => A
    : T[K];
};

/** The parts of the response of `GET /_plugins/_security/authinfo` that the server uses. */
export interface AuthInfo {
  /** As entered at login. */
  readonly user_name: string;
  /**
   * Tenant of this request (`securitytenant`): '' for the global one, `__user__` for the private
   * one, `null` if none was requested.
   */
  readonly user_requested_tenant: string | null;
  /** Group names from the user's directory, for role mappings. */
  readonly backend_roles: readonly string[];
  /** Names only, such as `attr.internal.department`; values stay in the backend. */
  readonly custom_attribute_names: readonly string[];
  /** Effective security roles, mapped and direct. */
  readonly roles: readonly string[];
  /**
   * `true`: read and write; `false`: read only; absent: no access. The user's own name is the
   * private tenant.
   */
  readonly tenants: Readonly<Record<string, boolean>>;
}

/**
 * Properties of a caller that the server needs for every request. The engine caches them per
 * version of the configuration.
 */
export interface Identity {
  /** In the backend's spelling; case-sensitive. */
  readonly userName: string;
  /** Group names from the user's directory, for role mappings. */
  readonly backendRoles: readonly string[];
  /** Effective security roles, mapped and direct. */
  readonly roles: readonly string[];
  /**
   * `true`: read and write; `false`: read only; absent: no access. The user's own name is the
   * private tenant.
   */
  readonly tenants: Readonly<Record<string, boolean>>;
  /** Whether the caller may use at least some endpoints of the management API. */
  readonly hasApiAccess: boolean;
  /** What of the management API is closed to a caller with access to it; absent: nothing. */
  readonly disabledEndpoints?: DisabledEndpoints;
  /** Whether the backend stores the user, with a password that can be changed there. */
  readonly isInternalUser: boolean;
  /** Whether the internal user is reserved, so that only a super administrator can change it. */
  readonly isReserved: boolean;
  /**
   * Whether the request uses a delegated credential (an API key or an on-behalf-of token) instead
   * of the user's own credentials. A delegated credential can never change its owner's password,
   * hash, second factors, keys or sessions, and can never issue another credential.
   */
  readonly isDelegated?: boolean;
  /** The API key of the request, if any. It narrows all other properties. */
  readonly key?: {
    /** Whether the key allows reading only. */
    readonly isReadOnly: boolean;
    /** Upper bound of its permissions; absent: the owner's roles are the only limit. */
    readonly permissions?: ApiKeyPermissions;
    /**
     * Access to the shared saved objects of an installation without tenants. `true`: read and
     * write; `false`: read only; absent: no access.
     */
    readonly shared?: boolean;
  };
}
