/** The server's backend, and the two views of it that plugins receive. */
import {
  CALLER_GROUPS,
  CALLER_METHODS,
  changeMember,
  requestTrace,
  type Backend,
  type ConfigurationFiles,
  type ConnectedBackend,
  type ConnectionSettings,
  type DocumentStore,
  type Engine,
  type PageCaller,
  type RequestCaller,
} from '../../../backend/api';
import type {
  ClusterConnection,
  EngineServiceSetup,
  PrivilegedBackend,
  RequestClusters,
  ScopedEngineClient,
} from './types';
import { LockoutObserver } from './prevented_lockouts';
import { createRequestClusters } from './request_clusters';
import type { RouteRequest } from '../http/types';
import type { Logger } from '../logging/types';
import {
  type BackendDeps,
  type BackendOpener,
  configurationFiles,
  type FirstCredentials,
  openConfiguredBackend,
  openConnection,
} from './open_backend';

/**
 * Engine client bound to one caller; exposes no access to other callers.
 */
function scopedClient(
  engine: Engine,
  caller: RequestCaller,
  observer = new LockoutObserver()
): ScopedEngineClient {
  const bound = bindMethods(engine, METHODS, caller);
  for (const [group, names] of GROUPS) bound[group] = bindMethods(engine[group], names, caller);
  const client = bound as unknown as ScopedEngineClient;
  return {
    ...client,
    request: async (request) => observer.look(caller, await client.request(request)),
    changeTogether: async (requests, options) => {
      const outcome = await client.changeTogether(requests, options);
      // A dry run is no attempt to change anything.
      return options.isDryRun ? outcome : observer.lookTogether(caller, outcome);
    },
    history: {
      ...client.history,
      revert: async (...revert) => observer.look(caller, await client.history.revert(...revert)),
    },
  };
}

const METHODS = Object.keys(CALLER_METHODS);
const GROUPS = Object.entries(CALLER_GROUPS).map(
  ([group, names]) => [group as keyof typeof CALLER_GROUPS, Object.keys(names)] as const
);

/** A client is made for each request: a loop of closures costs a fraction of `bind`. */
function bindMethods(
  target: object,
  names: readonly string[],
  caller: RequestCaller
): Record<string, unknown> {
  const methods = target as Readonly<Record<string, (...args: unknown[]) => unknown>>;
  const bound: Record<string, unknown> = {};
  for (const name of names) bound[name] = (...rest: unknown[]) => methods[name]?.(caller, ...rest);
  return bound;
}

interface BackendServiceSetup {
  readonly backend: Backend;
  /** For all plugins. */
  readonly engine: EngineServiceSetup;
  /** For the product's own plugins that implement login. */
  readonly privileged: Omit<PrivilegedBackend, 'addCertificates' | 'endingCertificates'>;
  readonly firstCredentials?: FirstCredentials;
}

export class BackendService {
  private backend: Backend | undefined;

  constructor(private readonly open: BackendOpener = openConfiguredBackend) {}

  /** @throws {StartError} if the configured backend cannot be opened */
  async setup(deps: BackendDeps): Promise<BackendServiceSetup> {
    const { backend, firstCredentials } = await this.open(deps);
    this.backend = backend;
    const views = getViews(
      backend,
      (...args) => openConnection(deps, ...args),
      configurationFiles(deps),
      deps.log
    );
    return { backend, ...views, firstCredentials };
  }

  async stop(): Promise<void> {
    await this.backend?.stop();
  }
}

/** Creates the plugin views of a backend. Neither exposes the backend itself. */
export function getViews(
  backend: Backend,
  connect: (settings: ConnectionSettings, guardrails: DocumentStore) => Promise<ConnectedBackend>,
  files: ConfigurationFiles,
  log: Pick<Logger, 'error'>
): Pick<BackendServiceSetup, 'engine' | 'privileged'> {
  const { kind, features, status$, engine, login, sessions, preferences, internal } = backend;
  const observer = new LockoutObserver();
  const { documents, connectionKey } = backend;
  const home: EngineServiceSetup = {
    kind,
    features,
    ...(engine.release && { release: engine.release }),
    status$,
    asScoped: (request) => scopedClient(engine, getCaller(request), observer),
  };
  return {
    engine: home,
    privileged: {
      clusters: getClusters(home, documents, log),
      login,
      sessions,
      documents,
      connectionKey,
      configurationFiles: files,
      preferencesOf: (userName) => preferences.get(userName),
      internal,
      preventedLockouts$: observer.prevented$,
      identify: (caller) => engine.identify(verifiedCaller(caller)),
      asCaller: (caller) => scopedClient(engine, verifiedCaller(caller), observer),
      because: (cause, work) => {
        const trace = requestTrace.getStore();
        return trace ? requestTrace.run({ ...trace, cause }, work) : work();
      },
      connect: async (settings) =>
        getConnection(await connect(settings, documents(guardrailsId(settings.id)))),
    },
  };
}

function getClusters(
  home: EngineServiceSetup,
  documents: Backend['documents'],
  log: Pick<Logger, 'error'>
): RequestClusters {
  const clusters = createRequestClusters(home, log);
  // Here, so that nothing is inherited while the plugin of findings is off.
  clusters.onRemoved(async (id) => {
    await changeMember<unknown>(documents('findings'), id, () => undefined);
  });
  clusters.onRemoved(async (id) => {
    const guardrails = documents(guardrailsId(id));
    const stored = await guardrails.read();
    if (stored) await guardrails.write('{}', stored.revision);
  });
  return clusters;
}

const guardrailsId = (id: string) => `guardrails:${id}` as const;

const getConnection = (cluster: ConnectedBackend): ClusterConnection => ({
  features: cluster.features,
  release: cluster.release,
  asCaller: (caller) => scopedClient(cluster.engineFor(caller), caller ?? { kind: 'anonymous' }),
  check: (caller) => cluster.check(caller),
  stop: () => cluster.stop(),
});

/** The authenticated user with the current tenant, else anonymous. */
const getCaller = ({ auth, remoteAddress }: RouteRequest): PageCaller =>
  auth ? ofPage(auth.caller) : { kind: 'anonymous', remoteAddress };

/** External plugins can bypass the types, so any other kind of caller becomes anonymous. */
const ofPage = (caller: PageCaller): PageCaller =>
  caller.kind === 'user' ? caller : { kind: 'anonymous', remoteAddress: caller.remoteAddress };

/**
 * Only entry points accept certificates, because browsers send them automatically. Unknown kinds of
 * caller become anonymous.
 */
const verifiedCaller = (caller: RequestCaller): RequestCaller =>
  caller.kind === 'anonymous' || caller.kind === 'user' || caller.kind === 'certificate'
    ? caller
    : { kind: 'anonymous', remoteAddress: undefined };
