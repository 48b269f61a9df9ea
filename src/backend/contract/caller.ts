/** Who asks, and what is known of him. */

/**
 * A proven identity. Serialisable (it is kept, encrypted, in the session), opaque to callers except
 * for the name.
 */
export interface Principal {
  readonly userName: string;
  /** Changes when the user's credentials change, so that older sessions end. Backends with users of their own. */
  readonly credentialVersion?: string;
  /** Headers that carry the credentials on to a cluster, `authorization` for example. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Who a call is made for. The server itself is none: see `InternalOperations`. */
export type RequestCaller =
  | { readonly kind: 'anonymous'; readonly remoteAddress?: string }
  | {
      readonly kind: 'user';
      readonly principal: Principal;
      /** Wire name of the requested tenant: '' global, `__user__` private, else its name. */
      readonly tenant?: string;
      readonly remoteAddress?: string;
    };

/** Inside a backend: the server itself, who passes every check. The contract's `Engine` takes none. */
type InternalCaller = { readonly kind: 'internal' };

/** Inside a backend. */
export type EngineCaller = InternalCaller | RequestCaller;

/** Body of `GET /_plugins/_security/authinfo`, the parts the server relies on. */
export interface AuthInfo {
  readonly user_name: string;
  readonly user_requested_tenant: string | null;
  readonly backend_roles: readonly string[];
  readonly custom_attribute_names: readonly string[];
  readonly roles: readonly string[];
  /** true: read and write; false: read only; absent: none. The user's own name is the private tenant. */
  readonly tenants: Readonly<Record<string, boolean>>;
}

/** What the server must know of a caller on every request; cached by the engine per configuration version. */
export interface Identity {
  readonly userName: string;
  readonly backendRoles: readonly string[];
  readonly roles: readonly string[];
  readonly tenants: Readonly<Record<string, boolean>>;
  readonly hasApiAccess: boolean;
  readonly isInternalUser: boolean;
  readonly isReserved: boolean;
}
