/** Creates and connects the parts of the embedded engine. */
import type { Database } from './sqlite';
import type { WorkerPool } from '../../workers';
import { AccessService } from '../access/evaluation/access_service';
import { mergeSettings } from '../access/evaluation/restrictions';
import { ruleSetFor } from '../access/evaluation/rule_set';
import { HistoryService } from '../changes/history/history_service';
import { LockoutGuard } from '../changes/lockout/lockout';
import type { AuditSink } from '../api/audit_sink';
import type { AuthenticationRequest } from '../api/login';
import type { EngineCaller } from '../api/engine';
import type { EngineLog } from '../api/log';
import type { EngineSettings } from '../api/settings';
import { EntitySearch } from '../entity_search/entity_search';
import { FindService } from '../entity_search/find_service';
import { PatternMonitor } from '../access/patterns/pattern_monitor';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { AuditLog } from './audit/audit_log';
import { AuditStore } from './audit/audit_store';
import { AdminCertificates } from './authentication/admin_certificates';
import { ApiKeyVerifier } from './authentication/api_keys/api_key_verification';
import { ApiKeyService } from './authentication/api_keys/api_key_service';
import { InternalUserAuthenticator } from './authentication/authenticator';
import { parseBasic } from './authentication/basic_credentials';
import { DomainChain } from './authentication/domains/domain_chain';
import { LoginDryRun } from './authentication/domains/login_dry_run';
import { EngineLogin } from './engine_login';
import { FactorKey } from './authentication/factors/factor_key';
import { readRequiredRoles } from './authentication/factors/required_roles';
import { FactorPolicy } from './authentication/factors/factor_policy';
import { FactorSteps } from './authentication/factors/factor_steps';
import { FactorService } from './authentication/factors/factor_service';
import { FactorStore } from './authentication/factors/factor_store';
import { HostNames, type ReverseLookup } from './authentication/host_names';
import { IdentityService } from './authentication/identity_service';
import { OnBehalfOfTokens } from './authentication/on_behalf_of';
import { PasswordHasher } from './authentication/password_hash';
import { strengthInWorkers } from './authentication/password_strength';
import { LoginGuard } from './authentication/login_guard';
import { ApiKeyStore } from './authentication/api_key_store/api_key_store';
import { SqliteLockoutView, DryRunLockoutView } from './authentication/lockout_view';
import { UserDirectory } from './authentication/user_directory';
import { ExplainService } from './explain_service';
import { embeddedIndices } from './entity_search/index_suggestions';
import { StoredEntities } from './entity_search/stored_entities';
import { historyHost } from './history/history_host';
import { EmbeddedHistoryStore } from './history/history_store';
import { ApiAccess } from './rest/request/api_access';
import { CallerRights } from './caller_rights';
import type { TenantObjects } from './rest/request/request_context';
import { ChangePipeline } from './rest/request/change_pipeline';
import { RestApi } from './rest/rest_api';
import {
  ConfigurationWriter,
  type WrittenChange,
} from './configuration_store/configuration_writer';
import { EntityStore } from './configuration_store/entity_store';
import { DryRun } from './configuration_store/dry_run';

export interface EmbeddedEngineDeps {
  readonly db: Database;
  readonly tenantObjects: TenantObjects;
  /** `audit.sqlite`, a separate file because it grows and shrinks with use. */
  readonly auditDb: Database;
  readonly dataDir: string;
  /** Closes the databases and releases the folder. */
  readonly closeData: () => void;
  readonly workers: WorkerPool;
  /** Whether the worker threads stop with the engine. */
  readonly ownsWorkers: boolean;
  readonly settings: EngineSettings;
  readonly log: EngineLog;
  readonly auditSink?: AuditSink;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock, for blocks and caches. */
  readonly monotonicNow: () => number;
  /** Reverse DNS, for `hosts_resolver_mode: ip-hostname-lookup`. */
  readonly reverseLookup?: ReverseLookup;
  /**
   * Called with internal users that were created or deleted, before their change is acknowledged.
   */
  readonly replaced?: (userNames: readonly string[]) => void;
}

/** Callbacks of the parts into the engine. */
export interface EngineEvents {
  /** Called with changes that are on disk but not yet in memory. */
  readonly committed: (changes: readonly WrittenChange[]) => CooperativeTask<void>;
  /**
   * Called when the audit log stops or resumes being writable; undefined if it is, else the
   * problem.
   */
  readonly auditHealth: (problem: string | undefined) => void;
  readonly upgradeHash: (userName: string, from: string, to: string) => Promise<void>;
  readonly flushCaches: () => void;
}

export type EngineParts = ReturnType<typeof assembleEngine>;

/** In layers: each is built of those before it. */
export function assembleEngine(deps: EmbeddedEngineDeps, events: EngineEvents) {
  const stores = assembleStores(deps, events);
  const logins = assembleLogins(deps, events, stores);
  return { ...stores, ...logins, ...assembleRequests(deps, events, { ...stores, ...logins }) };
}

/** What is stored, and what is known of it in memory. */
function assembleStores(deps: EmbeddedEngineDeps, events: EngineEvents) {
  const { db, settings, log, now, monotonicNow, workers } = deps;
  const store = new EntityStore(db);
  const instanceId = () => store.meta('cluster_uuid') ?? '';
  const historyStore = new EmbeddedHistoryStore(db, now, {
    maxAgeDays: settings.historyMaxAgeDays,
    maxChanges: settings.historyMaxChanges,
  });
  const writer = new ConfigurationWriter(db, now, events.committed, historyStore.record);
  const audit = new AuditLog({
    store: new AuditStore(deps.auditDb, {
      maxAgeDays: settings.auditMaxAgeDays,
      maxSizeMib: settings.auditMaxSizeMib,
    }),
    history: historyStore,
    nodeId: instanceId,
    sink: deps.auditSink,
    log,
    now,
    onHealth: events.auditHealth,
  });

  const rules = ruleSetFor(settings);
  const patterns = new PatternMonitor({
    log,
    forget: () => rules.forgetMatchResults(),
    disarmed: (expression) => audit.expressionDisarmed(expression),
  });
  const users = new UserDirectory(store);
  const search = new EntitySearch(new StoredEntities(db, store));

  const administrators = new AdminCertificates(settings.adminDn);
  const hosts = new HostNames(now, deps.reverseLookup);
  const tokens = new OnBehalfOfTokens(now);
  const hasher = new PasswordHasher(settings.hashLimits);
  const measureStrength = strengthInWorkers(workers);
  const guard = new LoginGuard(monotonicNow);
  return {
    store,
    instanceId,
    historyStore,
    writer,
    audit,
    rules,
    patterns,
    users,
    search,
    administrators,
    hosts,
    tokens,
    hasher,
    measureStrength,
    guard,
  };
}

type Stores = ReturnType<typeof assembleStores>;

/** Who a caller is. */
function assembleLogins(deps: EmbeddedEngineDeps, events: EngineEvents, stores: Stores) {
  const { db, settings, log, now, monotonicNow, workers } = deps;
  const { store, instanceId, writer, audit, rules, users, administrators } = stores;
  const { hosts, tokens, hasher, measureStrength, guard } = stores;
  const authenticator = new InternalUserAuthenticator({
    users,
    hasher,
    guard,
    log,
    monotonicNow,
    upgradeHash: events.upgradeHash,
    tokens,
  });
  const domains = new DomainChain({
    now,
    log,
    workers,
    filesDir: deps.dataDir,
    instanceId,
    ownToken: (request) => authenticator.byOwnToken(request),
    basic: (request) => authenticator.authenticate(request),
  });
  const keys = new ApiKeyStore(db, now);
  const apiKeyVerifier = new ApiKeyVerifier({
    isEnabled: settings.hasApiKeys,
    store: keys,
    users,
    guard,
    takesPasswords: () => domains.takesPasswords,
    log,
    now,
  });
  const identities = new IdentityService(
    users,
    rules,
    settings.apiRoles,
    hosts,
    now,
    administrators,
    domains,
    apiKeyVerifier
  );
  const factorPolicy = new FactorPolicy({
    settings: settings.secondFactor,
    requiredRoles: () => [...settings.secondFactor.requiredRoles, ...readRequiredRoles(store)],
    users,
    rolesOf: (name) => identities.identifyByName(name)?.identity.roles ?? [],
    now,
  });
  const factorKey = new FactorKey(
    deps.dataDir,
    () => db.get('SELECT 1 FROM factor LIMIT 1') !== undefined
  );
  const factorStore = new FactorStore(db, factorKey, now, (userName) => users.forget(userName));
  const ofFactors = {
    store: factorStore,
    key: factorKey,
    users,
    policy: factorPolicy,
    now,
    monotonicNow,
  };
  const factorSteps = new FactorSteps({
    ...ofFactors,
    writer,
    hasher,
    settings,
    measureStrength,
    guard,
    audit,
  });
  const login = new EngineLogin({
    domains,
    apiKeyVerifier,
    administrators,
    factorPolicy,
    factorSteps,
    audit,
  });
  const dryRun = new LoginDryRun({
    now,
    workers,
    filesDir: deps.dataDir,
    instanceId,
    basic: async (request: AuthenticationRequest) => {
      const result = await authenticator.authenticate(request);
      const userName = parseBasic(request.headers['authorization'] ?? '')?.userName;
      // Failed guesses count and are audited, but without the credentials.
      if (!result.ok) audit.authenticated({ ...request, headers: {} }, result, userName);
      return result;
    },
    identify: (principal, remoteAddress) => identities.identifyForDryRun(principal, remoteAddress),
    isReserved: (userName) => administrators.includes(userName),
  });
  return {
    authenticator,
    domains,
    keys,
    identities,
    factorStore,
    ofFactors,
    factorSteps,
    login,
    dryRun,
  };
}

/** What callers may ask and change. */
function assembleRequests(
  deps: EmbeddedEngineDeps,
  events: EngineEvents,
  parts: Stores & ReturnType<typeof assembleLogins>
) {
  const { db, settings, log, now } = deps;
  const { store, historyStore, writer, audit, rules, users, search, hosts, tokens } = parts;
  const { hasher, measureStrength, authenticator, domains, keys, identities } = parts;
  const { factorStore, ofFactors, login, dryRun } = parts;
  const access = new AccessService({
    users,
    rules,
    merge: mergeSettings(settings.dfmEmptyOverridesAll, () => settings.compatibility),
    hostNamesOf: (address) => hosts.namesOf(address).slice(1),
    now,
  });
  const api = new ApiAccess(rules, settings);
  const explainer = new ExplainService({
    rules,
    users,
    identities,
    access,
    api,
    apiRoles: settings.apiRoles,
    keys,
    now,
  });
  const finder = new FindService(search, rules, users, () => factorStore.kinds());

  const lockout = new LockoutGuard(
    new SqliteLockoutView(db, store, settings.hashLimits),
    settings,
    (address) => hosts.namesOf(address)
  );
  const rest = new RestApi(
    {
      store,
      writer,
      rules,
      users,
      identities,
      hasher,
      measureStrength,
      authenticator,
      settings,
      flushCaches: events.flushCaches,
      audit,
      startDryRun: () => {
        const dryRun = new DryRun(db, now);
        const view = new DryRunLockoutView(db, dryRun, settings.hashLimits);
        return { store: dryRun, lockout: lockout.over(view) };
      },
      changes: new ChangePipeline({
        writer,
        store,
        rules,
        users,
        lockout,
        apiRoles: settings.apiRoles,
      }),
      tokens,
      domains,
      loginDryRun: dryRun,
      tenantObjects: deps.tenantObjects,
      exchange: (caller, request) => login.exchange(caller, request),
    },
    log
  );
  const rights = new CallerRights({ identities, rest, audit, store });
  const asRest = {
    identify: (caller: EngineCaller) => rights.known(caller),
    accessError: (caller: EngineCaller, purpose: 'read' | 'change', userName?: string) =>
      rights.userError(caller, purpose, userName),
  };
  const factors = new FactorService({
    ...ofFactors,
    ...asRest,
    settings: settings.secondFactor,
    disabledEndpoints: (identity) => api.disabledEndpoints(identity),
    entities: store,
    writer,
    audit: (by, what) => audit.secondFactor(by, what),
  });
  const apiKeys = new ApiKeyService({
    isEnabled: settings.hasApiKeys,
    store: keys,
    now,
    ...asRest,
    showsHidden: (caller) => rights.showsHiddenUsers(caller),
    auditError: (caller) => rights.readError(caller, 'AUDIT'),
    usage: { audit, rest, rights },
    audit: (caller, what) => audit.apiKey(caller, what),
  });
  const history = new HistoryService(
    historyHost({ history: historyStore, store, identities, rest })
  );
  const indices = embeddedIndices({
    rules,
    accessError: (caller, endpoint) => rights.readError(caller, endpoint),
    newestEvents: (perPage) => audit.find({ perPage }),
  });
  return { access, explainer, finder, rest, rights, factors, apiKeys, history, indices };
}
