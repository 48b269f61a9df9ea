/** The backend on a cluster: its engine, its login methods, internal requests of the server. */
import { createHash } from 'node:crypto';
import type { Observable } from 'rxjs';
import type {
  AuditSettings,
  AuthenticationRequest,
  Backend,
  BackendCall,
  BackendFigures,
  BackendStatus,
  EngineSettings,
  EngineSupplies,
  InternalOperations,
  LoginMethod,
  RequestCaller,
  TenancySettings,
  FindingsOptions,
} from '../api';
import type { EngineLog } from '../api/log';
import { connectionRecord } from '../changes/history/records';
import { administratorChanges } from '../changes/lockout/administrator_changes';
import { isJsonObject } from '../model/entity_shape';
import { PREFIX } from '../model/paths';
import { DASHBOARDS_DEFAULTS } from '../model/security_config';
import { SamlLogin } from '../login/saml_login';
import {
  ClusterClient,
  ClusterError,
  faultLogger,
  type ClusterCall,
  type ClusterSettings,
} from './client';
import { ClusterReader } from './configuration/cluster_reader';
import { getConfiguration } from './configuration/mirrored_configuration';
import { getSnapshot } from './configuration/snapshot';
import { OpenSearchEngine } from './engine/opensearch_engine';
import { ClusterHistoryStore } from './history/cluster_history';
import { ClusterDocumentStore } from './document_store';
import { ClusterUnfinishedRenames } from './history/unfinished_renames';
import { ClusterPreferenceStore, cleanUpDeletedUsers } from './preferences';
import { ClusterSavedObjects } from './saved_objects/cluster_saved_objects';
import { ClusterTenantObjects } from './saved_objects/tenant_move';
import { ClusterSessionStore } from './sessions/cluster_sessions';
import { authenticateCredentials, passwordMethod } from './login/credentials';
import { samlRegistration } from './login/saml_registration';
import { ClusterWatch } from './health/cluster_monitor';
import { LOGINS } from './health/server_permissions';

export interface OpenSearchBackendOptions {
  readonly cluster: ClusterSettings;
  readonly audit: AuditSettings;
  /** Index of saved objects; the cluster's security configuration must have the same name. */
  readonly dashboardsIndex?: string;
  readonly settings: EngineSettings;
  readonly log: EngineLog;
}

const SESSIONS_INDEX = '.security_dashboards_sessions';
const CONNECTIONS_INDEX = '.security_dashboards_clusters';
const PREFERENCES_INDEX = '.security_dashboards_preferences';
export const HISTORY_INDEX = '.security_dashboards_history';
/** Sessions and preferences are read with each page. */
const USED_INDICES = [
  { name: SESSIONS_INDEX, failure: LOGINS },
  { name: PREFERENCES_INDEX, failure: LOGINS },
  { name: HISTORY_INDEX, failure: 'the change history is not recorded' },
  { name: CONNECTIONS_INDEX, failure: 'connected clusters, findings, alarms and change requests' },
].map((index) => ({ ...index, hasOwnDocuments: true }));
/** The global tenant's name in the list of tenants. */
const GLOBAL_TENANT = 'global_tenant';

/**
 * Also resolves if the cluster is unreachable: the status reports it, and the backend recovers as
 * soon as the cluster responds.
 * @throws if a certificate file cannot be read
 */
export async function openOpenSearchBackend({
  cluster,
  audit,
  dashboardsIndex = DASHBOARDS_DEFAULTS.index,
  settings,
  log,
}: OpenSearchBackendOptions): Promise<Backend> {
  const client = new ClusterClient(cluster);
  client.onFault = faultLogger(log);
  const watch = new ClusterWatch({
    client,
    usedIndices: [
      ...USED_INDICES,
      {
        name: dashboardsIndex,
        failure: 'saved objects cannot be created',
        hasOwnDocuments: false,
      },
    ],
    grantCommand: (userName) => grantCommand(cluster, dashboardsIndex, userName),
    ...(cluster.username !== undefined && { serverUser: cluster.username }),
    // Written by the server's user: sessions, history, and saved objects that the server creates.
    indices: [dashboardsIndex, '.security_dashboards'],
    sessionsIndex: SESSIONS_INDEX,
    dashboardsIndex,
    pingTimeout: cluster.pingTimeout,
    log,
  });
  client.onServerResponse = (response) => watch.notice(response);
  const reader = new ClusterReader(client);
  const allowed = cluster.requestHeadersAllowlist.map((name) => name.toLowerCase());
  const preferences = new ClusterPreferenceStore({
    send: (call) => client.asServer(call),
    index: PREFERENCES_INDEX,
  });
  const engine = new OpenSearchEngine({
    guardrails: new ClusterDocumentStore(
      (call) => client.asServer(call),
      CONNECTIONS_INDEX,
      'guardrails'
    ),
    client,
    reader,
    settings,
    audit,
    log,
    now: Date.now,
    monotonicNow: () => performance.now(),
    allowedHeaders: new Set(allowed.filter((name) => !OWN_HEADERS.has(name))),
    release: () => watch.version?.number,
    userDeleted: cleanUpDeletedUsers(preferences, log),
  });
  await watch.start();
  const instanceId = getInstanceId(cluster.hosts);
  return new OpenSearchBackend({
    client,
    watch,
    engine,
    reader,
    settings,
    instanceId,
    allowed,
    dashboardsIndex,
    preferences,
  });
}

const inShell = (value: string): string =>
  /^[\w.:/@-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;

/** Relative to the product's folder, like the command in the README. */
function grantCommand(
  { hosts, ssl }: ClusterSettings,
  dashboardsIndex: string,
  userName: string
): string {
  const [authority] = [ssl.certificateAuthorities ?? []].flat();
  const variables = [
    `OPENSEARCH_URL=${inShell(hosts[0] as string)}`,
    ...(typeof authority === 'string' ? [`OPENSEARCH_CA=${inShell(authority)}`] : []),
    ...(dashboardsIndex === DASHBOARDS_DEFAULTS.index
      ? []
      : [`DASHBOARDS_INDEX=${inShell(dashboardsIndex)}`]),
  ];
  return `${variables.join(' ')} sh deploy/opensearch/grant.sh ${inShell(userName)}`;
}

/** Headers that are set from the principal or belong to the connection. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-for',
]);

/** All servers with the same hosts are one installation, even while the cluster is unreachable. */
function getInstanceId(hosts: readonly string[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([...hosts].sort()))
    .digest('hex');
  const parts = [8, 12, 16, 20].map((end, index) => digest.slice([0, 8, 12, 16][index], end));
  return [...parts, digest.slice(20, 32)].join('-');
}

interface Parts {
  readonly client: ClusterClient;
  readonly watch: ClusterWatch;
  readonly engine: OpenSearchEngine;
  readonly reader: ClusterReader;
  readonly settings: EngineSettings;
  readonly instanceId: string;
  readonly allowed: readonly string[];
  readonly dashboardsIndex: string;
  readonly preferences: Backend['preferences'];
}

class OpenSearchBackend implements Backend {
  readonly kind = 'opensearch';
  readonly features: Backend['features'];
  readonly status$: Observable<BackendStatus>;
  readonly engine: OpenSearchEngine;
  readonly supplies: EngineSupplies;
  readonly login: Backend['login'];
  readonly sessions: Backend['sessions'];
  readonly savedObjects: Backend['savedObjects'];
  readonly preferences: Backend['preferences'];
  readonly documents: Backend['documents'];
  readonly instanceId: string;
  readonly isWritable$: Observable<boolean>;
  readonly internal: InternalOperations;

  constructor(private readonly parts: Parts) {
    const { engine, watch, client, reader, settings, instanceId, allowed } = parts;
    const send = (call: ClusterCall) => client.asServer(call);
    this.engine = engine;
    this.features = engine.features;
    this.status$ = watch.status$;
    const history = new ClusterHistoryStore({
      send,
      index: HISTORY_INDEX,
      retention: { maxAgeDays: settings.historyMaxAgeDays, maxChanges: settings.historyMaxChanges },
    });
    const configuration = getConfiguration(engine, reader);
    const renaming = {
      unfinished: new ClusterUnfinishedRenames(send, HISTORY_INDEX),
      tenantObjects: new ClusterTenantObjects(send, parts.dashboardsIndex),
    };
    const { guardrails } = engine;
    this.supplies = { configuration, history, settings, renaming, guardrails };
    const sessions = new ClusterSessionStore({ send, index: SESSIONS_INDEX });
    const identify = async (caller: RequestCaller) => {
      // A remembered identity is not enough to begin a session.
      if (client.outage) throw client.outage;
      return engine.identify(caller);
    };
    const authenticate = (request: AuthenticationRequest) =>
      authenticateCredentials(request, identify, allowed);
    const description = async () => samlRegistration(await reader.document('config'));
    this.sessions = sessions;
    this.login = {
      authenticate,
      methods: new Map<string, LoginMethod>([
        ['basicauth', passwordMethod(authenticate)],
        ['saml', new SamlLogin({ engine, sessions, authenticate, description })],
      ]),
    };
    this.preferences = parts.preferences;
    this.documents = (id) => new ClusterDocumentStore(send, CONNECTIONS_INDEX, id);
    const objects = new ClusterSavedObjects({ cluster: client, index: parts.dashboardsIndex });
    this.savedObjects = (caller, tenant) => objects.open(caller, tenant);
    this.instanceId = instanceId;
    this.isWritable$ = watch.isWritable$;
    const own = client.ownCaller;
    this.internal = {
      connectionChanged: async (by, change) => {
        await history.append([connectionRecord(by, change)]);
      },
      administratorChanges: (afterId) => {
        const mapping = (role: string) => configuration.entity('rolesmapping', role);
        return administratorChanges({ history, mapping, settings }, afterId);
      },
      ...(own && { findings: (options: FindingsOptions) => engine.findings(own, options) }),
      configuration: (known) =>
        getSnapshot(engine.mirror, known, () => engine.guardrails.document()),
      tenancySettings: () => getTenancy(client),
      tenantNames: async () => {
        try {
          await engine.mirror.ensureFresh();
        } catch (error) {
          if (error instanceof ClusterError && error.trouble === 'refused') return undefined;
          throw error;
        }
        const names = [...engine.mirror.entities('tenants').keys()];
        return names.filter((name) => name !== GLOBAL_TENANT);
      },
    };
  }

  figures(): BackendFigures {
    return { clusterCalls: this.parts.client.figures };
  }

  observeCalls(observer: (call: BackendCall) => void): void {
    this.parts.client.onCall = observer;
  }

  async stop(): Promise<void> {
    const { watch, engine, client } = this.parts;
    watch.stop();
    engine.stop();
    await client.stop();
  }
}

async function getTenancy(client: ClusterClient): Promise<TenancySettings> {
  const { statusCode, json } = await client.asServer({
    method: 'GET',
    path: `${PREFIX}/dashboardsinfo`,
  });
  if (statusCode === 200 && isJsonObject(json)) return json as unknown as TenancySettings;
  throw new ClusterError('refused', `The cluster answers ${statusCode} about its tenants.`);
}
