/**
 * Decisions and explanations over the mirror. They are the product's own reading of the cluster's
 * rules, beside which its own word stands where it can be had; who may ask about whom, it says.
 */
import { absentFeature } from '../../api/features';
import type {
  AccessComparison,
  AccessExplanation,
  AccessMatrix,
  ExplainRequest,
  ChangeImpact,
  DecisionRequest,
  EffectivePermissions,
  ExplainedDecision,
  MatrixRequest,
  ProposedChanges,
  ResourceType,
} from '../../api/engine';
import type { AccessService } from '../../access/evaluation/access_service';
import type { RuleSource } from '../../access/evaluation/rule_source';
import type { Viewer } from '../../access/explanation/subject_resolver';
import { Explainer } from '../../access/explanation/explainer';
import type { UserSource } from '../../access/user_source';
import type { EngineResult, Identity, RequestCaller } from '../../api';
import { notFound } from '../../model/responses';
import { explainResponse } from '../../access/explanation/explain_responses';
import { ExplainQueue } from '../../access/explanation/explain_queue';
import type { ClusterClient } from '../client';
import { withClusterCheck } from './cluster_permission_check';

export interface ExplanationsDeps {
  readonly client: Pick<ClusterClient, 'asCaller'>;
  readonly rules: RuleSource;
  readonly users: UserSource;
  readonly access: AccessService;
  readonly apiRoles: readonly string[];
  /** To be awaited before rules or users are looked at. */
  readonly fresh: () => Promise<void>;
  readonly identify: (caller: RequestCaller) => Promise<Identity | undefined>;
  readonly mayRead: (caller: RequestCaller, type: ResourceType) => Promise<boolean>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What an explanation shows; all of it must be readable. */
const SHOWN: readonly ResourceType[] = ['roles', 'rolesmapping', 'actiongroups', 'internalusers'];

export class Explanations {
  private readonly explainer: Explainer;
  private readonly queue: ExplainQueue;

  constructor(private readonly deps: ExplanationsDeps) {
    const { rules, users, access, apiRoles, now } = deps;
    this.explainer = new Explainer({
      ...{ rules, users, access, now },
      // What an endpoint is closed to stands in settings of the cluster that it shows nobody.
      apiRightsOf: (_userName, roles) => ({
        has_api_access: roles.some((role) => apiRoles.includes(role)),
        disabled_endpoints: {},
      }),
    });
    this.queue = new ExplainQueue(() => rules.version);
  }

  async decide(request: DecisionRequest): Promise<EngineResult<ExplainedDecision>> {
    await this.deps.fresh();
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
    const viewer = await this.viewerOf(caller);
    const response = await this.queue.answer(caller, () =>
      explainResponse(this.explainer.explain(viewer, request))
    );
    if (!response.ok) return response;
    return {
      ok: true,
      result: await withClusterCheck(this.deps.client, caller, request, response.result),
    };
  }

  async effective(
    caller: RequestCaller,
    userName: string | undefined
  ): Promise<EngineResult<EffectivePermissions>> {
    const viewer = await this.viewerOf(caller);
    return this.queue.answer(caller, () => explainResponse(this.explainer.effective(viewer, userName)));
  }

  async impact(
    caller: RequestCaller,
    changes: ProposedChanges
  ): Promise<EngineResult<ChangeImpact>> {
    const viewer = await this.viewerOf(caller);
    return this.queue.answer(caller, () => explainResponse(this.explainer.impact(viewer, changes)));
  }

  async matrix(
    caller: RequestCaller,
    request: MatrixRequest
  ): Promise<EngineResult<AccessMatrix>> {
    const viewer = await this.viewerOf(caller);
    return this.queue.answer(caller, () => explainResponse(this.explainer.matrix(viewer, request)));
  }

  private async viewerOf(caller: RequestCaller): Promise<Viewer | undefined> {
    const { fresh, identify, mayRead } = this.deps;
    const [identity] = await Promise.all([identify(caller), fresh()]);
    if (!identity) return undefined;
    const { userName, backendRoles, isInternalUser } = identity;
    const readable = identity.hasApiAccess
      ? await Promise.all(SHOWN.map((type) => mayRead(caller, type)))
      : [false];
    return {
      subject: { userName, backendRoles },
      isInternalUser,
      rights: { isAdmin: readable.every(Boolean), showsHidden: false },
      ...(caller.remoteAddress !== undefined && { remoteAddress: caller.remoteAddress }),
    };
  }
}
