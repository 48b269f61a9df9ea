/**
 * Configuration schema of the plugin under `opensearch_security`
 * (docs/reference/security-app.md#configuration-keys), with the secure defaults of newer OpenSearch
 * Dashboards. Legacy keys without effect are accepted, so that existing files keep working; a key
 * that enables a missing feature stops the server at startup.
 *
 * Durations are in milliseconds.
 */
import { Type, type Static, type TProperties, type TSchema } from '@sinclair/typebox';
import { LOGIN_LIMITS } from '@sd/core/common';
import { LOGIN_BUTTONS, LOGIN_SUBTITLE, LOGIN_TITLE } from '../common';

const HOUR_MS = 3_600_000;

const flag = (value: boolean) => Type.Boolean({ default: value });
const text = (value: string) => Type.String({ default: value });
/** Never shown: not by `--check-config`, nor in an error or a log. */
const secret = () => Type.String({ default: '', secret: true });
const list = (value: readonly string[] = []) => Type.Array(Type.String(), { default: [...value] });
const section = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
/** Legacy key: accepted without effect, so that existing files keep working. */
const markUnused = <S extends TSchema>(schema: S): S => ({ ...schema, noEffect: true });
const DURATION = { minimum: 1_000, wants: 'milliseconds, at least 1000' } as const;

const loginButton = (buttonName: string) =>
  section({
    login: section({
      buttonname: text(buttonName),
      showbrandimage: flag(false),
      brandimage: text(''),
      buttonstyle: text(''),
    }),
  });
const extraStorage = (prefix: string, cookies: number, minimum: number) =>
  section({
    cookie_prefix: Type.String({
      minLength: 2,
      default: prefix,
      wants: 'text of at least 2 characters',
    }),
    additional_cookies: Type.Integer({ minimum, default: cookies }),
  });

export const configSchema = Type.Object(
  {
    enabled: flag(true),
    allow_client_certificates: flag(false),
    readonly_mode: section({ roles: list(['kibana_read_only']) }),
    clusterPermissions: section({ include: list() }),
    indexPermissions: section({ include: list() }),
    disabledTransportCategories: section({ exclude: list() }),
    disabledRestCategories: section({ exclude: list() }),
    cookie: section({
      /** Defaults to on when the browser connects over TLS, to the server or to a trusted proxy. */
      secure: Type.Optional(Type.Boolean()),
      name: Type.String({
        pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
        default: 'security_authentication',
        wants: 'a cookie name (RFC 6265)',
      }),
      /** Unused: the cookie contains a random id, so there is nothing to encrypt. */
      password: markUnused(
        Type.Optional(
          Type.String({ minLength: 32, secret: true, wants: 'text of at least 32 characters' })
        )
      ),
      /** Unused, as in OpenSearch Dashboards: `session.ttl` applies. */
      ttl: markUnused(Type.Integer({ minimum: 0, default: HOUR_MS })),
      domain: Type.Union(
        [Type.String({ pattern: '^\\.?[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*$' }), Type.Null()],
        { default: null, wants: 'a domain name or null' }
      ),
      isSameSite: Type.Union(
        [Type.Literal('Strict'), Type.Literal('Lax'), Type.Literal('None'), Type.Literal(false)],
        { default: 'Lax' }
      ),
    }),
    session: section({
      /** Sliding: every request caused by the user (not background polling) restarts it. */
      ttl: Type.Integer({ ...DURATION, default: HOUR_MS }),
      keepalive: flag(true),
      /** Ends a session regardless of activity. If absent, there is no such limit. */
      max_lifetime: Type.Optional(Type.Integer(DURATION)),
    }),
    auth: section({
      /** One login method, or several in the order of the login page. */
      type: Type.Union([Type.String(), Type.Array(Type.String())], {
        default: '',
        wants: 'text or a list of texts',
      }),
      anonymous_auth_enabled: flag(false),
      /** Login page button for a passkey alone, without user name and password. */
      passkey_login: section({ enabled: flag(false) }),
      unauthenticated_routes: list(['/api/reporting/stats']),
      forbidden_usernames: list(),
      logout_url: text(''),
      multiple_auth_enabled: flag(false),
      default_redirect_auth_type: Type.Optional(Type.String()),
      /**
       * Failed login attempts per minute and client address, across all methods; 0 disables the
       * limit.
       */
      max_logins_per_minute: Type.Integer({
        minimum: 0,
        default: LOGIN_LIMITS.failuresPerMinute,
      }),
    }),
    basicauth: section({
      enabled: markUnused(flag(true)),
      unauthenticated_routes: markUnused(list()),
      forbidden_usernames: markUnused(list()),
      header_trumps_session: markUnused(flag(false)),
      alternative_login: section({
        headers: markUnused(list()),
        show_for_parameter: markUnused(text('')),
        valid_redirects: markUnused(list()),
        button_text: markUnused(text('Login with provider')),
        buttonstyle: markUnused(text('')),
      }),
      loadbalancer_url: markUnused(Type.Optional(Type.String())),
      login: section({
        title: Type.Optional(Type.String()),
        subtitle: Type.Optional(Type.String()),
        showbrandimage: Type.Optional(Type.Boolean()),
        brandimage: Type.Optional(Type.String()),
        buttonstyle: Type.Optional(Type.String()),
      }),
    }),
    multitenancy: section({
      enabled: flag(true),
      show_roles: markUnused(flag(false)),
      enable_filter: markUnused(flag(false)),
      debug: markUnused(flag(false)),
      enable_aggregation_view: flag(false),
      /** `never`: the tenant dialog opens only on request. */
      popup: Type.Union([Type.Literal('once'), Type.Literal('never')], {
        default: 'once',
        wants: 'once or never',
      }),
      tenants: section({
        enable_private: flag(true),
        enable_global: flag(true),
        preferred: list(),
      }),
    }),
    configuration: section({ enabled: markUnused(flag(true)) }),
    accountinfo: section({ enabled: markUnused(flag(false)) }),
    openid: section({
      connect_url: Type.Optional(Type.String()),
      header: text('Authorization'),
      client_id: Type.Optional(Type.String()),
      client_secret: secret(),
      scope: text('openid profile email address phone'),
      base_redirect_url: text(''),
      logout_url: text(''),
      root_ca: text(''),
      verify_hostnames: flag(true),
      refresh_tokens: flag(true),
      certificate: text(''),
      private_key: text(''),
      passphrase: secret(),
      pfx: text(''),
      trust_dynamic_headers: flag(false),
      additional_parameters: Type.Optional(
        Type.Record(Type.String(), Type.String({ secret: true }))
      ),
      extra_storage: extraStorage('security_authentication_oidc', 5, 1),
    }),
    saml: section({
      /** Accepts unsolicited responses of the provider. */
      idp_initiated: flag(true),
      extra_storage: extraStorage('security_authentication_saml', 3, 0),
    }),
    proxycache: section({
      user_header: Type.Optional(Type.String()),
      roles_header: Type.Optional(Type.String()),
      proxy_header: markUnused(text('x-forwarded-for')),
      proxy_header_ip: markUnused(Type.Optional(Type.String())),
      login_endpoint: text(''),
    }),
    jwt: section({
      enabled: markUnused(flag(false)),
      login_endpoint: markUnused(Type.Optional(Type.String())),
      url_param: text('authorization'),
      header: text('Authorization'),
      extra_storage: section({
        cookie_prefix: markUnused(text('security_authentication_jwt')),
        additional_cookies: markUnused(Type.Integer({ minimum: 1, default: 5 })),
      }),
    }),
    ui: section({
      basicauth: section({
        login: section({
          /** The login page replaces the placeholder with `branding.productName`. */
          title: text(LOGIN_TITLE.defaultMessage),
          subtitle: text(LOGIN_SUBTITLE.defaultMessage),
          showbrandimage: flag(true),
          brandimage: text(''),
          buttonstyle: text(''),
        }),
      }),
      anonymous: loginButton(LOGIN_BUTTONS.anonymous.defaultMessage),
      openid: loginButton(LOGIN_BUTTONS.openid.defaultMessage),
      saml: loginButton(LOGIN_BUTTONS.saml.defaultMessage),
      /** Public message above the login form. */
      login: section({ message: text('') }),
      autologout: flag(true),
      backend_configurable: flag(true),
    }),
    resource_sharing: section({ enabled: flag(false) }),
    api_keys: section({ enabled: flag(false) }),
  },
  { additionalProperties: false }
);

export type SecurityConfig = Static<typeof configSchema>;
