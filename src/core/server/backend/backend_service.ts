/** The server's backend, and the two views of it that plugins receive. */
import {
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
  ScopedEngineClient,
} from './types';
import { LockoutObserver } from './prevented_lockouts';
import type { RouteRequest } from '../http/types';
import {
  type BackendDeps,
  type BackendOpener,
  configurationFiles,
  type FirstCredentials,
  openConfiguredBackend,
  openConnection,
} from './open_backend';

/**
 * Engine client bound to one caller; exposes no access to other callers. It is made for each
 * request, and most requests use one member, so groups of members are bound when they are used.
 */
const scopedClient = (
  engine: Engine,
  caller: RequestCaller,
  observer = new LockoutObserver()
): ScopedEngineClient => ({
  request: async (request) => observer.look(caller, await engine.request(caller, request)),
  changeTogether: async (requests, options) => {
    const outcome = await engine.changeTogether(caller, requests, options);
    // A dry run is no attempt to change anything.
    return options.isDryRun ? outcome : observer.lookTogether(caller, outcome);
  },
  find: engine.find.bind(engine, caller),
  auditEvents: engine.auditEvents.bind(engine, caller),
  get history() {
    return {
      list: engine.history.list.bind(engine.history, caller),
      get: engine.history.get.bind(engine.history, caller),
      revert: async (...revert: Parameters<ScopedEngineClient['history']['revert']>) =>
        observer.look(caller, await engine.history.revert(caller, ...revert)),
      revertProposal: engine.history.revertProposal.bind(engine.history, caller),
    };
  },
  get factors() {
    return {
      state: engine.factors.state.bind(engine.factors, caller),
      ofUsers: engine.factors.ofUsers.bind(engine.factors, caller),
      begin: engine.factors.begin.bind(engine.factors, caller),
      confirm: engine.factors.confirm.bind(engine.factors, caller),
      rename: engine.factors.rename.bind(engine.factors, caller),
      remove: engine.factors.remove.bind(engine.factors, caller),
      renewRecoveryCodes: engine.factors.renewRecoveryCodes.bind(engine.factors, caller),
      reset: engine.factors.reset.bind(engine.factors, caller),
    };
  },
  get apiKeys() {
    return {
      own: engine.apiKeys.own.bind(engine.apiKeys, caller),
      create: engine.apiKeys.create.bind(engine.apiKeys, caller),
      revokeOwn: engine.apiKeys.revokeOwn.bind(engine.apiKeys, caller),
      list: engine.apiKeys.list.bind(engine.apiKeys, caller),
      revoke: engine.apiKeys.revoke.bind(engine.apiKeys, caller),
      usage: engine.apiKeys.usage.bind(engine.apiKeys, caller),
    };
  },
  get indices() {
    return {
      preview: engine.indices.preview.bind(engine.indices, caller),
      names: engine.indices.names.bind(engine.indices, caller),
      fields: engine.indices.fields.bind(engine.indices, caller),
    };
  },
  explain: engine.explain.bind(engine, caller),
  impact: engine.impact.bind(engine, caller),
  findings: engine.findings.bind(engine, caller),
  roleUsage: engine.roleUsage.bind(engine, caller),
  userUsage: engine.userUsage.bind(engine, caller),
  replay: engine.replay.bind(engine, caller),
  matrix: engine.matrix.bind(engine, caller),
  effectivePermissions: engine.effectivePermissions.bind(engine, caller),
});

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
    const views = viewsOf(
      backend,
      (...args) => openConnection(deps, ...args),
      configurationFiles(deps)
    );
    return { backend, ...views, firstCredentials };
  }

  async stop(): Promise<void> {
    await this.backend?.stop();
  }
}

/** Creates the plugin views of a backend. Neither exposes the backend itself. */
export function viewsOf(
  backend: Backend,
  connect: (settings: ConnectionSettings, guardrails: DocumentStore) => Promise<ConnectedBackend>,
  files: ConfigurationFiles
): Pick<BackendServiceSetup, 'engine' | 'privileged'> {
  const { kind, features, status$, engine, login, sessions, preferences, internal } = backend;
  const observer = new LockoutObserver();
  const { documents, connectionKey } = backend;
  return {
    engine: {
      kind,
      features,
      ...(engine.release && { release: engine.release }),
      status$,
      asScoped: (request) => scopedClient(engine, callerOf(request), observer),
    },
    privileged: {
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
        connectionOf(await connect(settings, documents(`guardrails:${settings.id}`))),
    },
  };
}

const connectionOf = (cluster: ConnectedBackend): ClusterConnection => ({
  features: cluster.features,
  release: cluster.release,
  asCaller: (caller) => scopedClient(cluster.engineFor(caller), caller ?? { kind: 'anonymous' }),
  check: (caller) => cluster.check(caller),
  stop: () => cluster.stop(),
});

/** The authenticated user with the current tenant, else anonymous. */
const callerOf = ({ auth, remoteAddress }: RouteRequest): PageCaller =>
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
