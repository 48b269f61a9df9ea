/** The document `config` with all defaults. */
import { isJsonObject } from './entity_shape';

type Json = Readonly<Record<string, unknown>>;

/** Default of `http.xff.internalProxies`: proxies whose forwarded addresses are trusted. */
export const INTERNAL_PROXIES =
  '10\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|192\\.168\\.\\d{1,3}\\.\\d{1,3}|169\\.254\\.\\d{1,3}\\.\\d{1,3}|' +
  '127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|172\\.1[6-9]{1}\\.\\d{1,3}\\.\\d{1,3}|172\\.2[0-9]{1}\\.\\d{1,3}\\.\\d{1,3}|' +
  '172\\.3[0-1]{1}\\.\\d{1,3}\\.\\d{1,3}';

export const REMOTE_IP_HEADER = 'X-Forwarded-For';

export const DASHBOARDS_DEFAULTS = {
  multitenancy_enabled: true,
  private_tenant_enabled: true,
  default_tenant: '',
  preferred_tenants: [] as readonly string[],
  sign_in_options: ['BASIC'] as readonly string[],
  server_username: 'kibanaserver',
  opendistro_role: null as string | null,
  index: '.kibana',
};

/** The settings of the `kibana` block that the engine uses. */
export interface TenancySettings {
  readonly multitenancy_enabled: boolean;
  readonly private_tenant_enabled: boolean;
  readonly default_tenant: string;
  readonly preferred_tenants: readonly string[];
  readonly server_username: string;
  readonly opendistro_role: string | null;
  readonly index: string;
  readonly sign_in_options: readonly string[];
}

export function getDynamic(document: Json | undefined): Json {
  const dynamic = document?.['dynamic'];
  return isJsonObject(dynamic) ? dynamic : {};
}

export function getTenancy(document: Json | undefined): TenancySettings {
  const kibana = getDynamic(document)['kibana'];
  return { ...DASHBOARDS_DEFAULTS, ...(isJsonObject(kibana) ? kibana : {}) };
}

/** The full `dynamic` block as in `GET`. */
export function withConfigDefaults(document: Json | undefined): Record<string, unknown> {
  const dynamic = getDynamic(document);
  const http = part(dynamic, 'http');
  return {
    filtered_alias_mode: 'warn',
    disable_rest_auth: false,
    disable_intertransport_auth: false,
    respect_request_indices_options: false,
    do_not_fail_on_forbidden: false,
    do_not_fail_on_forbidden_empty: false,
    multi_rolespan_enabled: true,
    hosts_resolver_mode: 'ip-only',
    ...dynamic,
    kibana: withoutNulls({
      ...DASHBOARDS_DEFAULTS,
      preferred_tenants: null,
      ...part(dynamic, 'kibana'),
    }),
    http: {
      anonymous_auth_enabled: false,
      ...http,
      xff: {
        enabled: false,
        internalProxies: INTERNAL_PROXIES,
        remoteIpHeader: REMOTE_IP_HEADER,
        ...part(http, 'xff'),
      },
    },
    authc: mapValues(part(dynamic, 'authc'), authenticationDomain),
    authz: mapValues(part(dynamic, 'authz'), authorizationDomain),
    auth_failure_listeners: mapValues(part(dynamic, 'auth_failure_listeners'), (listener) =>
      withoutNulls(failureListener(listener))
    ),
    on_behalf_of: { enabled: false, ...part(dynamic, 'on_behalf_of') },
  };
}

/**
 * Omits `transport_enabled` of releases before 3.0, which is stored if sent but no longer shown.
 */
const authenticationDomain = ({ transport_enabled: _former, ...domain }: Json) => ({
  http_enabled: true,
  order: 0,
  ...domain,
  http_authenticator: { challenge: true, config: {}, ...part(domain, 'http_authenticator') },
  authentication_backend: { type: 'intern', config: {}, ...part(domain, 'authentication_backend') },
});

const authorizationDomain = (domain: Json) => ({
  http_enabled: true,
  ...domain,
  authorization_backend: { type: 'noop', config: {}, ...part(domain, 'authorization_backend') },
});

/** A limit of failed logins, with its defaults. */
export const failureListener = (listener: Json) => ({
  authentication_backend: null,
  allowed_tries: 10,
  time_window_seconds: 3_600,
  block_expiry_seconds: 600,
  max_blocked_clients: 100_000,
  max_tracked_clients: 100_000,
  ignore_hosts: [],
  ...listener,
});

const SECRET_MASK = '******';

/** Replaces the values of keys named `password` inside `config` maps. */
export function maskSecrets(value: unknown, isInConfig = false): unknown {
  if (Array.isArray(value)) return value.map((element) => maskSecrets(element, isInConfig));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, child]) =>
    isInConfig && key === 'password' && child !== null && child !== undefined
      ? [key, SECRET_MASK]
      : [key, maskSecrets(child, isInConfig || key === 'config')]
  );
  return Object.fromEntries(entries);
}

/** Replaces masked secrets by the stored ones when a masked response is sent back. */
export function restoreSecrets(value: unknown, stored: unknown): unknown {
  if (value === SECRET_MASK) return stored ?? value;
  if (!isJsonObject(value)) return value;
  const old = isJsonObject(stored) ? stored : {};
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      restoreSecrets(child, Object.hasOwn(old, key) ? old[key] : undefined),
    ])
  );
}

function part(source: Json, key: string): Json {
  const value = Object.hasOwn(source, key) ? source[key] : undefined;
  return isJsonObject(value) ? value : {};
}

const mapValues = (source: Json, make: (value: Json) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(source).map(([key, value]) => [key, isJsonObject(value) ? make(value) : value])
  );

const withoutNulls = (source: Json): Record<string, unknown> =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== null));
