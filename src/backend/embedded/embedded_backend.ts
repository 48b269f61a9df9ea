/** The embedded backend: engine on SQLite, login methods, internal requests of the server. */
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
  LoginMethod,
  TenancySettings,
  UsedCertificate,
} from '../api';
import { SamlLogin } from '../login/saml_login';
import { combineLatest, map, type Observable } from 'rxjs';
import { getSnapshot } from './configuration_store/snapshot';
import { connectionRecord } from '../changes/history/records';
import { administratorChanges } from '../changes/lockout/administrator_changes';
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
  readonly documents: Backend['documents'];
  readonly connectionKey: Backend['connectionKey'];
  readonly instanceId: string;
  readonly isWritable$: Observable<boolean>;

  constructor(
    readonly engine: EmbeddedEngine,
    private readonly data: EmbeddedData
  ) {
    this.sessions = data.sessions;
    this.savedObjects = data.savedObjects;
    this.preferences = data.preferences;
    this.documents = data.documents;
    this.connectionKey = data.connectionKey;
    this.instanceId = data.uuid;
    this.isWritable$ = data.isWritable$;
    this.features = engine.features;
    this.status$ = combineLatest([data.trouble$, engine.status$]).pipe(
      map(([trouble, status]) => trouble ?? status)
    );
    this.login = getLogin(engine, data.sessions);
    const read = (path: string): Promise<EngineResponse> =>
      engine.request({ kind: 'internal' }, { method: 'GET', path: `${PREFIX}/api/${path}` });
    this.internal = {
      tenancySettings: async () => (await read('tenancy/config')).body as TenancySettings,
      tenantNames: async () => {
        const { statusCode, body } = await read('tenants');
        if (statusCode !== 200) return undefined;
        return Object.keys(body as object).filter((name) => name !== GLOBAL_TENANT);
      },
      configuration: (known) => getSnapshot(engine.parts.store, known),
      sessionsEnded: (by, path) => engine.parts.audit.sessionsEnded(by, path),
      connectionChanged: async (by, change) => {
        engine.parts.audit.connectionChanged(by, change.request);
        await engine.parts.historyStore.append([connectionRecord(by, change)]);
      },
      findings: (options) => engine.findings({ kind: 'internal' }, options),
      administratorChanges: (afterId) => {
        const { historyStore: history, store } = engine.parts;
        const mapping = async (role: string) => store.read('rolesmapping', role)?.entity;
        return administratorChanges({ history, mapping, settings: engine.settings }, afterId);
      },
    };
  }

  certificates(): Promise<readonly UsedCertificate[]> {
    return this.engine.parts.domains.certificates();
  }

  figures(): BackendFigures {
    const { dir, sessions } = this.data;
    return {
      ...this.engine.parts.audit.figures,
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

/** Requests may carry credentials of any domain; the login page has these methods. */
function getLogin({ parts, request }: EmbeddedEngine, sessions: SessionStore): Login {
  const { audit, domains, factorSteps, login } = parts;
  const complete = factorSteps.complete.bind(factorSteps);
  const authenticate = login.authenticate.bind(login);
  return {
    authenticate,
    refused: async (method, remoteAddress) => audit.refusedByServer(method, remoteAddress),
    methods: new Map<string, LoginMethod>([
      ['basicauth', { begin: (input) => login.begin(input), complete }],
      ['passkey', { begin: ({ site }) => factorSteps.beginPasskey(site), complete }],
      [
        'saml',
        new SamlLogin({
          engine: { request },
          sessions,
          authenticate,
          loggedOutByProvider: (input) => domains.loggedOut('saml', input),
          description: () => domains.description('saml'),
        }),
      ],
    ]),
  };
}
