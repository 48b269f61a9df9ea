/**
 * The embedded engine: composition of store, rules in memory, authentication and the REST entry
 * point.
 */
import { BehaviorSubject, type Observable } from 'rxjs';
import type { Database, DataFolder } from './storage';
import type { WorkerPool } from '../../workers';
import { AuditLog } from './audit/audit_log';
import { AuditStore } from './audit/audit_store';
import { AdminCertificates } from './authentication/admin_certificates';
import { ApiKeyProof } from './authentication/api_keys/api_key_proof';
import { ApiKeyService } from './authentication/api_keys/api_key_service';
import { ApiKeyStore } from './authentication/stored_keys/api_key_store';
import { Authenticator } from './authentication/authenticator';
import { SignInTrial } from './authentication/domains/sign_in_trial';
import { DomainChain, type ChainResult } from './authentication/domains/domain_chain';
import { BASIC_CHALLENGE, parseBasic } from './authentication/basic_credentials';
import { FactorKey } from './authentication/factors/factor_key';
import { FactorPolicy } from './authentication/factors/factor_policy';
import { FactorRounds } from './authentication/factors/factor_rounds';
import { FactorService } from './authentication/factors/factor_service';
import { FactorStore } from './authentication/factors/factor_store';
import { takeHashCensus } from './authentication/hash_census';
import { HostNames, type ReverseLookup } from './authentication/host_names';
import { OnBehalfOfTokens } from './authentication/on_behalf_of';
import { PasswordHasher } from './authentication/password_hash';
import { SignInGuard } from './authentication/sign_in_guard';
import { UserDirectory } from './authentication/user_directory';
import { AccessService } from '../access/evaluation/access_service';
import { IdentityService, type KnownCaller } from './authentication/identity_service';
import { RuleBook } from '../access/evaluation/rule_book';
import { ExplainService } from './explanation/explain_service';
import { FindService } from '../questions/find/find_service';
import { RecordedHistory } from '../changes/history/recorded_history';
import { historyHost } from './history/history_host';
import { EmbeddedHistoryStore } from './history/history_store';
import type { EngineLog } from '../contract/log';
import { PatternWatch } from '../questions/pattern_watch';
import { isJsonObject } from '../model/entity_shape';
import { strengthOnThreads } from './authentication/password_strength';
import { ApiAccess } from './rest/call/api_access';
import { protection, resourceOf, RESOURCES } from './rest/entities/resource';
import { illegalArgument, json, notFound } from './rest/answers/responses';
import { LockoutGuard } from '../changes/lockout/lockout';
import { RestApi } from './rest/rest_api';
import { PREFIX } from '../model/paths';
import { bodyProblem, readBody } from '../model/payload';
import { dynamicOf } from '../model/security_config';
import type { EngineSettings } from '../contract/settings';
import { StoredView } from './authentication/stored_view';
import {
  ConfigurationWriter,
  replacedUsers,
  type CommittedChanges,
} from './store/configuration_writer';
import { EntitySearch } from '../questions/find/entity_search';
import { EntityStore } from './store/entity_store';
import { embeddedIndices } from './find/embedded_indices';
import { StoredEntities } from './find/stored_entities';
import { inSlices } from '../work/steps';
import { ENGINE_LIMITS, FIND_LIMITS } from '../../contracts/limits';
import { tooManyChanges } from './rest/call/change_set';
import { withinLimits } from '../changes/within_limits';
import type {
  AccessComparison,
  AccessExplanation,
  AccessMatrix,
  AccessQuestion,
  ChangeImpact,
  AuditPage,
  AuditQuery,
  AuthenticationResult,
  BackendFeatures,
  ChangeSetOptions,
  ChangeSetOutcome,
  DecisionQuestion,
  EffectivePermissions,
  Engine,
  EngineAnswer,
  EngineCaller,
  EngineRequest,
  EngineResponse,
  ExplainedDecision,
  MatrixQuestion,
  ProposedChanges,
  FindQuery,
  FindResult,
  Identity,
  ResourceType,
  SignInRequest,
} from '../contract/engine';
import type { BackendStatus } from '../contract/backend';

export interface EmbeddedEngineDeps {
  readonly db: Database;
  /** `audit.sqlite`, a file of its own: it grows and shrinks with use. */
  readonly auditDb: Database;
  readonly folder: DataFolder;
  readonly workers: WorkerPool;
  /** Whether the threads end with the engine. */
  readonly ownsWorkers: boolean;
  readonly settings: EngineSettings;
  readonly log: EngineLog;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /**
   * Milliseconds of a clock that nobody sets; for blocks and for what is remembered for a while.
   */
  readonly monotonicNow: () => number;
  /** Reverse DNS, for `hosts_resolver_mode: ip-hostname-lookup`. */
  readonly reverseLookup?: ReverseLookup;
  /** Told of internal users that were made or deleted, before their change is answered. */
  readonly replaced?: (userNames: readonly string[]) => void;
}

const AVAILABLE: BackendStatus = {
  level: 'available',
  summary: 'The embedded security engine is ready.',
};

const auditTrouble = (problem: string): BackendStatus => ({
  level: 'degraded',
  summary: `The audit log cannot be written; events wait in memory. ${problem}`,
});

const FEATURES: BackendFeatures = {
  find: true,
  auditEvents: true,
  history: true,
  explain: true,
  effectivePermissions: true,
  decide: true,
  entityVersions: true,
  conditionalWrites: true,
  lockoutQuestion: true,
  changeAudit: true,
  changeSets: true,
  atomicBulk: true,
  suspension: true,
  signInTrial: true,
  secondFactors: true,
  apiKeys: true,
  indices: false,
};

/** Order in which rules are loaded; users stay in the store. */
const RULE_TYPES: readonly ResourceType[] = ['tenants', 'actiongroups', 'roles', 'rolesmapping'];
const LOAD_STEP = 1_000;

export class EmbeddedEngine implements Engine {
  readonly features: BackendFeatures;
  /** Rules and users are compared on every call. */
  readonly identityMaxAgeMs = 0;
  readonly store: EntityStore;
  readonly writer: ConfigurationWriter;
  readonly request: RestApi['handle'];
  readonly hasher: PasswordHasher;
  private readonly status = new BehaviorSubject<BackendStatus>(AVAILABLE);
  private readonly rules: RuleBook;
  private readonly patterns: PatternWatch;
  private readonly users: UserDirectory;
  private readonly administrators: AdminCertificates;
  private readonly hosts: HostNames;
  private readonly tokens: OnBehalfOfTokens;
  private readonly domains: DomainChain;
  private readonly identities: IdentityService;
  private readonly guard: SignInGuard;
  private readonly authenticator: Authenticator;
  private readonly search: EntitySearch;
  private readonly finder: FindService;
  private readonly rest: RestApi;
  private readonly access: AccessService;
  private readonly explainer: ExplainService;
  readonly audit: AuditLog;
  readonly history: RecordedHistory<EngineCaller>;
  readonly factors: FactorService;
  readonly apiKeys: ApiKeyService;
  private readonly keyProof: ApiKeyProof;
  /** Of a sign-in, after the password. */
  readonly rounds: FactorRounds;
  private readonly factorPolicy: FactorPolicy;
  readonly indices: Engine['indices'];
  private isStopped = false;

  constructor(private readonly deps: EmbeddedEngineDeps) {
    const { db, settings, log, now, monotonicNow } = deps;
    this.features = { ...FEATURES, apiKeys: settings.hasApiKeys };
    this.hasher = new PasswordHasher(settings.hashLimits);
    this.store = new EntityStore(db);
    const history = new EmbeddedHistoryStore(db, now, {
      maxAgeDays: settings.historyMaxAgeDays,
      maxChanges: settings.historyMaxChanges,
    });
    this.writer = new ConfigurationWriter(
      db,
      now,
      (committed) => this.follow(committed),
      history.record
    );
    this.audit = new AuditLog({
      store: new AuditStore(deps.auditDb, {
        maxAgeDays: settings.auditMaxAgeDays,
        maxSizeMib: settings.auditMaxSizeMib,
      }),
      history,
      nodeId: () => this.store.meta('cluster_uuid') ?? '',
      log,
      now,
      onHealth: (problem) =>
        this.status.next(problem === undefined ? AVAILABLE : auditTrouble(problem)),
    });
    this.rules = new RuleBook(settings.rolesMappingResolution);
    this.patterns = new PatternWatch({
      log,
      forget: () => this.rules.forgetVerdicts(),
      disarmed: (expression) => this.audit.expressionDisarmed(expression),
    });
    this.users = new UserDirectory(this.store);
    this.administrators = new AdminCertificates(settings.adminDn);
    this.hosts = new HostNames(now, deps.reverseLookup);
    this.tokens = new OnBehalfOfTokens(now);
    this.domains = new DomainChain({
      now,
      log,
      workers: deps.workers,
      filesDir: deps.folder.dir,
      instanceId: () => this.store.meta('cluster_uuid') ?? '',
      ownToken: (request) => this.authenticator.byOwnToken(request),
      basic: (request) => this.authenticator.authenticate(request),
    });
    this.guard = new SignInGuard(monotonicNow);
    const apiKeys = new ApiKeyStore(db, now);
    this.keyProof = new ApiKeyProof({
      isEnabled: settings.hasApiKeys,
      store: apiKeys,
      users: this.users,
      guard: this.guard,
      takesPasswords: () => this.domains.takesPasswords,
      log,
      now,
    });
    this.identities = new IdentityService(
      this.users,
      this.rules,
      settings.apiRoles,
      this.hosts,
      now,
      this.administrators,
      this.domains,
      this.keyProof
    );
    this.access = new AccessService({
      users: this.users,
      rules: this.rules,
      merge: {
        dfmEmptyOverridesAll: settings.dfmEmptyOverridesAll,
        keepsLastEntry: settings.compatibility !== '2.19',
        hidesUnmatched: settings.compatibility !== '2.19',
      },
      hostNamesOf: (address) => this.hosts.namesOf(address).slice(1),
      now,
    });
    this.explainer = new ExplainService({
      rules: this.rules,
      users: this.users,
      identities: this.identities,
      access: this.access,
      api: new ApiAccess(this.rules, settings),
      apiRoles: settings.apiRoles,
      keys: apiKeys,
      now,
    });
    this.search = new EntitySearch(new StoredEntities(db));
    this.authenticator = new Authenticator({
      users: this.users,
      hasher: this.hasher,
      guard: this.guard,
      log,
      monotonicNow,
      upgradeHash: (userName, from, to) => this.upgradeHash(userName, from, to),
      tokens: this.tokens,
    });
    const { store, writer, rules, users, identities, hasher, authenticator } = this;
    const { tokens, audit, domains } = this;
    const trial = new SignInTrial({
      now,
      workers: deps.workers,
      filesDir: deps.folder.dir,
      instanceId: () => this.store.meta('cluster_uuid') ?? '',
      basic: async (request) => {
        const result = await this.authenticator.authenticate(request);
        const userName = parseBasic(request.headers['authorization'] ?? '')?.userName;
        // A guess is a guess; what was guessed is written down nowhere.
        if (!result.ok) audit.authenticated({ ...request, headers: {} }, result, userName);
        return result;
      },
      identify: (principal, remoteAddress) => this.identities.onTrial(principal, remoteAddress),
      isReserved: (userName) => this.administrators.includes(userName),
    });
    const flushCaches = () => this.flushCaches();
    const view = new StoredView(db, store, settings.hashLimits);
    const lockout = new LockoutGuard(view, settings, (address) => this.hosts.namesOf(address));
    const measureStrength = strengthOnThreads(deps.workers);
    this.rest = new RestApi(
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
        flushCaches,
        audit,
        lockout,
        tokens,
        domains,
        trial,
        exchange: (caller, request) => this.exchange(caller, request),
      },
      log
    );
    this.request = this.rest.handle.bind(this.rest);
    this.history = new RecordedHistory(
      historyHost({ history, store, identities, rest: this.rest })
    );
    this.factorPolicy = new FactorPolicy({
      settings: settings.secondFactor,
      users,
      rolesOf: (name) => identities.identifyByName(name)?.identity.roles ?? [],
      now,
    });
    const key = new FactorKey(deps.folder.dir);
    const factors = new FactorStore(db, key, now, (userName) => users.forget(userName));
    this.finder = new FindService(this.search, rules, users, () => factors.kinds());
    const shared = { store: factors, key, users, policy: this.factorPolicy, now, monotonicNow };
    this.rounds = new FactorRounds({
      ...shared,
      writer,
      hasher,
      settings,
      measureStrength,
      guard: this.guard,
      audit,
    });
    this.factors = new FactorService({
      ...shared,
      identify: (caller) => this.known(caller),
      refusal: (caller, purpose, userName) => this.userRefusal(caller, purpose, userName),
      audit: (by, what) => audit.secondFactor(by, what),
    });
    this.apiKeys = new ApiKeyService({
      isEnabled: settings.hasApiKeys,
      store: apiKeys,
      now,
      identify: (caller) => this.known(caller),
      refusal: (caller, purpose, userName) => this.userRefusal(caller, purpose, userName),
      showsHidden: async (caller) => {
        const known = await this.known(caller);
        const route = { access: resourceOf('internalusers').endpoint };
        return known !== undefined && this.rest.isSuperAdmin(known, caller, route);
      },
      audit: (caller, what) => audit.apiKey(caller, what),
    });
    this.indices = embeddedIndices({
      rules,
      refusal: (caller, endpoint) => this.readRefusal(caller, endpoint),
      newestEvents: (perPage) => audit.find({ perPage }),
    });
  }

  /** What keeps somebody from reading there. */
  private async readRefusal(
    caller: EngineCaller,
    access: 'ROLES' | 'AUDIT'
  ): Promise<EngineResponse | undefined> {
    await this.identities.prepare(caller);
    return this.rest.refusalFor(this.identities.identify(caller), caller, { access }, 'GET');
  }

  get status$(): Observable<BackendStatus> {
    return this.status.asObservable();
  }

  /** Reads the rules into memory. To be called once, before the engine is handed out. */
  load(): void {
    for (const type of RULE_TYPES) {
      for (let after: string | undefined; ;) {
        const step = this.store.page(type, after, LOAD_STEP);
        for (const { name, entity } of step) {
          this.rules.apply({ type, name, after: entity });
          this.patterns.inspect(type, name, entity);
        }
        if (step.length < LOAD_STEP) break;
        after = step.at(-1)?.name;
      }
    }
    for (const id of ['config', 'audit', 'nodesdn'] as const)
      this.patterns.inspect(id, 'config', this.store.document(id)?.body);
    this.patterns.inspected();
    this.search.load();
    this.configure(this.store.document('config')?.body);
    this.audit.configure(this.store.document('audit')?.body);
    this.audit.changed();
    void this.takeHashCensus();
  }

  /** What a call brings along, by itself: a password is not enough of who has a second factor. */
  async authenticate(credentials: SignInRequest): Promise<AuthenticationResult> {
    const proven = await this.prove(credentials);
    const { result, userName } = proven;
    const needs = result.ok ? this.factorPolicy.lacking(result.principal) : undefined;
    const whole: AuthenticationResult = needs ? { ok: false, reason: 'incomplete', needs } : result;
    this.audit.authenticated(credentials, whole, userName);
    return whole;
  }

  /** The first round of a sign-in. */
  async provePassword(credentials: SignInRequest): Promise<AuthenticationResult> {
    const { result, userName } = await this.prove(credentials);
    // A sign-in of several rounds is told of when it ends.
    if (!result.ok || !this.rounds.isFurther(result.principal))
      this.audit.authenticated(credentials, result, userName);
    return result;
  }

  private async prove(
    credentials: SignInRequest
  ): Promise<{ readonly result: AuthenticationResult; readonly userName?: string }> {
    const {
      result: found,
      userName,
      isForged,
    }: ChainResult = this.keyProof.prove(credentials) ??
    (await this.domains.authenticate(credentials));
    if (isForged) this.audit.forged(credentials, userName);
    // Whoever is called like an administrator's certificate must not be taken for its holder.
    const isImpostor = found.ok && this.administrators.includes(found.principal.userName);
    const result: AuthenticationResult = isImpostor
      ? { ok: false, reason: 'invalid', challenge: BASIC_CHALLENGE }
      : found;
    return { result, ...(userName !== undefined && { userName }) };
  }

  /** `POST /api/authtoken` of somebody who has nothing else yet. */
  private async exchange(
    caller: EngineCaller,
    request: EngineRequest
  ): Promise<EngineResponse | undefined> {
    if (!this.domains.exchanges || caller.kind !== 'anonymous') return undefined;
    let body: unknown;
    try {
      body = readBody(request);
    } catch (error) {
      return illegalArgument(bodyProblem(error));
    }
    const { headers = {} } = request;
    const { remoteAddress = 'unknown' } = caller;
    const authorization = await this.domains.exchange(body, remoteAddress);
    if (authorization !== undefined) return json(200, { authorization });
    this.audit.authenticated({ headers, remoteAddress }, { ok: false, reason: 'invalid' });
    return undefined;
  }

  /** Where credentials may stand in requests, as the domains are configured now. */
  get credentialPlaces(): Pick<DomainChain, 'headers' | 'queryParameters'> {
    return this.domains;
  }

  /** What providers say, and are told, beside sign-ins. */
  get providers(): Pick<DomainChain, 'signedOut' | 'description'> {
    return this.domains;
  }

  async identify(caller: EngineCaller): Promise<Identity | undefined> {
    const preparing = this.identities.prepare(caller);
    if (preparing) await preparing;
    return this.identities.identify(caller)?.identity;
  }

  async changeTogether(
    caller: EngineCaller,
    requests: readonly EngineRequest[],
    options: ChangeSetOptions
  ): Promise<EngineAnswer<ChangeSetOutcome>> {
    const { changeSetSize } = ENGINE_LIMITS;
    if (requests.length > changeSetSize)
      return { ok: false, response: tooManyChanges(changeSetSize) };
    return { ok: true, result: await this.rest.handleTogether(caller, requests, options) };
  }

  private async known(caller: EngineCaller): Promise<KnownCaller | undefined> {
    await this.identities.prepare(caller);
    return this.identities.identify(caller);
  }

  /** As the REST API would refuse it; nothing is told of hidden users. */
  private async userRefusal(
    caller: EngineCaller,
    purpose: 'read' | 'change',
    userName?: string
  ): Promise<EngineResponse | undefined> {
    const known = await this.known(caller);
    const route = { access: resourceOf('internalusers').endpoint };
    const method = purpose === 'read' ? 'GET' : 'PUT';
    const response = this.rest.refusalFor(known, caller, route, method);
    const path = `${PREFIX}/api/internalusers`;
    this.audit.access(caller, { method, path }, path, response);
    if (response || userName === undefined) return response;
    const isSuperAdmin = known !== undefined && this.rest.isSuperAdmin(known, caller, route);
    const entity = this.store.read('internalusers', userName)?.entity;
    if (!entity || (entity.hidden && !isSuperAdmin))
      return notFound(`user '${userName}' not found.`);
    return purpose === 'read'
      ? undefined
      : protection(userName, entity, { isSuperAdmin, isInternal: false });
  }

  async find(caller: EngineCaller, query: FindQuery): Promise<EngineAnswer<FindResult>> {
    if (!RESOURCES.some(({ type }) => type === query.type)) {
      return { ok: false, response: illegalArgument(`unknown collection [${String(query.type)}]`) };
    }
    await this.identities.prepare(caller);
    const route = { access: resourceOf(query.type).endpoint };
    const known = this.identities.identify(caller);
    const response = this.rest.refusalFor(known, caller, route, 'GET');
    const path = `${PREFIX}/api/${query.type}`;
    this.audit.access(caller, { method: 'GET', path }, path, response);
    if (response) return { ok: false, response };
    const showsHidden = known !== undefined && this.rest.isSuperAdmin(known, caller, route);
    const { sliceMs, workMs } = FIND_LIMITS;
    return withinLimits(() =>
      inSlices(this.finder.find(query, showsHidden), { sliceMs, limitMs: workMs })
    );
  }

  async auditEvents(caller: EngineCaller, query: AuditQuery): Promise<EngineAnswer<AuditPage>> {
    const response = await this.readRefusal(caller, 'AUDIT');
    if (response) return { ok: false, response };
    return withinLimits(() => this.audit.find(query));
  }

  async decide(question: DecisionQuestion): Promise<EngineAnswer<ExplainedDecision>> {
    const result = this.explainer.decide(question);
    return result
      ? { ok: true, result }
      : { ok: false, response: notFound(`user '${question.user ?? ''}' not found.`) };
  }

  async explain(
    caller: EngineCaller,
    question: AccessQuestion
  ): Promise<EngineAnswer<AccessExplanation | AccessComparison>> {
    return this.explainer.explain(caller, question);
  }

  async impact(
    caller: EngineCaller,
    changes: ProposedChanges
  ): Promise<EngineAnswer<ChangeImpact>> {
    return this.explainer.impact(caller, changes);
  }

  async matrix(
    caller: EngineCaller,
    question: MatrixQuestion
  ): Promise<EngineAnswer<AccessMatrix>> {
    return this.explainer.matrix(caller, question);
  }

  async effectivePermissions(
    caller: EngineCaller,
    userName?: string
  ): Promise<EngineAnswer<EffectivePermissions>> {
    return this.explainer.effective(caller, userName);
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    this.hasher.stop();
    this.patterns.stop();
    if (this.deps.ownsWorkers) await this.deps.workers.stop();
    // Writers first: what they still commit belongs into the log.
    await this.deps.db.write(() => undefined).catch(() => undefined);
    this.audit.stop();
    this.deps.db.close();
    this.deps.folder.release();
    this.status.complete();
  }

  /** Memory follows what is on the disk. */
  private follow({ changes, documents }: CommittedChanges): void {
    for (const change of changes) {
      if (change.type === 'internalusers') {
        this.users.forget(change.name);
        if (change.isCredentialChanged) this.noteHash(change.name);
        this.authenticator.flush();
      } else {
        this.rules.apply(change);
      }
    }
    const replaced = replacedUsers(changes);
    if (replaced.length > 0) this.deps.replaced?.(replaced);
    if (changes.length > 0) this.search.follow(changes);
    for (const { id, body } of documents) {
      if (id === 'config') this.configure(body);
      if (id === 'audit') this.audit.configure(body);
    }
    this.audit.changed();
  }

  private configure(config: Readonly<Record<string, unknown>> | undefined): void {
    const dynamic = dynamicOf(config);
    this.guard.configure(dynamic['auth_failure_listeners']);
    this.domains.configure(config);
    const http = dynamic['http'];
    this.hosts.configure(dynamic['hosts_resolver_mode']);
    this.tokens.configure(dynamic['on_behalf_of'], this.store.meta('cluster_uuid') ?? '');
    this.identities.isAnonymousEnabled =
      isJsonObject(http) && http['anonymous_auth_enabled'] === true;
    this.identities.clear();
    this.access.configure(dynamic);
  }

  private async takeHashCensus(): Promise<void> {
    const { log, settings } = this.deps;
    const { store, hasher } = this;
    const isStopped = () => this.isStopped;
    try {
      await takeHashCensus({ store, hasher, limits: settings.hashLimits, log, isStopped });
    } catch (error) {
      log.error('The stored password hashes could not be checked.', { error: String(error) });
    }
  }

  private noteHash(userName: string): void {
    const credential = this.store.credential(userName);
    if (credential) this.hasher.note(credential.hash);
  }

  private async upgradeHash(userName: string, from: string, to: string): Promise<void> {
    await this.writer.write((store) => store.upgradeHash(userName, from, to));
    this.users.forget(userName);
  }

  private flushCaches(): void {
    this.users.clear();
    this.identities.clear();
    this.authenticator.flush();
    this.search.forget();
  }
}
