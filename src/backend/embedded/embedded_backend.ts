/**
 * The embedded backend: the engine on top of SQLite, its login methods, and the internal requests
 * of the server.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type {
  Backend,
  BackendFeatures,
  BackendFigures,
  BackendStatus,
  EngineResponse,
  InternalOperations,
  OpenSavedObjects,
  PreferenceStore,
  SessionStore,
  Login,
  TenancySettings,
} from '../api';
import { BasicLogin } from '../login/basic_login';
import { SamlLogin } from '../login/saml_login';
import { combineLatest, map, type Observable } from 'rxjs';
import type { EmbeddedData } from './data_stores';
import type { EmbeddedEngine } from './embedded_engine';
import { PREFIX } from '../model/paths';

/** The global tenant's name in the list of tenants. */
const GLOBAL_TENANT = 'global_tenant';

export class EmbeddedBackend implements Backend {
  readonly kind = 'embedded';
  readonly features: BackendFeatures;
  readonly status$: Observable<BackendStatus>;
  readonly login: Login;
  readonly internal: InternalOperations;
  readonly sessions: SessionStore;
  readonly savedObjects: OpenSavedObjects;
  readonly preferences: PreferenceStore;
  readonly instanceId: string;
  readonly isWritable$: Observable<boolean>;

  constructor(
    readonly engine: EmbeddedEngine,
    private readonly data: EmbeddedData
  ) {
    this.sessions = data.sessions;
    this.savedObjects = data.savedObjects;
    this.preferences = data.preferences;
    this.instanceId = data.uuid;
    this.isWritable$ = data.isWritable$;
    this.features = engine.features;
    this.status$ = combineLatest([data.trouble$, engine.status$]).pipe(
      map(([trouble, status]) => trouble ?? status)
    );
    this.login = loginOf(engine, data.sessions);
    const read = (path: string): Promise<EngineResponse> =>
      engine.request({ kind: 'internal' }, { method: 'GET', path: `${PREFIX}/api/${path}` });
    this.internal = {
      tenancySettings: async () => (await read('tenancy/config')).body as TenancySettings,
      tenantNames: async () => {
        const { statusCode, body } = await read('tenants');
        if (statusCode !== 200) return undefined;
        return Object.keys(body as object).filter((name) => name !== GLOBAL_TENANT);
      },
      sessionsEnded: (by, path) => engine.audit.sessionsEnded(by, path),
    };
  }

  figures(): BackendFigures {
    const { dir, sessions } = this.data;
    return {
      ...this.engine.audit.figures,
      sessions: sessions.count(Date.now()),
      storeBytes: storeBytes(dir),
    };
  }

  async stop(): Promise<void> {
    await this.engine.stop();
  }
}

/** Size of each database on disk, including its write-ahead log. */
function storeBytes(folder: string): Record<string, number> {
  const bytes: Record<string, number> = {};
  for (const name of readdirSync(folder)) {
    const store = /^(\w+)\.sqlite(-wal)?$/.exec(name)?.[1];
    if (store === undefined) continue;
    // The log file disappears when a database is closed.
    const size = statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
    bytes[store] = (bytes[store] ?? 0) + size;
  }
  return bytes;
}

/** Login by passkey alone; its fields are requested in the first step. */
const PASSKEY = { id: 'passkey', fields: [] } as const;

/**
 * Any request may carry credentials of any domain. Passwords also have a login form; SAML has none.
 */
function loginOf(engine: EmbeddedEngine, sessions: SessionStore): Login {
  const form = new BasicLogin((request) => engine.verifyPassword(request));
  const { factorSteps } = engine;
  const own: Login = {
    methods: [...form.methods, PASSKEY],
    get headers() {
      return engine.credentialLocations.headers;
    },
    get queryParameters() {
      return engine.credentialLocations.queryParameters;
    },
    authenticate: (request) => engine.authenticate(request),
    refused: async (method, remoteAddress) => engine.audit.refusedByServer(method, remoteAddress),
    begin: async (method, input) => {
      if (method === PASSKEY.id) return factorSteps.beginPasskey(input.site);
      const step = await form.begin(method, input);
      return step.kind === 'concluded' && step.result.ok
        ? factorSteps.afterPassword(step.result.principal, input)
        : step;
    },
    complete: (_method, state, input) => factorSteps.complete(state, input),
    refresh: (principal) => form.refresh(principal),
    logout: () => form.logout(),
    loggedOutByProvider: (method, input) => engine.providers.loggedOut(method, input),
    description: (method) => engine.providers.description(method),
  };
  return new SamlLogin(own, engine, sessions);
}
