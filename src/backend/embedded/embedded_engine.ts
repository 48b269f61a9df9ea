/** The embedded engine: combines its parts behind the engine interface. */
import { BehaviorSubject, type Observable } from 'rxjs';
import { ENGINE_LIMITS, FIND_LIMITS } from '../../contracts/limits';
import { withinLimits } from '../changes/within_limits';
import type { InternalUser } from '../../contracts/entities';
import type { BackendStatus } from '../api/backend';
import { documentChanges, entityChanges } from '../api/change';
import { ALL_FEATURES } from '../api/features';
import type { EngineSettings } from '../api/settings';
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
  CheckedFindings,
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
  FindingsOptions,
  Identity,
  MatrixRequest,
  ProposedChanges,
  ResourceType,
} from '../api/engine';
import { EngineUsage } from '../activity/engine_usage';
import { EngineFindings } from '../findings/engine_findings';
import { isJsonObject } from '../model/entity_shape';
import { getDynamic } from '../model/security_config';
import { runInSlices, type CooperativeTask } from '../scheduling/cooperative_task';
import { scanPasswordHashes } from './authentication/hash_scan';
import { assembleEngine, type EmbeddedEngineDeps, type EngineParts } from './engine_parts';
import { illegalArgument, notFound } from '../model/responses';
import { tooManyChanges } from './rest/request/change_set';
import { RESOURCES } from './rest/entities/resource';
import { ApiAccess } from './rest/request/api_access';
import type { RestApi } from './rest/rest_api';
import { replacedUsers, type WrittenChange } from './configuration_store/configuration_writer';

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
const DAY_MS = 86_400_000;

export class EmbeddedEngine implements Engine {
  readonly features: BackendFeatures;
  /** Zero, because rules and users are compared on every request. */
  readonly identityMaxAgeMs = 0;
  readonly request: RestApi['handle'];
  readonly history: EngineParts['history'];
  readonly factors: EngineParts['factors'];
  readonly apiKeys: EngineParts['apiKeys'];
  readonly indices: EngineParts['indices'];
  /** For the backend; the server sees the members of `Engine`. */
  readonly parts: EngineParts;
  private readonly status = new BehaviorSubject<BackendStatus>(AVAILABLE);
  private readonly checks: EngineFindings<EngineCaller>;
  private readonly usage: EngineUsage;
  private readonly access: ApiAccess;
  /** Identities with API access, with what of it is closed to them. */
  private readonly administrators = new WeakMap<Identity, Identity>();
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
    const { rest, history, factors, apiKeys, indices } = this.parts;
    this.request = rest.handle.bind(rest);
    this.history = history;
    this.factors = factors;
    this.apiKeys = apiKeys;
    this.indices = indices;
    const { audit, rights, rules, store, users } = this.parts;
    this.access = new ApiAccess(rules, deps.settings);
    this.checks = new EngineFindings<EngineCaller>(this, deps.settings, deps.now, {
      hashes: {
        after: (name, limit) => store.credentials(name, limit),
        of: (name) => store.credential(name)?.hash,
      },
      recorded: async (caller, days, names) => {
        if (await rights.readError(caller, 'AUDIT')) return {};
        const logins = await audit.seenUsers(names, deps.now() - days * DAY_MS);
        return { ...(logins && { logins }) };
      },
      objects: (tenant) => deps.tenantObjects.count(tenant),
      isServer: true,
    });
    this.usage = new EngineUsage({
      engine: this,
      rules,
      users,
      apiRoles: deps.settings.apiRoles,
      now: deps.now,
      read: async (caller, days) => {
        const response = await rights.readError(caller, 'AUDIT');
        if (response) return { ok: false, response };
        const activity = await audit.activitySince(deps.now() - days * DAY_MS);
        return { ok: true, result: { activity } };
      },
    });
  }

  get status$(): Observable<BackendStatus> {
    return this.status.asObservable();
  }

  /** Loads the rules into memory. Call this once, before the engine is used. */
  load(): void {
    const { audit, patterns, rest, rules, search, store } = this.parts;
    for (const type of RULE_TYPES) {
      for (let after: string | undefined; ;) {
        const step = store.page(type, after, LOAD_STEP);
        for (const { name, entity } of step) {
          rules.apply({ type, name, after: entity });
          patterns.inspect(type, name, entity);
        }
        if (step.length < LOAD_STEP) break;
        after = step.at(-1)?.name;
      }
    }
    for (const id of ['config', 'audit', 'nodesdn'] as const)
      patterns.inspect(id, 'config', store.document(id)?.body);
    patterns.noteInspected();
    search.load();
    this.configure(store.document('config')?.body);
    rest.configure(store.document('allowlist')?.body);
    audit.configure(store.document('audit')?.body);
    audit.changed();
    void this.scanHashes();
  }

  /**
   * Sorts users by their roles ahead, the order that takes longest, in time slices. Later changes
   * keep it up to date.
   */
  async prepareLists(): Promise<void> {
    const query = { type: 'internalusers', sortField: 'roles', page: 1, perPage: 1 } as const;
    const rights = { showsHidden: false, countsUsers: false };
    const steps = this.untilStopped(this.parts.finder.find(query, rights));
    await runInSlices(steps, { sliceMs: FIND_LIMITS.sliceMs, limitMs: Number.POSITIVE_INFINITY });
  }

  private *untilStopped(steps: CooperativeTask<unknown>): CooperativeTask<void> {
    while (!this.isStopped && steps.next().done !== true) yield;
  }

  authenticate(credentials: AuthenticationRequest): Promise<AuthenticationResult> {
    return this.parts.login.authenticate(credentials);
  }

  async identify(caller: EngineCaller): Promise<Identity | undefined> {
    const identity = (await this.parts.rights.known(caller))?.identity;
    if (!identity?.hasApiAccess) return identity;
    const found = this.administrators.get(identity);
    if (found) return found;
    const administrator = {
      ...identity,
      disabledEndpoints: this.access.disabledEndpoints(identity),
    };
    this.administrators.set(identity, administrator);
    return administrator;
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
      runInSlices(this.parts.finder.find(query, read), { sliceMs, limitMs: workMs })
    );
  }

  async auditEvents(caller: EngineCaller, query: AuditQuery): Promise<EngineResult<AuditPage>> {
    const response = await this.parts.rights.readError(caller, 'AUDIT');
    if (response) return { ok: false, response };
    return withinLimits(() => this.parts.audit.find(query));
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

  /** Also for the server itself, which may read everything. */
  findings = (
    caller: EngineCaller,
    options?: FindingsOptions
  ): Promise<EngineResult<CheckedFindings>> => this.checks.of(caller, options);

  get settings(): EngineSettings {
    return this.deps.settings;
  }

  roleUsage: Engine['roleUsage'] = (caller, request) => this.usage.of(caller, request);
  userUsage: Engine['userUsage'] = (caller, request) => this.usage.ofUser(caller, request);
  replay: Engine['replay'] = (caller, request) => this.usage.replay(caller, request);

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
    const { audit, hasher, patterns, search } = this.parts;
    hasher.stop();
    patterns.stop();
    if (this.deps.ownsWorkers) await this.deps.workers.stop();
    // Writes first: what they still commit belongs in the log.
    await this.deps.db.write(() => undefined).catch(() => undefined);
    // Ends the index updates of a large change, which read the store.
    search.follow([]);
    audit.stop();
    this.deps.closeData();
    this.status.complete();
  }

  /**
   * Updates the in-memory state after a commit: access rules immediately, the search index in time
   * slices.
   */
  private *follow(changes: readonly WrittenChange[]): CooperativeTask<void> {
    const { audit, authenticator, rest, rules, search, users } = this.parts;
    const entities = entityChanges(changes);
    for (const change of entities) {
      this.checks.follow(change.type, change.name);
      if (change.type === 'internalusers') {
        const [before, after] = [change.before, change.after] as (InternalUser | undefined)[];
        users.follow(change.name, before, after);
        if (change.isCredentialChanged) this.registerHash(change.name);
      } else {
        rules.apply(change);
      }
    }
    if (entities.some(({ type }) => type === 'internalusers')) authenticator.flush();
    const replaced = replacedUsers(changes);
    if (replaced.length > 0) this.deps.replaced?.(replaced);
    for (const { type, after } of documentChanges(changes)) {
      if (type === 'config') this.configure(after);
      if (type === 'audit') audit.configure(after);
      if (type === 'allowlist') rest.configure(after);
    }
    audit.changed();
    yield* search.followInSteps(entities);
  }

  private configure(config: Readonly<Record<string, unknown>> | undefined): void {
    const { access, domains, guard, hosts, identities, store, tokens } = this.parts;
    const dynamic = getDynamic(config);
    guard.configure(dynamic['auth_failure_listeners']);
    domains.configure(config);
    const http = dynamic['http'];
    hosts.configure(dynamic['hosts_resolver_mode']);
    tokens.configure(dynamic['on_behalf_of'], store.meta('cluster_uuid') ?? '');
    identities.isAnonymousEnabled = isJsonObject(http) && http['anonymous_auth_enabled'] === true;
    identities.clear();
    access.configure(dynamic);
  }

  private async scanHashes(): Promise<void> {
    const { log, settings } = this.deps;
    const { store, hasher } = this.parts;
    const isStopped = () => this.isStopped;
    try {
      await scanPasswordHashes({ store, hasher, limits: settings.hashLimits, log, isStopped });
    } catch (error) {
      log.error('The stored password hashes could not be checked.', { error: String(error) });
    }
  }

  private registerHash(userName: string): void {
    const { hasher, store } = this.parts;
    const credential = store.credential(userName);
    if (credential) hasher.registerCostClass(credential.hash);
  }

  private async upgradeHash(userName: string, from: string, to: string): Promise<void> {
    await this.parts.writer.write((store) => store.upgradeHash(userName, from, to));
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
