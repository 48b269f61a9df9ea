/**
 * `Engine.explain` and `Engine.effectivePermissions`: resolves the caller, queues the request, and
 * responds in the format of the REST API.
 */
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
} from '../../contracts/api';
import type { AccessService } from '../access/evaluation/access_service';
import type { RuleSet } from '../access/evaluation/rule_set';
import type { Viewer } from '../access/explanation/subject_resolver';
import { Explainer, type EffectiveKey } from '../access/explanation/explainer';
import type { EngineCaller, EngineResponse, EngineResult } from '../api/engine';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import type { IdentityService, KnownCaller } from './authentication/identity_service';
import type { UserDirectory } from './authentication/user_directory';
import type { ApiAccess } from './rest/request/api_access';
import type { EndpointName } from './rest/request/request_context';
import { englishText, ENGINE_ERRORS } from '../../contracts/errors';
import type { SubjectApiKey } from '../access/explanation/api_key_explanation';
import type { Subject } from '../access/evaluation/attributes';
import { notFound } from '../model/responses';
import type { ApiKeyStore, StoredKey } from './authentication/api_key_store/api_key_store';
import { keyOfVersion } from './authentication/api_key_store/api_key_text';
import { narrowedSubject } from './authentication/api_key_store/api_key_scope';
import { isDisabled } from '../model/service_account';
import { ExplainQueue, explainResponse } from '../access/explanation/explain_queue';

export interface ExplainServiceDeps {
  readonly rules: RuleSet;
  readonly users: UserDirectory;
  readonly identities: IdentityService;
  readonly access: AccessService;
  readonly api: ApiAccess;
  readonly apiRoles: readonly string[];
  readonly keys: Pick<ApiKeyStore, 'byId'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What an explanation shows; the caller must be able to read all of it. */
const ENDPOINTS: readonly EndpointName[] = [
  'ROLES',
  'ROLESMAPPING',
  'ACTIONGROUPS',
  'INTERNALUSERS',
];
export class ExplainService {
  private readonly explainer: Explainer;
  private readonly queue: ExplainQueue;

  constructor(private readonly deps: ExplainServiceDeps) {
    const { rules, users, access, now } = deps;
    const apiRightsOf = this.apiRightsOf.bind(this);
    this.explainer = new Explainer({
      rules,
      users,
      access,
      now,
      apiRightsOf,
      isSuspended: isDisabled,
    });
    this.queue = new ExplainQueue(() => rules.version);
  }

  /** A decision without details, from caches; callers must have checked the permission to ask. */
  decide(request: DecisionRequest): ExplainedDecision | undefined {
    return this.explainer.decide(request);
  }

  explain(
    caller: EngineCaller,
    request: ExplainRequest
  ): Promise<EngineResult<AccessExplanation | AccessComparison>> {
    return this.queue.run(caller, () => this.explainSteps(caller, request));
  }

  effective(
    caller: EngineCaller,
    userName: string | undefined
  ): Promise<EngineResult<EffectivePermissions>> {
    return this.queue.run(caller, () =>
      explainResponse(
        this.explainer.effective(
          this.getViewer(caller),
          userName,
          this.effectiveKey(caller, userName)
        )
      )
    );
  }

  impact(caller: EngineCaller, changes: ProposedChanges): Promise<EngineResult<ChangeImpact>> {
    return this.queue.run(caller, () =>
      explainResponse(this.explainer.impact(this.getViewer(caller), changes))
    );
  }

  matrix(caller: EngineCaller, request: MatrixRequest): Promise<EngineResult<AccessMatrix>> {
    return this.queue.run(caller, () =>
      explainResponse(this.explainer.matrix(this.getViewer(caller), request))
    );
  }

  /** For callers that run the task themselves. */
  explainSteps(
    caller: EngineCaller,
    request: ExplainRequest
  ): CooperativeTask<EngineResult<AccessExplanation | AccessComparison>> {
    const { api_key: id, ...rest } = request;
    const viewer = this.getViewer(caller);
    if (id === undefined)
      return explainResponse(this.explainer.explain(viewer, rest, this.ownKey(caller, request)));
    const key = this.explainableKey(viewer, request, id);
    return key
      ? explainResponse(
          this.explainer.explain(viewer, { ...rest, user: key.userName }, this.toSubjectKey(key))
        )
      : failWith(notFound(englishText(ENGINE_ERRORS.noSuchApiKey)));
  }

  /** The API key of the caller, when asking about itself. */
  private ownKey(
    caller: EngineCaller,
    { user, subject }: Pick<ExplainRequest, 'user' | 'subject'>
  ): SubjectApiKey | undefined {
    if (caller.kind !== 'user' || subject) return undefined;
    const { userName, credentialVersion } = caller.principal;
    const id = keyOfVersion(credentialVersion);
    const key = id === undefined ? undefined : this.deps.keys.byId(id);
    return key && (user === undefined || user === userName) ? this.toSubjectKey(key) : undefined;
  }

  private effectiveKey(caller: EngineCaller, user: string | undefined): EffectiveKey | undefined {
    const key = this.ownKey(caller, user === undefined ? {} : { user });
    const known = key && this.deps.identities.identify(caller);
    if (!known) return undefined;
    const { identity } = known;
    const { hasApiAccess: has_api_access } = identity;
    const disabled_endpoints = this.deps.api.disabledEndpoints(identity);
    return { ...key, tenants: identity.tenants, api: { has_api_access, disabled_endpoints } };
  }

  /** An API key of the caller, or of a user whom the caller may ask about. */
  private explainableKey(
    viewer: Viewer | undefined,
    { user, subject }: ExplainRequest,
    id: string
  ): StoredKey | undefined {
    const key = viewer && !subject ? this.deps.keys.byId(id) : undefined;
    if (!viewer || !key || (user !== undefined && user !== key.userName)) return undefined;
    if (key.userName === viewer.subject.userName) return key;
    const owner = viewer.rights.isAdmin ? this.deps.users.find(key.userName) : undefined;
    return owner && (!owner.user.hidden || viewer.rights.showsHidden) ? key : undefined;
  }

  private toSubjectKey(key: StoredKey): SubjectApiKey {
    const { id, name, isReadOnly } = key;
    const narrow = (subject: Subject) => narrowedSubject(subject, key);
    return { id, name, isReadOnly, narrow };
  }

  private getViewer(caller: EngineCaller): Viewer | undefined {
    const known = this.deps.identities.identify(caller);
    if (!known) return undefined;
    const { identity, subject } = known;
    const remoteAddress = caller.kind === 'internal' ? undefined : caller.remoteAddress;
    const { isInternalUser } = identity;
    const rights = this.getRights(caller, known);
    return {
      subject,
      isInternalUser,
      rights,
      ...(remoteAddress !== undefined && { remoteAddress }),
    };
  }

  private getRights(caller: EngineCaller, { identity }: KnownCaller): Viewer['rights'] {
    if (caller.kind === 'internal' || caller.kind === 'certificate')
      return { isAdmin: true, showsHidden: true };
    const { api } = this.deps;
    return {
      isAdmin: ENDPOINTS.every(
        (endpoint) => api.denialMessage(identity, endpoint, 'GET') === undefined
      ),
      showsHidden: ENDPOINTS.every((endpoint) => api.isSuperAdmin(identity, endpoint)),
    };
  }

  private apiRightsOf(userName: string, roles: readonly string[]): EffectivePermissions['api'] {
    const { api, apiRoles } = this.deps;
    const hasApiAccess = roles.some((role) => apiRoles.includes(role));
    const disabled = api.disabledEndpoints({
      userName,
      backendRoles: [],
      roles,
      tenants: {},
      hasApiAccess,
      isInternalUser: true,
      isReserved: false,
    });
    return { has_api_access: hasApiAccess, disabled_endpoints: disabled };
  }
}

/** A task that fails immediately. */
function* failWith<T>(response: EngineResponse): CooperativeTask<EngineResult<T>> {
  return { ok: false, response };
}
