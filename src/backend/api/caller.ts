/** Who asks, and what is known of him. */
import type { ApiKeyPermissions } from '../../contracts/api';

/**
 * A proven identity. Serialisable (it is kept, encrypted, in the session), opaque to callers except
 * for the name.
 */
export interface Principal {
  /** As the backend knows the user; case-sensitive. */
  readonly userName: string;
  /**
   * Changes when the user's credentials change, so that older sessions end. Backends with users of
   * their own.
   */
  readonly credentialVersion?: string;
  /** Headers that carry the credentials on to a cluster, `authorization` for example. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * When what proved him runs out, a token for example; epoch milliseconds. The backend takes him
   * for nobody from then on, and a session of his ends then at the latest.
   */
  readonly expiresAtMs?: number;
  /** What a provider, a proxy or a certificate said of somebody whom the backend does not keep. */
  readonly provided?: ProvidedIdentity;
  /** What his way of signing in has to remember of him; nobody else reads it. */
  readonly provider?: ProviderMemory;
}

/** Of somebody whom the backend knows from elsewhere; nothing in it is a secret. */
export interface ProvidedIdentity {
  /** Name of the authentication domain (`config.dynamic.authc`) that proved him. */
  readonly domain: string;
  /** As an authenticator is called: `jwt`, `openid`, `proxy`, `saml`, `clientcert` … */
  readonly type: string;
  /** Role mappings refer to them. */
  readonly backendRoles: readonly string[];
  /** Full names, `attr.jwt.department`, to values; usable in queries and index patterns. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Kept of somebody whom a provider has proven: to prolong it, and to tell it of his leaving. */
interface ProviderMemory {
  /** As `LoginMethod.id`. */
  readonly method: string;
  /** The provider's own name of him. */
  readonly subject?: string;
  /** The provider's name of its session with him. */
  readonly session?: string;
  /** What proved him last, for the provider to know him by when he leaves. */
  readonly idToken?: string;
  /** Gets the next one; good for one use at some providers. */
  readonly refreshToken?: string;
  /** Where the provider sends the browser back to afterwards. */
  readonly returnTo?: string;
}

/** What a certificate says of itself. */
export interface CertificateFacts {
  /** Distinguished name, the most specific part first: `CN=admin,OU=it,C=DE`. */
  readonly subject: string;
  /** Distinguished name of the authority. */
  readonly issuer: string;
  /** Decimal digits. */
  readonly serialNumber: string;
  /** Kind and value of each, such as `['DNS', 'localhost']`. */
  readonly alternativeNames: ReadonlyArray<readonly [kind: string, value: string]>;
  /** Not valid before; epoch milliseconds. */
  readonly notBeforeMs: number;
  /** Not valid after; epoch milliseconds. */
  readonly notAfterMs: number;
}

/** A TLS connection that this server itself ends. */
export interface TlsConnection {
  /** Such as `TLSv1.3`. */
  readonly protocol: string;
  /** By its name in RFCs, such as `TLS_AES_128_GCM_SHA256`. */
  readonly cipher: string;
  /** The server's own certificate. */
  readonly server?: CertificateFacts;
  /** Who issues those of callers (`server.ssl.certificateAuthorities`). */
  readonly authorities?: readonly CertificateFacts[];
  /**
   * The caller's certificates, his own first: proven, valid now, and issued by one of
   * `server.ssl.certificateAuthorities`. Absent for every other certificate and behind proxies.
   */
  readonly peer?: readonly [CertificateFacts, ...CertificateFacts[]];
}

/** Whom pages and routes know: nobody, or who has signed in. */
export type PageCaller =
  | {
      readonly kind: 'anonymous';
      readonly remoteAddress?: string;
      /** What information calls tell of; it gives no right. */
      readonly tls?: TlsConnection;
    }
  | {
      readonly kind: 'user';
      readonly principal: Principal;
      /** Wire name of the requested tenant: '' global, `__user__` private, else its name. */
      readonly tenant?: string;
      readonly remoteAddress?: string;
      readonly tls?: TlsConnection;
    };

/**
 * Whoever holds the certificate at the other end of the line. Super admin where
 * `engine.authcz.admin_dn` names its subject; nobody otherwise, and nobody to a cluster, to whom
 * this server cannot prove it.
 */
export interface CertificateCaller {
  /** Tells it from callers who prove themselves otherwise. */
  readonly kind: 'certificate';
  /** The line, with the certificate that counts. */
  readonly tls: TlsConnection & Required<Pick<TlsConnection, 'peer'>>;
  /** IP address of the caller. */
  readonly remoteAddress?: string;
}

/** Who a call is made for. The server itself is none: see `InternalOperations`. */
export type RequestCaller = PageCaller | CertificateCaller;

/**
 * Inside a backend: the server itself, who passes every check. The contract's `Engine` takes none.
 */
type InternalCaller = { readonly kind: 'internal' };

/** Inside a backend. */
export type EngineCaller = InternalCaller | RequestCaller;

/** Body of `GET /_plugins/_security/authinfo`, the parts the server relies on. */
export interface AuthInfo {
  /** As the user signed in. */
  readonly user_name: string;
  /**
   * Tenant of this call (`securitytenant`): '' global, `__user__` private; null when none was asked
   * for.
   */
  readonly user_requested_tenant: string | null;
  /** Names from the directory the user comes from; role mappings refer to them. */
  readonly backend_roles: readonly string[];
  /** Names alone, such as `attr.internal.department`; values stay in the backend. */
  readonly custom_attribute_names: readonly string[];
  /** Security roles in force, mapped and direct ones. */
  readonly roles: readonly string[];
  /**
   * true: read and write; false: read only; absent: none. The user's own name is the private
   * tenant.
   */
  readonly tenants: Readonly<Record<string, boolean>>;
}

/**
 * What the server must know of a caller on every request; cached by the engine per configuration
 * version.
 */
export interface Identity {
  /** As the backend knows the user; case-sensitive. */
  readonly userName: string;
  /** Names from the directory the user comes from; role mappings refer to them. */
  readonly backendRoles: readonly string[];
  /** Security roles in force, mapped and direct ones. */
  readonly roles: readonly string[];
  /**
   * true: read and write; false: read only; absent: none. The user's own name is the private
   * tenant.
   */
  readonly tenants: Readonly<Record<string, boolean>>;
  /** May use the management API at all, for some of its endpoints at least. */
  readonly hasApiAccess: boolean;
  /** Kept by the backend itself: has a password there that can be changed. */
  readonly isInternalUser: boolean;
  /** The internal user is shipped with the product; only a super admin changes it. */
  readonly isReserved: boolean;
  /**
   * Proven by a credential that was issued to the user (an API key, an on-behalf-of token), not by
   * the user in person. The one rule for such credentials: they never change the password, hash,
   * factors, keys or sessions of their owner, and never issue another credential.
   */
  readonly isDelegated?: boolean;
  /** Proven by an API key: what else stands here is narrowed by it. */
  readonly key?: {
    /** Nothing may be changed with it. */
    readonly isReadOnly: boolean;
    /** What it may at most; absent: what the roles grant. */
    readonly permissions?: ApiKeyPermissions;
    /**
     * Of what all share where there are no tenants: true: read and write; false: read only; absent:
     * none.
     */
    readonly shared?: boolean;
  };
}
