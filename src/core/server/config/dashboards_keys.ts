/**
 * Maps the keys of an existing `opensearch_dashboards.yml` to keys of this product, so that the
 * file can be used unchanged.
 */
import { nearestKey } from './suggestion';

interface RenamedKey {
  /** The key's name in this product; may be an entry of a map. */
  readonly key: string;
  /** `undefined` counts as not set. */
  readonly convert?: (value: unknown) => unknown;
}

/** OpenSearch Dashboards uses an empty text or `/` for "no image". */
const image = (value: unknown) => (value === '' || value === '/' ? undefined : value);
const whenTrue = (level: string) => (value: unknown) => (value === true ? level : undefined);
const LEVELS: Readonly<Record<string, string>> = { all: 'trace', fatal: 'error' };

/** Sections of Elasticsearch's and Open Distro's dashboards, under their current names. */
export const RENAMED_SECTIONS: Readonly<Record<string, string>> = {
  elasticsearch: 'opensearch',
  opendistro_security: 'opensearch_security',
};

export const RENAMED_KEYS: Readonly<Record<string, RenamedKey>> = {
  'kibana.index': { key: 'opensearchDashboards.index' },
  'opensearch.url': { key: 'opensearch.hosts' },
  'opensearch.requestHeadersWhitelist': { key: 'opensearch.requestHeadersAllowlist' },
  'server.defaultRoute': { key: 'uiSettings.overrides.defaultRoute' },
  'server.keepAliveTimeout': { key: 'server.keepaliveTimeout' },
  'server.maxPayloadBytes': { key: 'server.maxPayload' },
  'server.ssl.cert': { key: 'server.ssl.certificate' },
  'server.xsrf.whitelist': { key: 'server.xsrf.allowlist' },
  'logging.verbose': { key: 'logging.level', convert: whenTrue('debug') },
  'logging.quiet': { key: 'logging.level', convert: whenTrue('error') },
  'logging.silent': { key: 'logging.level', convert: whenTrue('off') },
  'logging.root.level': {
    key: 'logging.level',
    convert: (value) => LEVELS[String(value)] ?? value,
  },
  'opensearchDashboards.branding.applicationTitle': {
    key: 'branding.productName',
    convert: (value) => (value === '' ? undefined : value),
  },
  'opensearchDashboards.branding.logo.defaultUrl': { key: 'branding.logoUrl', convert: image },
  'opensearchDashboards.branding.logo.darkModeUrl': { key: 'branding.logoUrlDark', convert: image },
  'opensearchDashboards.branding.mark.defaultUrl': { key: 'branding.smallLogoUrl', convert: image },
  'opensearchDashboards.branding.mark.darkModeUrl': {
    key: 'branding.smallLogoUrlDark',
    convert: image,
  },
  'opensearchDashboards.branding.faviconUrl': { key: 'branding.faviconUrl', convert: image },
};

const NO_SEARCH = 'this product runs no searches';
const NOT_MEASURED = 'the server finds its own limits';

/** Keys or key prefixes that have no effect here, with the reason. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  'csp.rules': 'the content security policy is fixed and stricter',
  'csp-report-only': 'the content security policy is enforced',
  cpu: NOT_MEASURED,
  cpuacct: NOT_MEASURED,
  'data.autocomplete': NO_SEARCH,
  'data.enhancements': NO_SEARCH,
  'data.savedQueriesNewUI': NO_SEARCH,
  'data.search': NO_SEARCH,
  'home.disableNewThemeModal': 'there is no such dialog',
  'home.disableWelcomeScreen': 'there is no welcome screen',
  kibana: 'apps of the lineage that read it are not part of this product',
  'logging.appenders': 'set logging.dest to write to a file',
  'logging.events': 'set logging.level instead',
  'logging.filter': 'secrets are always removed',
  'logging.ignoreEnospcError': 'a full disk never ends the server',
  'logging.loggers': 'set logging.level instead',
  'logging.root': 'set logging.dest to write to a file',
  'logging.rotate': 'rotate with logrotate and SIGHUP, see docs/guide/operate.md',
  'logging.timezone': 'times are in UTC',
  'logging.useUTC': 'times are in UTC',
  migrations: 'saved objects need no migration',
  'opensearch.apiVersion': 'the server adapts to the cluster',
  'opensearch.compression': NO_SEARCH,
  'opensearch.disablePrototypePoisoningProtection': 'the protection stays on',
  'opensearch.healthCheck': 'the cluster is checked every few seconds',
  'opensearch.ignoreVersionMismatch': 'any cluster of version 2 or 3 is accepted',
  'opensearch.logQueries': NO_SEARCH,
  'opensearch.memoryCircuitBreaker': 'the size of responses is always limited',
  'opensearch.optimizedHealthcheck': 'the check asks one node',
  'opensearch.optimizedHealthcheckId': 'the check asks one node',
  'opensearch.preserveHost': 'calls name the host of the cluster',
  'opensearch.shardTimeout': NO_SEARCH,
  'opensearchDashboards.autocompleteTerminateAfter': NO_SEARCH,
  'opensearchDashboards.autocompleteTimeout': NO_SEARCH,
  'opensearchDashboards.branding.assetFolderUrl': 'pages load no such assets',
  'opensearchDashboards.branding.loadingLogo': 'there is no loading screen',
  'opensearchDashboards.branding.useExpandedHeader': 'there is one header',
  'opensearchDashboards.configIndex': 'settings are kept with the saved objects',
  'opensearchDashboards.dashboardAdmin': 'administrators are those the security API allows',
  'opensearchDashboards.defaultAppId': 'set uiSettings.overrides.defaultRoute',
  'opensearchDashboards.enabled': 'the server is always enabled',
  'opensearchDashboards.futureNavigation': 'there is one navigation',
  'opensearchDashboards.isSurveyAllowed': 'there is no survey',
  'opensearchDashboards.survey': 'there is no survey',
  'ops.cGroupOverrides': NOT_MEASURED,
  'pid.exclusive': 'the data folder is locked instead',
  'pid.file': 'no process ID file is written',
  'plugins.scanDirs': 'set plugins.paths',
  'security.showInsecureClusterWarning': 'there is no such message',
  'server.autoListen': 'the server always listens',
  'server.compression': 'responses are always compressed',
  'server.cors': 'requests of other origins are always refused',
  'server.requestId': 'IDs of requests are never taken from callers',
  'server.ssl.redirectHttpFromPort': 'redirect at the proxy',
  'server.uuid': 'the ID is made and kept in the data folder',
  'stats.maximumWaitTimeForAllCollectorsInS': 'nothing is collected',
  'status.v6ApiFormat': 'the status has one format',
};

/** Keys that would protect something or authenticate a user. Ignoring them would be unsafe. */
const NOT_SUPPORTED: Readonly<Record<string, string>> = {
  'opensearch.ssl.keystore':
    'use PEM files and set opensearch.ssl.certificate and opensearch.ssl.key',
  'opensearch.ssl.truststore': 'use PEM files and set opensearch.ssl.certificateAuthorities',
  searchguard:
    'users would log in another way than with Search Guard; set opensearch_security.* and remove these keys',
  'savedObjects.permission':
    'permissions of workspaces are not checked here, so their objects would be open to the whole tenant',
  'server.ssl.truststore': 'use PEM files and set server.ssl.certificateAuthorities',
  'xpack.security.authc':
    'users would log in another way than with X-Pack; set opensearch_security.* and remove these keys',
};

/** Sections of OpenSearch Dashboards plugins, and of services that only they use. */
const FOREIGN_SECTIONS = new RegExp(
  `^(${[
    'agentic_.*|apm_oss|application_config|assistant|augment|banner|charts|chat|console|content_?[mM]anagement',
    'dashboard|data_explorer|data_importer|data_?[sS]ource.*|dev_?[tT]ools|discover|dynamic_config_service',
    'elastic|embeddable|explore|expressions|flow_framework.*|index_?[mM]anagement.*|input_control_vis|inspector',
    'interpreter|investigat.*|legacy_?[eE]xport|map|maps_legacy|ml_commons.*|monitoring|newsfeed|notifications.*',
    'observability|opensearch_(alerting|anomaly_detection|index_management|notifications|observability|reporting|security_analytics).*',
    'anomaly_?[dD]etection.*|alerting.*|custom_?[iI]mport_?[mM]ap.*|gantt_chart.*|query_?[eE]nhancements|query_?[wW]orkbench.*',
    'region_?[mM]ap|reporting.*|search_?[rR]elevance.*|share|telemetry|tile_?[mM]ap|timeline',
    'trace_analytics|url_forwarding|usage_?[cC]ollection|vega|vis_.*|visBuilder|visualize|visualizations|wazuh.*|wizard|workspace|xpack',
  ].join('|')})$`
);

/** A file for OpenSearch Dashboards or Kibana: all unknown sections in it belong to plugins. */
const DASHBOARDS_FILE = /(^|[\\/])(opensearch_dashboards|kibana)\.ya?ml$/;

const isDashboardsFile = (name: string): boolean => DASHBOARDS_FILE.test(name);

export type UnknownKey =
  | { readonly kind: 'refused' | 'idle'; readonly reason: string }
  | { readonly kind: 'foreign' | 'mistyped' };

/**
 * Classifies a key of the file that does not exist in this product.
 * @param ownSections - first segments of the existing keys
 */
export function classify(
  key: string,
  value: unknown,
  file: string,
  ownSections: readonly string[]
): UnknownKey {
  const refused = entryFor(NOT_SUPPORTED, key);
  if (refused !== undefined)
    return value === false
      ? { kind: 'idle', reason: 'there is no such feature' }
      : { kind: 'refused', reason: refused };
  const idle = entryFor(WITHOUT_EFFECT, key);
  if (idle !== undefined) return { kind: 'idle', reason: idle };
  const section = key.split('.', 1)[0] as string;
  const isOfPlugin =
    FOREIGN_SECTIONS.test(section) ||
    (isDashboardsFile(file) && nearestKey(section, ownSections) === undefined);
  return { kind: isOfPlugin && !ownSections.includes(section) ? 'foreign' : 'mistyped' };
}

function entryFor(table: Readonly<Record<string, string>>, key: string): string | undefined {
  const found = Object.keys(table).find((name) => key === name || key.startsWith(`${name}.`));
  return found && table[found];
}
