/**
 * Section `engine`: settings that a cluster has as `plugins.security.*` in `opensearch.yml`, under
 * the same names (docs/reference/engine.md), and the retention of the embedded engine's data.
 */
import { Type, type Static } from '@sinclair/typebox';
import { comparableName, DEFAULT_SETTINGS, type EngineSettings } from '../../../backend/api';
import { isFullAdministrator } from '../../../contracts/api';
import { choice, flag, list } from './schema_types';

const defaults = DEFAULT_SETTINGS;
const hashes = defaults.hashLimits;
const count = (value: number, minimum: number, maximum: number) =>
  Type.Integer({ default: value, minimum, maximum });
const names = Type.Array(Type.String());
/** "log audit" of RFC 5424. */
const SYSLOG_FACILITY = 13;
/** 100 years. */
const MAX_DAYS = 36_500;

export const engineSection = Type.Object({
  compatibility: choice(['2.19', '3.4'], defaults.compatibility),
  restapi: Type.Object({
    roles_enabled: Type.Array(Type.String({ minLength: 1 }), {
      default: [...defaults.apiRoles],
      minItems: 1,
      wants: 'a list of at least one security role',
    }),
    admin: Type.Object({ enabled: flag(defaults.isRestAdminEnabled) }),
    endpoints_disabled: Type.Record(
      Type.String(),
      Type.Union([names, Type.Record(Type.String(), names)]),
      { default: {}, wants: 'a map of roles (or "global") to endpoints with lists of methods' }
    ),
    password_min_length: Type.Integer({
      default: defaults.passwordMinLength,
      minimum: -1,
      maximum: 100,
    }),
    password_validation_regex: Type.Optional(Type.String({ minLength: 1 })),
    password_validation_error_message: Type.Optional(Type.String({ minLength: 1 })),
    password_score_based_validation_strength: choice(
      ['fair', 'good', 'strong', 'very_strong'],
      defaults.passwordStrength
    ),
    max_string_length: count(defaults.maxStringLength, 64, 1_000_000),
    max_dls_length: count(defaults.maxDlsLength, 64, 1_000_000),
  }),
  hash: Type.Object({
    max_bcrypt_cost: count(hashes.bcryptCost, 10, 16),
    max_argon2_memory_kib: count(hashes.argon2MemoryKib, 19_456, 1_048_576),
    max_argon2_passes: count(hashes.argon2Passes, 2, 100),
    max_argon2_lanes: count(hashes.argon2Lanes, 1, 64),
    max_pbkdf2_iterations: count(hashes.pbkdf2Iterations, 1_000, 10_000_000),
    allow_for_own_account: flag(defaults.allowsOwnHash),
  }),
  unsupported: Type.Object({
    restapi: Type.Object({
      allow_securityconfig_modification: flag(defaults.allowsSecurityConfigModification),
    }),
  }),
  roles_mapping_resolution: choice(
    ['MAPPING_ONLY', 'BACKENDROLES_ONLY', 'BOTH'],
    defaults.rolesMappingResolution
  ),
  dfm_empty_overrides_all: flag(defaults.dfmEmptyOverridesAll),
  nodes_dn: list(defaults.nodesDn),
  nodes_dn_dynamic_config_enabled: flag(defaults.hasNodesDnApi),
  authcz: Type.Object({
    admin_dn: list(defaults.adminDn),
    rest_impersonation_user: Type.Record(Type.String(), names, {
      default: {},
      wants: 'a map of users to lists of users they may act as',
    }),
  }),
  second_factor: Type.Object({
    required_roles: list(defaults.secondFactor.requiredRoles),
    required_from: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d)?Z)?$',
        wants: 'a date such as 2027-01-31, or 2027-01-31T08:00Z',
      })
    ),
    allow_password_calls: flag(defaults.secondFactor.allowsPasswordCalls),
  }),
  api_keys: Type.Object({ enabled: flag(defaults.hasApiKeys) }),
  audit: Type.Object({
    max_age_days: count(defaults.auditMaxAgeDays, 1, MAX_DAYS),
    max_size_mib: count(defaults.auditMaxSizeMib, 1, 1_048_576),
    file: Type.Optional(Type.String({ minLength: 1, wants: 'the name of a file' })),
    syslog: Type.Object({
      host: Type.Optional(
        Type.String({
          // IPv6 addresses have two colons at least.
          pattern: '^([A-Za-z0-9._-]{1,253}|[0-9A-Fa-f.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f.:]*)$',
          wants: 'a host name or an address, without a port',
        })
      ),
      port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
      protocol: choice(['udp', 'tcp', 'tls'], 'tcp'),
      facility: count(SYSLOG_FACILITY, 0, 23),
      max_message_bytes: count(8_192, 480, 65_000),
      ssl: Type.Object({
        certificateAuthorities: Type.Optional(
          Type.Union([Type.String(), Type.Array(Type.String())], {
            wants: 'the name of a file, or a list of them',
          })
        ),
      }),
    }),
  }),
  history: Type.Object({
    max_age_days: count(defaults.historyMaxAgeDays, 1, MAX_DAYS),
    max_changes: count(defaults.historyMaxChanges, 1, 100_000_000),
  }),
});
export type EngineConfig = Static<typeof engineSection>;

/** From docs/reference/engine.md#management-api-access. */
const ENDPOINTS: readonly string[] = [
  'ACCOUNT',
  'ACTIONGROUPS',
  'ALLOWLIST',
  'AUDIT',
  'CACHE',
  'CONFIG',
  'INTERNALUSERS',
  'NODESDN',
  'PERMISSIONSINFO',
  'RATELIMITERS',
  'ROLES',
  'ROLESMAPPING',
  'SSL',
  'TENANTS',
];
const METHODS: readonly string[] = ['*', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Checks that the schema cannot express: valid expressions and names, existing endpoints and
 * methods.
 */
export function engineProblems(config: EngineConfig): readonly string[] {
  return [
    ...regexProblems(config.restapi),
    ...endpointProblems(config),
    ...adminNameProblems(config),
    ...secondFactorProblems(config),
    ...syslogProblems(config),
  ];
}

/** Settings that would do nothing: events would go nowhere, or in clear, without a word. */
function syslogProblems({ audit: { syslog } }: EngineConfig): string[] {
  const { host, port, protocol, ssl } = syslog;
  return [
    ...(host === undefined && port !== undefined
      ? ['[engine.audit.syslog.port]: needs engine.audit.syslog.host']
      : []),
    ...(protocol !== 'tls' && ssl.certificateAuthorities !== undefined
      ? ['[engine.audit.syslog.ssl]: needs engine.audit.syslog.protocol: tls']
      : []),
  ];
}

/** `2027-02-31` matches the pattern of a date, but is invalid. */
function secondFactorProblems({ second_factor: { required_from: from } }: EngineConfig): string[] {
  return from === undefined || !Number.isNaN(Date.parse(from))
    ? []
    : [`[engine.second_factor.required_from]: "${from}" is no date`];
}

/** An invalid name would never match any certificate, without a message. */
const adminNameProblems = ({ authcz }: EngineConfig): string[] =>
  authcz.admin_dn
    .filter((name) => comparableName(name) === undefined)
    .map(
      (name) =>
        `[engine.authcz.admin_dn]: "${name}" is no distinguished name such as CN=admin,OU=it,O=example,C=DE`
    );

function regexProblems({ password_validation_regex: regex }: EngineConfig['restapi']): string[] {
  if (regex === undefined) return [];
  try {
    new RegExp(`^(?:${regex})$`);
    return [];
  } catch (error) {
    return [`[engine.restapi.password_validation_regex]: ${(error as Error).message}`];
  }
}

function endpointProblems(config: EngineConfig): string[] {
  return Object.entries(disabledEndpoints(config)).flatMap(([role, endpoints]) =>
    Object.entries(endpoints).flatMap(([endpoint, methods]) => {
      const key = `[engine.restapi.endpoints_disabled.${role}.${endpoint}]`;
      if (!ENDPOINTS.includes(endpoint.toUpperCase()))
        return [`${key}: there is no such endpoint; there are ${ENDPOINTS.join(', ')}`];
      const unknown = methods.find((method) => !METHODS.includes(method.toUpperCase()));
      return unknown === undefined
        ? []
        : [`${key}: "${unknown}" is no method; there are ${METHODS.join(', ')}`];
    })
  );
}

/** Says so if nobody can be a full administrator, because a method is closed to every role. */
export function describeEngineEffects(config: EngineConfig): readonly string[] {
  const { global, ...byRole } = disabledEndpoints(config);
  const closes = (
    endpoints: Readonly<Record<string, readonly string[]>> | undefined,
    endpoint: string,
    method: string
  ): boolean =>
    Object.entries(endpoints ?? {}).some(
      ([name, methods]) =>
        name.toUpperCase() === endpoint &&
        methods.some((one) => one === '*' || one.toUpperCase() === method)
    );
  const isClosedToAll = (endpoint: string, method: string): boolean =>
    closes(global, endpoint, method) ||
    config.restapi.roles_enabled.every((role) => closes(byRole[role], endpoint, method));
  const closed = ENDPOINTS.map(
    (endpoint) => [endpoint, METHODS.filter((method) => isClosedToAll(endpoint, method))] as const
  );
  return isFullAdministrator(Object.fromEntries(closed))
    ? []
    : [
        'engine.restapi.endpoints_disabled leaves nobody a full administrator, so nobody can change connections to clusters, accept findings or drift, or test alarms. Leave one role of engine.restapi.roles_enabled without a limit, and use role names instead of "global".',
      ];
}

/**
 * Accepts `role: { ENDPOINT: methods }` and the form of clusters, `role.ENDPOINT: methods`. Roles
 * may contain dots.
 */
function disabledEndpoints({ restapi }: EngineConfig): EngineSettings['disabledEndpoints'] {
  const byRole = new Map<string, Record<string, readonly string[]>>();
  for (const [key, value] of Object.entries(restapi.endpoints_disabled)) {
    const dot = key.lastIndexOf('.');
    const [role, endpoints] = Array.isArray(value)
      ? [key.slice(0, Math.max(dot, 0)), { [key.slice(dot + 1)]: value }]
      : [key, value];
    byRole.set(role, { ...byRole.get(role), ...endpoints });
  }
  return Object.fromEntries(byRole);
}

/** Lists every setting explicitly, so that a new one cannot be forgotten. */
export function getEngineSettings(config: EngineConfig): EngineSettings {
  const { restapi, hash, audit, history, second_factor: secondFactor } = config;
  return {
    compatibility: config.compatibility,
    apiRoles: restapi.roles_enabled,
    isRestAdminEnabled: restapi.admin.enabled,
    disabledEndpoints: disabledEndpoints(config),
    passwordMinLength: restapi.password_min_length,
    passwordRegex: restapi.password_validation_regex,
    passwordMessage: restapi.password_validation_error_message,
    passwordStrength: restapi.password_score_based_validation_strength,
    hashLimits: {
      bcryptCost: hash.max_bcrypt_cost,
      argon2MemoryKib: hash.max_argon2_memory_kib,
      argon2Passes: hash.max_argon2_passes,
      argon2Lanes: hash.max_argon2_lanes,
      pbkdf2Iterations: hash.max_pbkdf2_iterations,
    },
    allowsOwnHash: hash.allow_for_own_account,
    maxStringLength: restapi.max_string_length,
    maxDlsLength: restapi.max_dls_length,
    allowsSecurityConfigModification: config.unsupported.restapi.allow_securityconfig_modification,
    rolesMappingResolution: config.roles_mapping_resolution,
    dfmEmptyOverridesAll: config.dfm_empty_overrides_all,
    nodesDn: config.nodes_dn,
    hasNodesDnApi: config.nodes_dn_dynamic_config_enabled,
    adminDn: config.authcz.admin_dn,
    secondFactor: {
      requiredRoles: secondFactor.required_roles,
      requiredFromMs:
        secondFactor.required_from === undefined ? 0 : Date.parse(secondFactor.required_from),
      allowsPasswordCalls: secondFactor.allow_password_calls,
    },
    hasApiKeys: config.api_keys.enabled,
    impersonation: config.authcz.rest_impersonation_user,
    auditMaxAgeDays: audit.max_age_days,
    auditMaxSizeMib: audit.max_size_mib,
    historyMaxAgeDays: history.max_age_days,
    historyMaxChanges: history.max_changes,
  };
}
