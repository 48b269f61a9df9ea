/** The embedded engine: combines its parts behind the engine interface. */
import { BehaviorSubject, type Observable } from 'rxjs';
import { ENGINE_LIMITS, FIND_LIMITS } from '../../contracts/limits';
import { withinLimits } from '../changes/within_limits';
import type { BackendStatus } from '../api/backend';
import { ALL_FEATURES } from '../api/features';
import type {
  AccessComparison,
  AccessExplanation,
  AccessMatrix,
  AuditPage,
  AuditQuery,
  AuthenticationRequest,
  AuthenticationResult,
  BackendFeatures,
  ChangeImpact,
  ChangeSetOptions,
  ChangeSetOutcome,
  DecisionRequest,
  EffectivePermissions,
  Engine,
  EngineCaller,
  EngineRequest,
  EngineResult,
  ExplainRequest,
  ExplainedDecision,
  FindQuery,
  FindResult,
  Identity,
  MatrixRequest,
  ProposedChanges,
  ResourceType,
} from '../api/engine';
import { isJsonObject } from '../model/entity_shape';
import { dynamicOf } from '../model/security_config';
import { runInSlices, type CooperativeTask } from '../scheduling/cooperative_task';
import type { DomainChain } from './authentication/domains/domain_chain';
import { scanPasswordHashes } from './authentication/hash_scan';
import { assembleEngine, type EmbeddedEngineDeps, type EngineParts } from './engine_parts';
import { illegalArgument, notFound } from './rest/responses/responses';
import { tooManyChanges } from './rest/request/change_set';
import { RESOURCES } from './rest/entities/resource';
import type { RestApi } from './rest/rest_api';
import { replacedUsers, type CommittedChanges } from './configuration_store/configuration_writer';

const AVAILABLE: BackendStatus = {
  level: 'available',
  summary: 'The embedded security engine is ready.',
};

const auditTrouble = (problem: string): BackendStatus => ({
  level: 'degraded',
  summary: `The audit log cannot be written; events wait in memory. ${problem}`,
});

/** Load order of the rules. Users are not loaded; they stay in the store. */
const RULE_TYPES: readonly ResourceType[] = ['tenants', 'actiongroups', 'roles', 'rolesmapping'];
const LOAD_STEP = 1_000;

export class EmbeddedEngine implements Engine {
  readonly features: BackendFeatures;
  /** Zero, because rules and users are compared on every request. */
  readonly identityMaxAgeMs = 0;
  readonly request: RestApi['handle'];
  readonly store: EngineParts['store'];
  readonly writer: EngineParts['writer'];
  readonly hasher: EngineParts['hasher'];
  readonly audit: EngineParts['audit'];
  readonly history: EngineParts['history'];
  readonly factors: EngineParts['factors'];
  readonly apiKeys: EngineParts['apiKeys'];
  /** The login steps after the password. */
  readonly factorSteps: EngineParts['factorSteps'];
  readonly indices: EngineParts['indices'];
  private readonly status = new BehaviorSubject<BackendStatus>(AVAILABLE);
  private readonly parts: EngineParts;
  private isStopped = false;

  constructor(private readonly deps: EmbeddedEngineDeps) {
    this.features = { ...ALL_FEATURES, apiKeys: deps.settings.hasApiKeys, indices: false };
    this.parts = assembleEngine(deps, {
      committed: (changes) => this.follow(changes),
      auditHealth: (problem) =>
        this.status.next(problem === undefined ? AVAILABLE : auditTrouble(problem)),
      upgradeHash: (userName, from, to) => this.upgradeHash(userName, from, to),
      flushCaches: () => this.flushCaches(),
    });
    const { rest, store, writer, hasher, audit, history, factors, apiKeys } = this.parts;
    this.request = rest.handle.bind(rest);
    this.store = store;
    this.writer = writer;
    this.hasher = hasher;
    this.audit = audit;
    this.history = history;
    this.factors = factors;
    this.apiKeys = apiKeys;
    this.factorSteps = this.parts.factorSteps;
    this.indices = this.parts.indices;
  }

  get status$(): Observable<BackendStatus> {
    return this.status.asObservable();
  }

  /** Loads the rules into memory. Call this once, before the engine is used. */
  load(): void {
    const { patterns, rules, search } = this.parts;
    for (const type of RULE_TYPES) {
      for (let after: string | undefined; ;) {
        const step = this.store.page(type, after, LOAD_STEP);
        for (const { name, entity } of step) {
          rules.apply({ type, name, after: entity });
          patterns.inspect(type, name, entity);
        }
        if (step.length < LOAD_STEP) break;
        after = step.at(-1)?.name;
      }
    }
    for (const id of ['config', 'audit', 'nodesdn'] as const)
      patterns.inspect(id, 'config', this.store.document(id)?.body);
    patterns.inspected();
    search.load();
    this.configure(this.store.document('config')?.body);
    this.audit.configure(this.store.document('audit')?.body);
    this.audit.changed();
    void this.scanHashes();
  }

  authenticate(credentials: AuthenticationRequest): Promise<AuthenticationResult> {
    return this.parts.login.authenticate(credentials);
  }

  verifyPassword(credentials: AuthenticationRequest): Promise<AuthenticationResult> {
    return this.parts.login.verifyPassword(credentials);
  }

  /** Where requests may carry credentials, according to the current domains. */
  get credentialLocations(): Pick<DomainChain, 'headers' | 'queryParameters'> {
    return this.parts.domains;
  }

  /** Messages to and from identity providers apart from logins. */
  get providers(): Pick<DomainChain, 'loggedOut' | 'description'> {
    return this.parts.domains;
  }

  async identify(caller: EngineCaller): Promise<Identity | undefined> {
    return (await this.parts.rights.known(caller))?.identity;
  }

  async changeTogether(
    caller: EngineCaller,
    requests: readonly EngineRequest[],
    options: ChangeSetOptions
  ): Promise<EngineResult<ChangeSetOutcome>> {
    const { changeSetSize } = ENGINE_LIMITS;
    if (requests.length > changeSetSize)
      return { ok: false, response: tooManyChanges(changeSetSize) };
    return { ok: true, result: await this.parts.rest.handleTogether(caller, requests, options) };
  }

  async find(caller: EngineCaller, query: FindQuery): Promise<EngineResult<FindResult>> {
    if (!RESOURCES.some(({ type }) => type === query.type)) {
      return { ok: false, response: illegalArgument(`unknown collection [${String(query.type)}]`) };
    }
    const read = await this.parts.rights.collectionRead(caller, query.type);
    if ('response' in read) return { ok: false, response: read.response };
    const { sliceMs, workMs } = FIND_LIMITS;
    return withinLimits(() =>
      runInSlices(this.parts.finder.find(query, read.showsHidden), { sliceMs, limitMs: workMs })
    );
  }

  async auditEvents(caller: EngineCaller, query: AuditQuery): Promise<EngineResult<AuditPage>> {
    const response = await this.parts.rights.readError(caller, 'AUDIT');
    if (response) return { ok: false, response };
    return withinLimits(() => this.audit.find(query));
  }

  async decide(request: DecisionRequest): Promise<EngineResult<ExplainedDecision>> {
    const result = this.parts.explainer.decide(request);
    return result
      ? { ok: true, result }
      : { ok: false, response: notFound(`user '${request.user ?? ''}' not found.`) };
  }

  async explain(
    caller: EngineCaller,
    request: ExplainRequest
  ): Promise<EngineResult<AccessExplanation | AccessComparison>> {
    return this.parts.explainer.explain(caller, request);
  }

  async impact(
    caller: EngineCaller,
    changes: ProposedChanges
  ): Promise<EngineResult<ChangeImpact>> {
    return this.parts.explainer.impact(caller, changes);
  }

  async matrix(caller: EngineCaller, request: MatrixRequest): Promise<EngineResult<AccessMatrix>> {
    return this.parts.explainer.matrix(caller, request);
  }

  async effectivePermissions(
    caller: EngineCaller,
    userName?: string
  ): Promise<EngineResult<EffectivePermissions>> {
    return this.parts.explainer.effective(caller, userName);
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    this.hasher.stop();
    this.parts.patterns.stop();
    if (this.deps.ownsWorkers) await this.deps.workers.stop();
    // Writes first: what they still commit belongs in the log.
    await this.deps.db.write(() => undefined).catch(() => undefined);
    // Ends the index updates of a large change, which read the store.
    this.parts.search.follow([]);
    this.audit.stop();
    this.deps.closeData();
    this.status.complete();
  }

  /**
   * Updates the in-memory state after a commit: access rules immediately, the search index in time
   * slices.
   */
  private *follow({ changes, documents }: CommittedChanges): CooperativeTask<void> {
    const { authenticator, rules, search, users } = this.parts;
    for (const change of changes) {
      if (change.type === 'internalusers') {
        users.forget(change.name);
        if (change.isCredentialChanged) this.registerHash(change.name);
      } else {
        rules.apply(change);
      }
    }
    if (changes.some(({ type }) => type === 'internalusers')) authenticator.flush();
    const replaced = replacedUsers(changes);
    if (replaced.length > 0) this.deps.replaced?.(replaced);
    for (const { id, body } of documents) {
      if (id === 'config') this.configure(body);
      if (id === 'audit') this.audit.configure(body);
    }
    this.audit.changed();
    yield* search.followInSteps(changes);
  }

  private configure(config: Readonly<Record<string, unknown>> | undefined): void {
    const { access, domains, guard, hosts, identities, tokens } = this.parts;
    const dynamic = dynamicOf(config);
    guard.configure(dynamic['auth_failure_listeners']);
    domains.configure(config);
    const http = dynamic['http'];
    hosts.configure(dynamic['hosts_resolver_mode']);
    tokens.configure(dynamic['on_behalf_of'], this.store.meta('cluster_uuid') ?? '');
    identities.isAnonymousEnabled = isJsonObject(http) && http['anonymous_auth_enabled'] === true;
    identities.clear();
    access.configure(dynamic);
  }

  private async scanHashes(): Promise<void> {
    const { log, settings } = this.deps;
    const { store, hasher } = this;
    const isStopped = () => this.isStopped;
    try {
      await scanPasswordHashes({ store, hasher, limits: settings.hashLimits, log, isStopped });
    } catch (error) {
      log.error('The stored password hashes could not be checked.', { error: String(error) });
    }
  }

  private registerHash(userName: string): void {
    const credential = this.store.credential(userName);
    if (credential) this.hasher.registerCostClass(credential.hash);
  }

  private async upgradeHash(userName: string, from: string, to: string): Promise<void> {
    await this.writer.write((store) => store.upgradeHash(userName, from, to));
    this.parts.users.forget(userName);
  }

  private flushCaches(): void {
    const { authenticator, identities, search, users } = this.parts;
    users.clear();
    identities.clear();
    authenticator.flush();
    search.forget();
  }
}
