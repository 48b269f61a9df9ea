/** A button of the login page for a way of signing in without a form. */
interface LoginButtonConfig {
  readonly login: {
    readonly buttonname: string;
    readonly showbrandimage: boolean;
    readonly brandimage: string;
    /** A colour (`#1a2b3c`) or the name of a class. */
    readonly buttonstyle: string;
  };
}

/** What the configuration says of the login page's head and form. */
interface LoginConfig {
  readonly title: string;
  readonly subtitle: string;
  readonly showbrandimage: boolean;
  readonly brandimage: string;
  readonly buttonstyle: string;
}

/** The part of the plugin's configuration that reaches the browser. */
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
    /** A message of the day; '' is none. */
    readonly login: { readonly message: string };
  };
  /** Former names of `ui.basicauth.login`. */
  readonly basicauth?: { readonly login: Partial<LoginConfig> };
  readonly multitenancy: {
    readonly enabled: boolean;
    /** Whether the dialog of tenants opens by itself after signing in. */
    readonly popup: 'once' | 'never';
    readonly tenants: {
      readonly enable_private: boolean;
      readonly enable_global: boolean;
      readonly preferred: readonly string[];
    };
  };
  /** Not on pages for strangers. */
  readonly readonly_mode?: { readonly roles: readonly string[] };
  readonly clusterPermissions: { readonly include: readonly string[] };
  readonly indexPermissions: { readonly include: readonly string[] };
  readonly disabledTransportCategories: { readonly exclude: readonly string[] };
  readonly disabledRestCategories: { readonly exclude: readonly string[] };
}
