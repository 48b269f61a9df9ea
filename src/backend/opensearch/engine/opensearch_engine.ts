/**
 * The engine on top of a cluster. It decides nothing itself: requests go to the cluster with the
 * caller's credentials, and lists only to callers who may read their content.
 */
import { ACTIVITY_LIMITS, FIND_LIMITS, CLUSTER_LIMITS } from '../../../contracts/limits';
import { EngineFindings } from '../../findings/engine_findings';
import { EngineUsage } from '../../activity/engine_usage';
import { RESOURCE_TYPES } from '../../../contracts/entities';
import { AccessService } from '../../access/evaluation/access_service';
import { mergeSettings } from '../../access/evaluation/restrictions';
import { RuleSet } from '../../access/evaluation/rule_set';
import { isNewerThanTried } from '../../../contracts/releases';
import { CONFIRM_LOCKOUT } from '../../changes/lockout/lockout';
import { type ChangeRequest, parseChange } from '../../changes/requests/change_request';
import { withinLimits } from '../../changes/within_limits';
import { absentFeature, absentGroup, NO_FEATURES } from '../../api/features';
import { CALLER_GROUPS } from '../../api/engine';
import type { EngineLog } from '../../api/log';
import type {
  AuditSettings,
  BackendFeatures,
  DocumentStore,
  Engine,
  EngineResult,
  EngineRequest,
  EngineResponse,
  EngineSettings,
  FindQuery,
  FindResult,
  Identity,
  RequestCaller,
} from '../../api';
import type { NotConsidered } from '../../../contracts/api';
import { isJsonObject } from '../../model/entity_shape';
import { json } from '../../model/responses';
import { LEGACY_PREFIX, PREFIX } from '../../model/paths';
import { isEntityType } from '../../api/change';
import { EntitySearch } from '../../entity_search/entity_search';
import { FindService } from '../../entity_search/find_service';
import { PatternMonitor } from '../../access/patterns/pattern_monitor';
import { runInSlices } from '../../scheduling/cooperative_task';
import { ClusterActivity } from '../audit/cluster_activity';
import { ClusterAuditEvents } from '../audit/cluster_audit_events';
import {
  assertReady,
  toKey,
  forwardRequest,
  TtlCache,
  toResponse,
  type ClusterClient,
} from '../client';
import type { ClusterReader } from '../configuration/cluster_reader';
import { Mirror } from '../configuration/mirror';
import { MirroredEntities } from '../configuration/mirrored_entities';
import { ClusterIndices, type ClusterIndicesDeps } from '../index_preview/cluster_indices';
import { ClusterGuardrails, isAboutGuardrails } from './cluster_guardrails';
import { Explanations } from './explanations';
import { Identities, ReadRights } from './caller_cache';
import { MirroredUsers } from './mirrored_users';

export interface OpenSearchEngineDeps {
  readonly client: ClusterClient;
  readonly reader: ClusterReader;
  /** Lower-case names of request headers that are forwarded to the cluster. */
  readonly allowedHeaders: ReadonlySet<string>;
  readonly settings: EngineSettings;
  /** Where the guardrails are stored. */
  readonly guardrails: DocumentStore;
  readonly audit: AuditSettings;
  /** Release number of the cluster, once it is known. */
  readonly release: () => string | undefined;
  readonly log: EngineLog;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow: () => number;
  /** Called for each deleted internal user, also for deletions directly on the cluster. */
  readonly userDeleted?: (userName: string) => void;
}

const FEATURES: BackendFeatures = {
  ...NO_FEATURES,
  find: true,
  explain: true,
  effectivePermissions: true,
  decide: true,
  // The cluster writes these events itself, if its audit log is enabled.
  changeAudit: true,
  atomicBulk: true,
  indices: true,
  // Checked by the pipeline of changes (`GuardrailCheck`).
  guardrails: true,
};

/** Requests that a cluster answers without credentials, or with a login challenge. */
const OPEN =
  /^(GET|POST) \/_(plugins|opendistro)\/_security\/(health|whoami|authinfo|api\/authtoken)\/?$/;

const HISTORY = absentFeature('history');
const CHANGE_SETS = absentFeature('changeSets');
const DAY_MS = 86_400_000;
const TOKENS = 'generateonbehalfoftoken';

export class OpenSearchEngine implements Engine {
  readonly features: BackendFeatures;
  readonly release: () => string | undefined;
  readonly identityMaxAgeMs = CLUSTER_LIMITS.staleMs;
  readonly mirror: Mirror;
  readonly history: Engine['history'] = {
    list: async () => HISTORY,
    get: async () => HISTORY,
    revert: async () => HISTORY.response,
    revertProposal: async () => HISTORY,
  };
  readonly factors = absentGroup<Engine['factors']>('secondFactors', CALLER_GROUPS.factors);
  readonly apiKeys = absentGroup<Engine['apiKeys']>('apiKeys', CALLER_GROUPS.apiKeys);
  readonly indices: ClusterIndices;
  readonly guardrails: ClusterGuardrails;
  private readonly audit: ClusterAuditEvents;
  private readonly identities: Identities;
  private readonly rights: ReadRights;
  private readonly errors: TtlCache<EngineResponse | undefined>;
  private readonly finder: FindService;
  private readonly explanations: Explanations;
  private readonly patterns: PatternMonitor;
  private readonly checks: EngineFindings;
  private readonly usage: EngineUsage;
  /** What its security configuration has and explanations leave out. */
  private unmodelled: NotConsidered = [];

  constructor(private readonly deps: OpenSearchEngineDeps) {
    const { client, reader, settings, log, now, monotonicNow } = deps;
    this.audit = new ClusterAuditEvents(client, deps.audit, monotonicNow);
    this.release = deps.release;
    this.features = { ...FEATURES, auditEvents: this.audit.isReadable };
    this.identities = new Identities(client, monotonicNow);
    this.rights = new ReadRights(client, monotonicNow);
    this.errors = new TtlCache(monotonicNow);
    const rules = new RuleSet(settings.rolesMappingResolution, deps.release);
    const entities = new MirroredEntities({
      entities: (type) => this.mirror.entities(type),
      raw: (type, name) => this.mirror.raw(type, name),
    });
    const search = new EntitySearch(entities);
    const users = new MirroredUsers({ entities: (type) => this.mirror.entities(type) });
    this.mirror = new Mirror(
      reader,
      {
        changed: (change) => {
          entities.follow(change);
          users.follow(change);
          rules.apply(change);
          search.follow([change]);
          this.checks.follow(change.type, change.name);
          if (change.type === 'internalusers' && !change.after) deps.userDeleted?.(change.name);
        },
        configured: (dynamic) => {
          access.configure(dynamic);
          this.unmodelled = unmodelledIn(dynamic);
        },
        loaded: () => search.load(),
      },
      monotonicNow
    );
    const access = new AccessService({
      users,
      rules,
      now,
      merge: mergeSettings(settings.dfmEmptyOverridesAll, deps.release),
    });
    this.guardrails = new ClusterGuardrails({
      client,
      rules,
      users,
      settings,
      log,
      store: deps.guardrails,
      // A promise that an older state breaks already would let the change pass.
      ensureFresh: async () => {
        if (this.mirror.ageMs > CLUSTER_LIMITS.refreshMs) await this.mirror.renew();
        else await this.mirror.ensureFresh();
      },
    });
    this.finder = new FindService(search, rules, users);
    this.patterns = new PatternMonitor({
      log,
      forget: () => rules.forgetMatchResults(),
      disarmed: () => undefined,
    });
    const previewDeps: Omit<ClusterIndicesDeps, 'monotonicNow' | 'notConsidered'> = {
      client,
      rules,
      users,
      access,
      now,
      ensureFresh: () => this.mirror.ensureFresh(),
      identify: (caller) => this.identify(caller),
      mayRead: async (caller, type) => !(await this.rights.readError(caller, type)),
    };
    const notConsidered = (): NotConsidered => {
      const release = deps.release();
      const isNewer = release !== undefined && isNewerThanTried(release);
      return isNewer ? [...this.unmodelled, 'release'] : this.unmodelled;
    };
    const { apiRoles } = settings;
    this.explanations = new Explanations({ ...previewDeps, apiRoles, notConsidered });
    this.indices = new ClusterIndices({ ...previewDeps, notConsidered, monotonicNow });
    const activity = new ClusterActivity(client, deps.audit, now);
    this.checks = new EngineFindings(this, settings, now, {
      notConsidered,
      recorded: async (caller, days) => {
        if (days > ACTIVITY_LIMITS.days) return {};
        const read = await activity.read(caller, days);
        if (!read.ok || read.result.progress) return {};
        const { used, period } = read.result.activity;
        // What is younger than a day at the start of the time covers it.
        const isWhole = (period?.fromMs ?? Infinity) <= now() - (days - 1) * DAY_MS;
        return isWhole ? { requests: used } : {};
      },
    });
    this.usage = new EngineUsage({
      engine: this,
      rules,
      users,
      apiRoles: settings.apiRoles,
      now,
      read: (caller, days) => activity.read(caller, days),
    });
  }

  identify(caller: RequestCaller): Promise<Identity | undefined> {
    return this.identities.of(caller);
  }

  /** @param change - what `parseChange` made of the request, if it is known */
  async request(
    caller: RequestCaller,
    request: EngineRequest,
    change?: ChangeRequest
  ): Promise<EngineResponse> {
    const { client, allowedHeaders } = this.deps;
    const denial = await this.findError(caller, request);
    if (denial) return denial;
    if (isAboutGuardrails(request)) return this.guardrails.request(caller, request);
    const { [CONFIRM_LOCKOUT]: _ours, ...query } = request.query ?? {};
    const mayChange = request.method !== 'GET' && request.method !== 'HEAD';
    try {
      const response = await forwardRequest(client, caller, { ...request, query }, allowedHeaders);
      if (mayChange && response.statusCode < 300) await this.followChange(caller, request, change);
      return response;
    } catch (error) {
      // The change may or may not have been made.
      if (mayChange) this.noteOutdated();
      throw error;
    }
  }

  changeTogether: Engine['changeTogether'] = async () => CHANGE_SETS;

  async find(caller: RequestCaller, query: FindQuery): Promise<EngineResult<FindResult>> {
    if (!RESOURCE_TYPES.includes(query.type)) {
      const reason = `unknown collection [${String(query.type)}]`;
      const cause = { type: 'illegal_argument_exception', reason };
      const error = { root_cause: [cause], ...cause };
      return { ok: false, response: json(400, { error, status: 400 }) };
    }
    const response = await this.rights.readError(caller, query.type);
    if (response) return { ok: false, response };
    const countsUsers =
      query.type === 'roles' && !(await this.rights.readError(caller, 'internalusers'));
    await (query.isFresh ? this.mirror.renew() : this.mirror.ensureFresh());
    const { sliceMs, workMs } = FIND_LIMITS;
    return withinLimits(async () => {
      const found = this.finder.find(query, { showsHidden: false, countsUsers });
      const page = await runInSlices(found, { sliceMs, limitMs: workMs });
      return { ...page, ageMs: this.mirror.ageMs };
    });
  }

  auditEvents: Engine['auditEvents'] = (caller, query) => this.audit.find(caller, query);

  decide: Engine['decide'] = (request) => this.explanations.decide(request);

  explain: Engine['explain'] = (caller, request) => this.explanations.explain(caller, request);

  matrix: Engine['matrix'] = (caller, request) => this.explanations.matrix(caller, request);
  impact: Engine['impact'] = (caller, changes) => this.explanations.impact(caller, changes);

  findings: Engine['findings'] = (caller, options) => this.checks.of(caller, options);

  roleUsage: Engine['roleUsage'] = (caller, request) => this.usage.of(caller, request);
  userUsage: Engine['userUsage'] = (caller, request) => this.usage.ofUser(caller, request);
  replay: Engine['replay'] = (caller, request) => this.usage.replay(caller, request);

  effectivePermissions: Engine['effectivePermissions'] = (caller, userName) =>
    this.explanations.effective(caller, userName);

  stop(): void {
    this.patterns.stop();
  }

  /**
   * Returns the error for requests without credentials, unless the cluster accepts anonymous
   * requests; checked occasionally and cached.
   */
  private async findError(
    caller: RequestCaller,
    { method, path }: EngineRequest
  ): Promise<EngineResponse | undefined> {
    if (caller.kind === 'user' || OPEN.test(`${method} ${path}`)) return undefined;
    return this.errors.get(toKey(caller), async () => {
      const call = { method: 'GET', path: `${PREFIX}/authinfo` } as const;
      const response = await this.deps.client.asCaller(caller, call);
      assertReady(response);
      return response.statusCode === 200 ? undefined : toResponse(response, {});
    });
  }

  /** Updates or clears the caches after a change, before the response is sent. */
  private async followChange(
    caller: RequestCaller,
    request: EngineRequest,
    change: ChangeRequest | undefined
  ): Promise<void> {
    const api = [PREFIX, LEGACY_PREFIX].find((one) => request.path.startsWith(`${one}/api/`));
    const [first] = request.path.slice(`${api}/api/`.length).split('/');
    // Creating a token is open to all users and changes nothing.
    if (api === undefined || first === TOKENS) return;
    this.forgetRights();
    const userName = caller.kind === 'user' ? caller.principal.userName : '';
    const { targets = [] } = change ?? parseChange(request, userName) ?? {};
    const named = targets.flatMap(({ type, name }) =>
      isEntityType(type) && name !== undefined ? [[type, name] as const] : []
    );
    if (targets.length === 0 || named.length < targets.length) this.mirror.invalidate();
    else await this.mirror.reloadChanged(named);
  }

  private noteOutdated(): void {
    this.forgetRights();
    this.mirror.invalidate();
  }

  private forgetRights(): void {
    this.identities.clear();
    this.rights.clear();
    this.errors.clear();
    this.indices.clear();
  }
}

/** @param dynamic - `config.dynamic` of the security configuration */
function unmodelledIn(dynamic: Readonly<Record<string, unknown>>): NotConsidered {
  const { privileges_evaluation_type: type, api_tokens: tokens } = dynamic;
  const isV4 = typeof type === 'string' && type.toLowerCase() === 'v4';
  return [
    ...(isV4 ? (['evaluation_v4'] as const) : []),
    ...(isJsonObject(tokens) && tokens['enabled'] === true ? (['api_tokens'] as const) : []),
  ];
}
