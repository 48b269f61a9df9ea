/** Configuration sections of core, with the defaults of config/security-dashboards.yml. */
import { hostname } from 'node:os';
import { Type, type Static, type TObject } from '@sinclair/typebox';
import { AUDIT_STORAGES } from '../../../backend/api';
import { HTTP_LIMITS } from '../../common';
import {
  choice,
  flag,
  isProxyRange,
  isRefusedByBrowsers,
  list,
  milliseconds,
  secret,
  text,
} from './schema_types';
import { brandingProblems, brandingSection } from './branding_section';
import { describeEngineEffects, engineProblems, engineSection } from './engine_section';
import type { ConfigSection } from './types';

const freeMap = () => Type.Record(Type.String(), Type.Unknown(), { default: {} });

const oneOrMany = () =>
  Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String())], {
      wants: 'a file name or a list of them',
    })
  );

/**
 * Path characters (RFC 3986 section 3.3), except escapes and `;`, which ends the path of a cookie.
 */
const PLAIN_BASE_PATH = /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~!$&'()*+,=:@-]+)*$/;

const ssl = Type.Object({
  enabled: flag(false),
  certificate: Type.Optional(Type.String()),
  key: Type.Optional(Type.String()),
  keyPassphrase: secret(),
  keystore: Type.Object({
    path: Type.Optional(Type.String()),
    password: secret(),
  }),
  certificateAuthorities: oneOrMany(),
  cipherSuites: Type.Optional(list()),
  supportedProtocols: Type.Array(choice(['TLSv1.2', 'TLSv1.3'], 'TLSv1.3'), {
    default: ['TLSv1.2', 'TLSv1.3'],
    minItems: 1,
    wants: 'a list of "TLSv1.2" and "TLSv1.3"',
  }),
  clientAuthentication: choice(['none', 'optional', 'required'], 'none'),
});

const server = Type.Object({
  host: Type.String({ default: '127.0.0.1', minLength: 1, wants: 'a host name or address' }),
  port: Type.Integer({ default: 5601, minimum: 0, maximum: 65_535 }),
  name: Type.String({ default: hostname() }),
  basePath: Type.String({
    default: '',
    pattern: '^$|^/[^?#\\\\\\s]*[^/?#\\\\\\s]$',
    wants: "a path that must start with a slash, don't end with one",
  }),
  rewriteBasePath: flag(false),
  publicBaseUrl: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#]+(/[^?#]*[^/?#])?$',
      wants: 'an http or https URL without trailing slash',
    })
  ),
  checkAnswers: flag(false),
  maxPayload: Type.Integer({
    default: HTTP_LIMITS.bodyBytes,
    minimum: 1,
    wants: 'a whole number of bytes of at least 1',
  }),
  maxConnections: Type.Integer({ default: HTTP_LIMITS.connections, minimum: 1 }),
  maxConnectionsPerAddress: Type.Integer({
    default: HTTP_LIMITS.connectionsPerAddress,
    minimum: 1,
  }),
  trustedProxies: list(),
  keepaliveTimeout: milliseconds(120_000),
  socketTimeout: milliseconds(120_000),
  shutdownTimeout: milliseconds(10_000),
  customResponseHeaders: freeMap(),
  ssl,
  xsrf: Type.Object({
    disableProtection: flag(false),
    allowlist: Type.Array(Type.String({ pattern: '^/' }), {
      default: [],
      wants: 'a list of paths that start with a slash',
    }),
  }),
});
export type ServerConfig = Static<typeof server>;

const opensearch = Type.Object({
  hosts: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })], {
      wants: 'a URL or a list of URLs',
    })
  ),
  username: Type.Optional(Type.String()),
  password: secret(),
  requestTimeout: milliseconds(30_000, 1),
  pingTimeout: milliseconds(5_000, 1),
  requestHeadersAllowlist: list(['authorization']),
  customHeaders: Type.Record(
    Type.String({ pattern: '^[A-Za-z0-9-]+$' }),
    Type.String({ secret: true }),
    { default: {}, wants: 'a map of header names to texts' }
  ),
  audit: Type.Object({
    type: choice(AUDIT_STORAGES, 'internal_opensearch'),
    index: Type.Optional(
      Type.String({
        minLength: 1,
        wants: 'the name or pattern of an index, or several with commas',
      })
    ),
  }),
  sniffOnStart: flag(false),
  sniffInterval: Type.Union([Type.Literal(false), Type.Integer({ minimum: 1_000 })], {
    default: false,
    wants: 'false, or a whole number of milliseconds of at least 1000',
  }),
  sniffOnConnectionFault: flag(false),
  ssl: Type.Object({
    verificationMode: choice(['none', 'certificate', 'full'], 'full'),
    certificateAuthorities: oneOrMany(),
    certificate: Type.Optional(Type.String()),
    key: Type.Optional(Type.String()),
    keyPassphrase: secret(),
    alwaysPresentCertificate: flag(false),
  }),
});

/** The server's credentials have separate keys, because URLs are logged. */
function clusterProblems({ hosts = [], username, ssl: tls }: Static<typeof opensearch>): string[] {
  const problems = [hosts].flat().flatMap((host) => {
    const url = URL.canParse(host) ? new URL(host) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
      return ['[opensearch.hosts]: each host is a URL such as https://localhost:9200'];
    const isNamed = url.username !== '' || url.password !== '';
    return isNamed
      ? ['[opensearch.hosts]: no credentials here; use opensearch.username and opensearch.password']
      : [];
  });
  const hasCertificate = tls.certificate !== undefined;
  if (hosts.length > 0 && username === undefined && !hasCertificate)
    problems.push(
      '[opensearch.username]: the server needs a user of its own in the cluster, or opensearch.ssl.certificate'
    );
  if (hasCertificate !== (tls.key !== undefined))
    problems.push('[opensearch.ssl]: certificate and key are set together');
  return [...new Set(problems)];
}

const opensearchDashboards = Type.Object({
  /**
   * Same rules as the plugin's own setting: lower case, and no characters for multiple or special
   * indices.
   */
  index: Type.String({
    default: '.kibana',
    pattern: '^(?!\\.{1,2}$)[^-_+A-Z\\s"*\\\\<>|,/?#:%][^A-Z\\s"*\\\\<>|,/?#:%]{0,199}$',
    wants: 'the name of an index in lower case',
  }),
});

const csp = Type.Object({ strict: flag(false), warnLegacyBrowsers: flag(true) });
const status = Type.Object({ allowAnonymous: flag(false) });
/** Long enough that it cannot be guessed. */
const MIN_TOKEN_LENGTH = 32;
const metrics = Type.Object({
  access: choice(['off', 'admin', 'anonymous'], 'admin'),
  token: Type.Optional(
    Type.String({
      secret: true,
      minLength: MIN_TOKEN_LENGTH,
      wants: `at least ${MIN_TOKEN_LENGTH} characters`,
    })
  ),
});
const ops = Type.Object({ interval: milliseconds(5_000, 100) });
const pathSection = Type.Object({
  data: Type.String({ default: 'data', minLength: 1, wants: 'the name of a folder' }),
});
const i18n = Type.Object({
  locale: Type.String({
    default: 'auto',
    pattern: '^(auto|[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)$',
    wants: 'auto or a locale such as en or pt-BR',
  }),
});
const logging = Type.Object({
  level: choice(['trace', 'debug', 'info', 'warn', 'error', 'off'], 'info'),
  json: Type.Optional(Type.Boolean()),
  dest: text('stdout'),
  access: flag(false),
  /** Requests that take longer are logged at `warn`; 0 disables this. */
  slowRequest: milliseconds(5_000),
});

const plugins = Type.Object({ initialize: flag(true), paths: list() });
/**
 * Options of a performance monitoring agent in the page. They are readable by every visitor, so
 * they must not contain secrets.
 */
const apm = Type.Object({
  active: Type.Optional(Type.Boolean()),
  serverUrl: Type.Optional(
    Type.String({ pattern: '^https?://[^\\s]+$', wants: 'an http or https URL' })
  ),
  serviceName: Type.Optional(Type.String()),
  serviceVersion: Type.Optional(Type.String()),
  environment: Type.Optional(Type.String()),
  transactionSampleRate: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  globalLabels: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
const uiSettings = Type.Object({ overrides: freeMap() });
const savedObjects = Type.Object({
  maxImportPayloadBytes: Type.Integer({ default: 26_214_400, minimum: 1 }),
  maxImportExportSize: Type.Integer({ default: 10_000, minimum: 1 }),
});

const SCHEMAS = {
  server,
  opensearch,
  opensearchDashboards,
  engine: engineSection,
  csp,
  status,
  metrics,
  ops,
  path: pathSection,
  i18n,
  logging,
  plugins,
  apm,
  uiSettings,
  branding: brandingSection,
  savedObjects,
};

export type CoreConfig = { readonly [K in keyof typeof SCHEMAS]: Static<(typeof SCHEMAS)[K]> };

const CHECKS: { readonly [K in keyof typeof SCHEMAS]?: (value: never) => readonly string[] } = {
  engine: engineProblems,
  branding: brandingProblems,
  opensearch: clusterProblems,
  server: (value: ServerConfig) => {
    const { ssl: tls } = value;
    const problems: string[] = [];
    if (!PLAIN_BASE_PATH.test(value.basePath)) {
      problems.push(
        `[server.basePath]: "${value.basePath}" has an empty part, a part of dots, or a character that ` +
          'addresses and cookies do not take as it is'
      );
    }
    if (isRefusedByBrowsers(value.port) && value.publicBaseUrl === undefined) {
      problems.push(
        `[server.port]: browsers refuse to open port ${value.port}; take another one, or set ` +
          '[server.publicBaseUrl] when people reach this server through a proxy'
      );
    }
    const invalid = value.trustedProxies.find((range) => !isProxyRange(range));
    if (invalid !== undefined) {
      problems.push(
        `[server.trustedProxies]: "${invalid}" is neither an address, nor a range such as 10.0.0.0/8, ` +
          'nor one of loopback, linklocal and uniquelocal'
      );
    }
    if (value.rewriteBasePath && value.basePath === '') {
      problems.push(
        '[server.rewriteBasePath]: cannot use [rewriteBasePath] when [basePath] is not specified'
      );
    }
    const doubled = (['certificate', 'key'] as const).find((key) => tls[key] !== undefined);
    if (tls.keystore.path !== undefined && doubled !== undefined)
      problems.push(
        `[server.ssl.${doubled}]: cannot use [${doubled}] when [keystore.path] is specified`
      );
    if (tls.enabled && !tls.keystore.path && (!tls.certificate || !tls.key)) {
      problems.push(
        '[server.ssl.enabled]: must specify [certificate] and [key] -- or [keystore.path] when ssl is enabled'
      );
    }
    for (const [name, header] of Object.entries(value.customResponseHeaders)) {
      if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name))
        problems.push(`[server.customResponseHeaders]: "${name}" is not a header name`);
      if (/[\r\n\0]/.test(String(header)))
        problems.push(`[server.customResponseHeaders.${name}]: a header value must be one line`);
    }
    return problems;
  },
};

/**
 * Embedding pages elsewhere would need cookies that browsers send from every site; the XSRF header
 * would be the only protection left.
 */
function describeHeaders({ customResponseHeaders = {} }: Readonly<Record<string, unknown>>) {
  return Object.keys(customResponseHeaders as object)
    .filter((name) => /^content-security-policy$/i.test(name))
    .map(
      (name) =>
        `server.customResponseHeaders.${name} has no effect on pages: they have a stricter policy of their own. Other sites cannot embed them, because sessions would then be usable from every site.`
    );
}

export const CORE_SECTIONS: readonly ConfigSection[] = Object.entries(SCHEMAS).map(
  ([path, schema]) => ({
    path,
    schema: schema as TObject,
    validate: CHECKS[path as keyof typeof SCHEMAS] as ConfigSection['validate'],
    ...(path === 'server' && { describeEffects: describeHeaders }),
    ...(path === 'engine' && {
      describeEffects: describeEngineEffects as ConfigSection['describeEffects'],
    }),
  })
);
