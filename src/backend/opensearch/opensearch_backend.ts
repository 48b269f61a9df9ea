/** The backend over a cluster: its engine, its sign-in, and what the server itself asks of them. */
import type { Observable } from 'rxjs';
import type {
  Backend,
  BackendStatus,
  ConfigurationReader,
  EngineSettings,
  EngineSupplies,
  InternalOperations,
  ResourceType,
  TenancySettings,
} from '../contract';
import type { EntityByType } from '../../contracts/entities';
import type { EngineLog } from '../contract/log';
import { PREFIX } from '../model/paths';
import { BasicSignIn } from '../sign_in/basic_sign_in';
import { ClusterClient, ClusterError, type ClusterSettings } from './client';
import { ClusterReader } from './configuration/cluster_reader';
import { entityOf } from './configuration/collection';
import type { Mirror } from './configuration/mirror';
import { OpenSearchEngine } from './engine/opensearch_engine';
import { prove } from './sign_in/credentials';
import { ClusterWatch } from './watch/cluster_watch';

/** What is kept beside the cluster. */
interface Stores extends Pick<Backend, 'sessions' | 'savedObjects' | 'instanceId' | 'isWritable$'> {
  stop(): void | Promise<void>;
}

export interface OpenSearchBackendOptions {
  readonly cluster: ClusterSettings;
  readonly settings: EngineSettings;
  readonly stores: Stores;
  readonly log: EngineLog;
}

/** Written under the server's name: sessions, history, and saved objects that it makes itself. */
const OWN_INDICES = '.kibana*,.security_dashboards*';
/** Name under which the list of tenants has the global one. */
const GLOBAL_TENANT = 'global_tenant';

/**
 * Resolves also when the cluster is not there: its status says so, and it is used as soon as it is.
 * @throws when a file of certificates cannot be read
 */
export async function openOpenSearchBackend({
  cluster,
  settings,
  stores,
  log,
}: OpenSearchBackendOptions): Promise<Backend> {
  const client = new ClusterClient(cluster);
  const watch = new ClusterWatch({
    client,
    indices: OWN_INDICES,
    pingTimeout: cluster.pingTimeout,
    log,
  });
  const reader = new ClusterReader(client);
  const allowed = cluster.requestHeadersAllowlist.map((name) => name.toLowerCase());
  const engine = new OpenSearchEngine({
    ...{ client, reader, settings, log, now: Date.now, monotonicNow: () => performance.now() },
    allowedHeaders: new Set(allowed.filter((name) => !OWN_HEADERS.has(name))),
    majorVersion: () => watch.version?.major,
  });
  await watch.start();
  return new OpenSearchBackend({ client, watch, engine, reader, settings, stores, allowed });
}

/** Of the principal, or of the connection. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['authorization', 'connection', 'content-length', 'cookie', 'expect', 'host', 'keep-alive'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'x-forwarded-for'],
]);

interface Parts {
  readonly client: ClusterClient;
  readonly watch: ClusterWatch;
  readonly engine: OpenSearchEngine;
  readonly reader: ClusterReader;
  readonly settings: EngineSettings;
  readonly stores: Stores;
  readonly allowed: readonly string[];
}

class OpenSearchBackend implements Backend {
  readonly kind = 'opensearch';
  readonly features: Backend['features'];
  readonly status$: Observable<BackendStatus>;
  readonly engine: OpenSearchEngine;
  readonly supplies: EngineSupplies;
  readonly signIn: BasicSignIn;
  readonly sessions: Backend['sessions'];
  readonly savedObjects: Backend['savedObjects'];
  readonly instanceId: string;
  readonly isWritable$: Observable<boolean>;
  readonly internal: InternalOperations;

  constructor(private readonly parts: Parts) {
    const { engine, watch, client, stores, reader, settings, allowed } = parts;
    this.engine = engine;
    this.features = engine.features;
    this.status$ = watch.status$;
    this.supplies = { configuration: configurationOf(engine.mirror, reader), settings };
    this.signIn = new BasicSignIn(
      (request) => prove(request, (caller) => engine.identify(caller)),
      allowed.includes('authorization') ? ['authorization'] : []
    );
    this.sessions = stores.sessions;
    this.savedObjects = stores.savedObjects;
    this.instanceId = stores.instanceId;
    this.isWritable$ = stores.isWritable$;
    this.internal = {
      tenancySettings: () => tenancyOf(client),
      tenantNames: async () => {
        try {
          await engine.mirror.fresh();
        } catch (error) {
          if (error instanceof ClusterError && error.trouble === 'refused') return undefined;
          throw error;
        }
        const names = [...engine.mirror.entities('tenants').keys()];
        return names.filter((name) => name !== GLOBAL_TENANT);
      },
    };
  }

  async stop(): Promise<void> {
    const { watch, engine, client, stores } = this.parts;
    watch.stop();
    engine.stop();
    await client.stop();
    await stores.stop();
  }
}

async function tenancyOf(client: ClusterClient): Promise<TenancySettings> {
  const { statusCode, text } = await client.asServer({
    method: 'GET',
    path: `${PREFIX}/dashboardsinfo`,
  });
  if (statusCode === 200) return JSON.parse(text) as TenancySettings;
  throw new ClusterError('refused', `The cluster answers ${statusCode} about its tenants.`);
}

/** Single entities as they are now; collections as the mirror has them. */
const configurationOf = (mirror: Mirror, reader: ClusterReader): ConfigurationReader => ({
  entity: async <T extends ResourceType>(type: T, name: string) => {
    const text = await reader.entity(type, name);
    const shown = text === undefined ? {} : (JSON.parse(text) as Record<string, unknown>);
    return Object.hasOwn(shown, name)
      ? (entityOf(type, shown[name]) as EntityByType[T])
      : undefined;
  },
  entities: async (type) => {
    await mirror.fresh();
    return mirror.entities(type);
  },
  document: (id) => reader.document(id),
});
