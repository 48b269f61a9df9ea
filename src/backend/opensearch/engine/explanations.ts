/**
 * Access decisions and explanations based on the mirror, compared with the cluster's own answer
 * where it has one. The cluster decides which subjects a caller may ask about.
 */
import type {
  AccessComparison,
  AccessExplanation,
  AccessMatrix,
  ChangeImpact,
  DecisionRequest,
  EffectivePermissions,
  ExplainedDecision,
  ExplainRequest,
  MatrixRequest,
  ProposedChanges,
  ResourceType,
} from '../../api/engine';
import type { EngineResult, Identity, RequestCaller } from '../../api';
import { isJsonObject } from '../../model/entity_shape';
import { type ClusterCall, type ClusterClient, wirePath, withoutTenant } from '../client';
import { absentFeature } from '../../api/features';
import type { AccessService } from '../../access/evaluation/access_service';
import type { RuleSource } from '../../access/evaluation/rule_source';
import type { Viewer } from '../../access/explanation/subject_resolver';
import { Explainer } from '../../access/explanation/explainer';
import type { UserSource } from '../../access/user_source';
import { notFound } from '../../model/responses';
import type { NotConsidered } from '../../../contracts/api';
import { readKnownIndices } from './known_indices';
import { ExplainQueue, explainResponse } from '../../access/explanation/explain_queue';

type Call = Pick<ClusterCall, 'method' | 'path'>;
type Sources = Pick<AccessExplanation, 'answered_by' | 'checked_with' | 'unchecked'>;

/**
 * Requests for the cluster's own access check: `perform_permission_check` of 3.2 and newer, which
 * evaluates a request with its credentials without executing it. It is therefore available only for
 * the caller, and only for the current configuration.
 *
 * Only requests that change nothing, because a node that does not know the parameter would execute
 * them. And only those for which 3.4 supports the check: for others it fails, because it expects
 * their usual responses. Paths without a name refer to all indices.
 */
const CALLS: Readonly<Record<string, string>> = {
  'cluster:monitor/health': 'GET /_cluster/health',
  'indices:admin/get': 'GET /{index}',
  'indices:data/read/field_caps': 'GET /{index}/_field_caps',
  'indices:data/read/search': 'POST /{index}/_search',
  'indices:monitor/settings/get': 'GET /{index}/_settings',
  'indices:monitor/stats': 'GET /{index}/_stats',
};

/**
 * Adds the source of an explanation and the cluster's own answer to the same question. Never
 * rejects: explanations are also valid without the cluster's answer.
 */
async function withClusterCheck<T extends AccessExplanation | AccessComparison>(
  client: Pick<ClusterClient, 'asCaller'>,
  caller: RequestCaller,
  request: ExplainRequest,
  response: T
): Promise<T> {
  if ('is_changed' in response) {
    const sources = { answered_by: 'mirror', unchecked: 'hypothetical' } as const;
    const { before, after } = response;
    return {
      ...response,
      before: before && { ...before, ...sources },
      after: after && { ...after, ...sources },
    };
  }
  return { ...response, ...(await getSources(client, caller, request, response)) };
}

async function getSources(
  client: Pick<ClusterClient, 'asCaller'>,
  caller: RequestCaller,
  request: ExplainRequest,
  response: AccessExplanation
): Promise<Sources> {
  const withoutCheck = (why: NonNullable<Sources['unchecked']>): Sources => ({
    answered_by: 'mirror',
    unchecked: why,
  });
  const { user, subject, known_indices: known, parts, tenant } = request;
  if (known || parts) return withoutCheck('hypothetical');
  const own = caller.kind === 'user' ? caller.principal.userName : undefined;
  if (subject || own === undefined || (user ?? own) !== own) return withoutCheck('another_person');
  const call = tenant === undefined ? getCall(request) : undefined;
  if (!call) return withoutCheck('no_dry_call');
  const isOfFields = call.path.endsWith('/_field_caps');
  const query = { perform_permission_check: 'true', ...(isOfFields && { fields: '*' }) };
  try {
    const { statusCode, json: report } = await client.asCaller(withoutTenant(caller), {
      ...call,
      query,
    });
    if (statusCode === 400) return withoutCheck('not_offered');
    if (!isJsonObject(report) || typeof report['accessAllowed'] !== 'boolean')
      return withoutCheck('failed');
    const allowed = report['accessAllowed'];
    const missing = report['missingPrivileges'];
    return {
      answered_by: 'mirror',
      checked_with: {
        call: `${call.method} ${call.path}`,
        allowed,
        missing_privileges: Array.isArray(missing) ? missing.map(String) : [],
        agrees:
          response.depends_on_indices !== undefined ||
          allowed === (response.decision.effect !== 'refuse'),
      },
    };
  } catch {
    return withoutCheck('failed');
  }
}

function getCall({ action, index = [] }: ExplainRequest): Call | undefined {
  const form = Object.hasOwn(CALLS, action) ? CALLS[action] : undefined;
  if (form === undefined) return undefined;
  const [method, pattern] = form.split(' ') as ['GET' | 'POST', string];
  const names = index.length > 0 ? index.map(encodeURIComponent).join(',') : '_all';
  const path = pattern.replace('{index}', () => names);
  return wirePath(path) === undefined ? undefined : { method, path };
}

const isOfIndices = ({ action, tenant }: ExplainRequest): boolean =>
  tenant === undefined && action.startsWith('indices:');

const addNotes = <T extends AccessExplanation | AccessMatrix | ChangeImpact | EffectivePermissions>(
  result: T,
  notConsidered: NotConsidered
): T => (notConsidered.length > 0 ? { ...result, not_considered: notConsidered } : result);

function withLimits<T extends AccessExplanation | AccessComparison>(
  result: T,
  notConsidered: NotConsidered
): T {
  if (!('is_changed' in result)) return addNotes(result as AccessExplanation, notConsidered) as T;
  const { before, after } = result;
  return {
    ...result,
    before: before && addNotes(before, notConsidered),
    after: after && addNotes(after, notConsidered),
  };
}

interface ExplanationsDeps {
  readonly client: Pick<ClusterClient, 'asCaller'>;
  readonly rules: RuleSource;
  readonly users: UserSource;
  readonly access: AccessService;
  readonly apiRoles: readonly string[];
  /** Await this before reading rules or users. */
  readonly ensureFresh: () => Promise<void>;
  readonly identify: (caller: RequestCaller) => Promise<Identity | undefined>;
  readonly mayRead: (caller: RequestCaller, type: ResourceType) => Promise<boolean>;
  /** What of the cluster is not modelled; asked once its configuration is read. */
  readonly notConsidered: () => NotConsidered;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What an explanation shows; the caller must be able to read all of it. */
const REQUIRED_TYPES: readonly ResourceType[] = [
  'roles',
  'rolesmapping',
  'actiongroups',
  'internalusers',
];

export class Explanations {
  private readonly explainer: Explainer;
  private readonly queue: ExplainQueue;

  constructor(private readonly deps: ExplanationsDeps) {
    const { rules, users, access, apiRoles, now } = deps;
    this.explainer = new Explainer({
      rules,
      users,
      access,
      now,
      // Disabled endpoints are cluster settings that no API returns.
      apiRightsOf: (_userName, roles) => ({
        has_api_access: roles.some((role) => apiRoles.includes(role)),
        disabled_endpoints: {},
      }),
    });
    this.queue = new ExplainQueue(() => rules.version);
  }

  async decide(request: DecisionRequest): Promise<EngineResult<ExplainedDecision>> {
    await this.deps.ensureFresh();
    const result = this.explainer.decide(request);
    return result
      ? { ok: true, result }
      : { ok: false, response: notFound(`user '${request.user ?? ''}' not found.`) };
  }

  async explain(
    caller: RequestCaller,
    request: ExplainRequest
  ): Promise<EngineResult<AccessExplanation | AccessComparison>> {
    if (request.api_key !== undefined) return absentFeature('apiKeys');
    const viewer = await this.getViewer(caller);
    const known = request.known_indices ?? (await this.readKnown(caller, request));
    const whole = { ...request, ...(known && { known_indices: known }) };
    const response = await this.queue.run(caller, () =>
      explainResponse(this.explainer.explain(viewer, whole))
    );
    if (!response.ok) return response;
    const isUnread = !known && isOfIndices(request);
    return {
      ok: true,
      result: withLimits(
        await withClusterCheck(this.deps.client, caller, request, response.result),
        [...(isUnread ? (['aliases'] as const) : []), ...this.deps.notConsidered()]
      ),
    };
  }

  async effective(
    caller: RequestCaller,
    userName: string | undefined
  ): Promise<EngineResult<EffectivePermissions>> {
    const viewer = await this.getViewer(caller);
    const response = await this.queue.run(caller, () =>
      explainResponse(this.explainer.effective(viewer, userName))
    );
    if (!response.ok) return response;
    return { ok: true, result: addNotes(response.result, this.deps.notConsidered()) };
  }

  async impact(
    caller: RequestCaller,
    changes: ProposedChanges
  ): Promise<EngineResult<ChangeImpact>> {
    const viewer = await this.getViewer(caller);
    const response = await this.queue.run(caller, () =>
      explainResponse(this.explainer.impact(viewer, changes))
    );
    if (!response.ok) return response;
    return { ok: true, result: addNotes(response.result, this.deps.notConsidered()) };
  }

  async matrix(caller: RequestCaller, request: MatrixRequest): Promise<EngineResult<AccessMatrix>> {
    const viewer = await this.getViewer(caller);
    const response = await this.queue.run(caller, () =>
      explainResponse(this.explainer.matrix(viewer, request))
    );
    if (!response.ok) return response;
    return { ok: true, result: addNotes(response.result, this.deps.notConsidered()) };
  }

  private async readKnown(caller: RequestCaller, request: ExplainRequest) {
    if (!isOfIndices(request)) return undefined;
    try {
      return await readKnownIndices(this.deps.client, caller, request.index ?? []);
    } catch {
      // The explanation says that it does without.
      return undefined;
    }
  }

  private async getViewer(caller: RequestCaller): Promise<Viewer | undefined> {
    const { ensureFresh, identify, mayRead } = this.deps;
    const [identity] = await Promise.all([identify(caller), ensureFresh()]);
    if (!identity) return undefined;
    const { userName, backendRoles, isInternalUser } = identity;
    const readable = identity.hasApiAccess
      ? await Promise.all(REQUIRED_TYPES.map((type) => mayRead(caller, type)))
      : [false];
    return {
      subject: { userName, backendRoles },
      isInternalUser,
      rights: { isAdmin: readable.every(Boolean), showsHidden: false },
      ...(caller.remoteAddress !== undefined && { remoteAddress: caller.remoteAddress }),
    };
  }
}
