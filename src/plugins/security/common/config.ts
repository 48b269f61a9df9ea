/** The part of the plugin's configuration that reaches the browser. */
export interface ClientConfig {
  readonly enabled: boolean;
  readonly auth: {
    readonly type: string;
    readonly anonymous_auth_enabled: boolean;
    readonly logout_url: string;
  };
  readonly ui: {
    readonly autologout: boolean;
    readonly backend_configurable: boolean;
    readonly basicauth: {
      readonly login: {
        readonly title: string;
        readonly subtitle: string;
        readonly showbrandimage: boolean;
        readonly brandimage: string;
        readonly buttonstyle: string;
      };
    };
  };
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
