/** Login page button of a login method without a form. */
interface LoginButtonConfig {
  readonly login: {
    readonly buttonname: string;
    readonly showbrandimage: boolean;
    readonly brandimage: string;
    /** A color (`#1a2b3c`) or a class name. */
    readonly buttonstyle: string;
  };
}

/** Configuration of the login page's header and form. */
interface LoginConfig {
  readonly title: string;
  readonly subtitle: string;
  readonly showbrandimage: boolean;
  readonly brandimage: string;
  readonly buttonstyle: string;
}

/** Plugin configuration exposed to the browser. */
export interface ClientConfig {
  readonly enabled: boolean;
  readonly auth: {
    readonly type: string | readonly string[];
    readonly anonymous_auth_enabled: boolean;
    readonly logout_url: string;
    readonly passkey_login: { readonly enabled: boolean };
  };
  readonly ui: {
    readonly autologout: boolean;
    readonly backend_configurable: boolean;
    readonly basicauth: { readonly login: LoginConfig };
    readonly anonymous: LoginButtonConfig;
    readonly openid: LoginButtonConfig;
    readonly saml: LoginButtonConfig;
    /** Message of the day; '' for none. */
    readonly login: { readonly message: string };
  };
  /** Legacy name of `ui.basicauth.login`. */
  readonly basicauth?: { readonly login: Partial<LoginConfig> };
  readonly multitenancy: {
    readonly enabled: boolean;
    /** Whether the tenant dialog opens after login. */
    readonly popup: 'once' | 'never';
    readonly tenants: {
      readonly enable_private: boolean;
      readonly enable_global: boolean;
      readonly preferred: readonly string[];
    };
  };
  /** Absent on pages without login. */
  readonly readonly_mode?: { readonly roles: readonly string[] };
  readonly clusterPermissions: { readonly include: readonly string[] };
  readonly indexPermissions: { readonly include: readonly string[] };
  readonly disabledTransportCategories: { readonly exclude: readonly string[] };
  readonly disabledRestCategories: { readonly exclude: readonly string[] };
}
