/**
 * The security engine: stores the security configuration and makes access decisions on behalf of
 * callers. Callers cannot tell backends apart, except by their features.
 *
 * Requests and responses have the REST shapes of a cluster (`/_plugins/_security/...`, with the
 * status codes, bodies and error texts of the OpenSearch Security plugin).
 */
import type {
  AccessComparison,
  AccessExplanation,
  AccessMatrix,
  ApiKey,
  ApiKeyList,
  CreatedApiKey,
  ApiKeyPermissions,
  ChangeImpact,
  DecisionRequest,
  DlsPreview,
  DlsPreviewRequest,
  EffectivePermissions,
  ExplainedDecision,
  ExplainRequest,
  FactorAdded,
  FactorEnrollment,
  FactorKind,
  FactorRequirement,
  FactorRequirementBody,
  FactorsOfUsers,
  FactorState,
  FieldsRequest,
  KeyUsageBody,
  KeyUsageReport,
  MatrixRequest,
  NamesRequest,
  OwnApiKeys,
  ProposedChanges,
  RecoveryCodes,
  ChangeReplay,
  RoleUsageReport,
  UserUsageBody,
  UserUsageReport,
  SuggestedFields,
  SuggestedNames,
} from '../../contracts/api';
import type { Identity, RequestCaller } from './caller';
import type {
  ChangeSetOptions,
  ChangeSetOutcome,
  EngineRequest,
  EngineResponse,
  EngineResult,
} from './request';
import type { RelyingParty } from './login';
import type { AuditPage, AuditQuery } from './audit_events';
import type { BackendFeatures } from './features';
import type { FindQuery, FindResult } from './find';
import type { CheckedFindings, FindingsOptions } from './findings';
import type { EngineHistory } from './history';
import type { ReplayRequest, RoleUsageRequest } from './role_usage';

/** Proof of possession when a second factor is added. */
export interface FactorVerification {
  /** `FactorEnrollment.id`. */
  readonly id: string;
  readonly name: string;
  readonly code?: string;
  /** WebAuthn response as JSON text. */
  readonly passkey?: string;
}

export interface EngineFactors {
  /**
   * Second factors of the caller, or of a user whom the caller may read. 404 for an unknown user,
   * 400 for external users.
   */
  state(caller: RequestCaller, userName?: string): Promise<EngineResult<FactorState>>;
  /**
   * Second factors of these users, without users who have none. Requires permission to read users.
   */
  ofUsers(caller: RequestCaller, names: readonly string[]): Promise<EngineResult<FactorsOfUsers>>;
  begin(
    caller: RequestCaller,
    kind: FactorKind,
    site: RelyingParty | undefined
  ): Promise<EngineResult<FactorEnrollment>>;
  /** 400 for an invalid or expired verification. */
  confirm(caller: RequestCaller, proof: FactorVerification): Promise<EngineResult<FactorAdded>>;
  rename(caller: RequestCaller, id: string, name: string): Promise<EngineResult<FactorState>>;
  /** 400 for the last factor of a user who must have one. */
  remove(caller: RequestCaller, id: string): Promise<EngineResult<FactorState>>;
  /** Invalidates the previous codes. */
  renewRecoveryCodes(caller: RequestCaller): Promise<EngineResult<RecoveryCodes>>;
  /**
   * Removes all second factors and recovery codes of a user. The caller must have permission to
   * change the user.
   */
  reset(caller: RequestCaller, userName: string): Promise<EngineResult<FactorState>>;
  /** Which roles require a second factor. Requires permission to read users. */
  requirement(caller: RequestCaller): Promise<EngineResult<FactorRequirement>>;
  /**
   * Replaces the roles that administrators added to those of the configuration. Requires permission
   * to change users. 400 for unknown roles, 409 if the roles are no longer those of `before`.
   */
  require(
    caller: RequestCaller,
    change: FactorRequirementBody
  ): Promise<EngineResult<FactorRequirement>>;
}

/**
 * API keys of internal users. Before `create`, the route has verified the caller's current
 * password; the backend checks only the session. Callers with an API key can only read.
 */
export interface ApiKeyOrder {
  readonly name: string;
  /** Days until expiry. */
  readonly days: number;
  /**
   * A subset of the caller's security roles; absent: all roles that the owner has when the key is
   * used.
   */
  readonly roles?: readonly string[];
  /** Upper bound of its permissions; excludes `roles`. */
  readonly permissions?: ApiKeyPermissions;
  readonly isReadOnly: boolean;
}

/** Query for a page of the API keys of all users. */
export interface ApiKeyQuery {
  /** Number of keys to skip. */
  readonly offset: number;
  /** At most `API_KEY_LIMITS.perPage`. */
  readonly limit: number;
  /** Part of the name of the key or its owner, case-insensitive. */
  readonly search?: string;
  /** The owner. */
  readonly user?: string;
  readonly status?: ApiKey['status'];
  /** `created` by default. */
  readonly sort?: 'created' | 'expires' | 'used' | 'name' | 'user' | 'roles';
  /** `desc` by default. */
  readonly order?: 'asc' | 'desc';
}

export interface EngineApiKeys {
  /** The caller's own keys. 400 for external users. */
  own(caller: RequestCaller): Promise<EngineResult<OwnApiKeys>>;
  /** 400 beyond a limit, for roles that the caller does not have, and for invalid permissions. */
  create(caller: RequestCaller, order: ApiKeyOrder): Promise<EngineResult<CreatedApiKey>>;
  /**
   * Revokes one of the caller's own keys immediately. 404 if the caller has no key with this id.
   */
  revokeOwn(caller: RequestCaller, id: string): Promise<EngineResult<ApiKey>>;
  /** Keys of all users whom the caller may read. */
  list(caller: RequestCaller, query: ApiKeyQuery): Promise<EngineResult<ApiKeyList>>;
  /**
   * Revokes the key of any user. Requires permission to change users. Also possible for reserved
   * users, because it only removes access.
   */
  revoke(caller: RequestCaller, id: string): Promise<EngineResult<ApiKey>>;
  /**
   * What the key of any user was used for. Requires permission to read users and audit events. 404
   * for keys of users who are hidden from the caller.
   */
  usage(caller: RequestCaller, request: KeyUsageBody): Promise<EngineResult<KeyUsageReport>>;
}

export type * from './audit_events';
export type * from './caller';
export type * from './change';
export type * from './configuration';
export type * from '../../contracts/api';

export type { BackendFeatures, FeatureName } from './features';
export type * from './find';
export type * from './findings';
export type * from './history';
export type * from './history_store';
export type * from './request';
export type * from './role_usage';
export type * from './login';

/** Indices and their contents, with the caller's own permissions. */
export interface EngineIndices {
  /**
   * Validates a DLS query, and previews the documents that the query, a role or a user can see in
   * indices. 403 if the caller may not search there, or may not read the role or user; 404 if the
   * role or user does not exist. An engine without indices only checks the syntax of the query, and
   * returns 501 for roles and users.
   */
  preview(caller: RequestCaller, request: DlsPreviewRequest): Promise<EngineResult<DlsPreview>>;
  /**
   * Indices, aliases and data streams. An engine without indices returns names from roles and audit
   * events, for callers who may read these.
   */
  names(caller: RequestCaller, request: NamesRequest): Promise<EngineResult<SuggestedNames>>;
  /** Fields of the matching indices, like `names`. */
  fields(caller: RequestCaller, request: FieldsRequest): Promise<EngineResult<SuggestedFields>>;
}

/**
 * Every member always exists. If the backend lacks its feature, it changes nothing and returns
 * `absentFeature`: 501, with the name of the feature in the body.
 */
export interface Engine {
  readonly features: BackendFeatures;
  /** Release number of a cluster, once it is known; absent for the embedded engine. */
  readonly release?: () => string | undefined;
  /**
   * The longest time in milliseconds until `identify` reflects a change of the configuration, for
   * example a removed permission. 0: a change applies to every request that starts after its
   * response. Above 0: changes through this engine apply immediately, and only changes made
   * elsewhere are delayed.
   */
  readonly identityMaxAgeMs: number;
  /**
   * The current properties of a caller, or `undefined` if the principal is no longer valid (user
   * deleted or disabled, password changed). Called on every request, so results are cached until
   * the user or the rules change, and at most for `identityMaxAgeMs` after a change. Rejects if the
   * backend cannot be reached, rather than returning older results.
   */
  identify(caller: RequestCaller): Promise<Identity | undefined>;
  /**
   * One REST request on behalf of `caller`. Resolves for every HTTP status; rejects only if the
   * backend cannot be reached.
   */
  request(caller: RequestCaller, request: EngineRequest): Promise<EngineResponse>;
  /**
   * Applies several REST requests as one change: each is checked as in `request`, and all are
   * applied or none. A later request may refer to an entity that an earlier one creates. Without
   * `features.changeSets`, the requests are applied one by one, after a check of the guardrails
   * against the state after all of them; the set continues after errors, and ends early if the
   * backend can no longer be reached.
   */
  changeTogether(
    caller: RequestCaller,
    requests: readonly EngineRequest[],
    options: ChangeSetOptions
  ): Promise<EngineResult<ChangeSetOutcome>>;
  /**
   * A page of a collection, with the same authorization as `GET /_plugins/_security/api/<type>`.
   */
  find(caller: RequestCaller, query: FindQuery): Promise<EngineResult<FindResult>>;
  /**
   * Audit events, with the same authorization as `GET /_plugins/_security/api/audit`. On a cluster,
   * with the caller's permissions on the audit indices.
   */
  auditEvents(caller: RequestCaller, query: AuditQuery): Promise<EngineResult<AuditPage>>;
  readonly history: EngineHistory;
  readonly factors: EngineFactors;
  readonly apiKeys: EngineApiKeys;
  readonly indices: EngineIndices;
  /**
   * An access decision without its reasons, for hot paths. Does not check a caller, because only
   * the server calls it. 404 if the internal user does not exist.
   */
  decide(request: DecisionRequest): Promise<EngineResult<ExplainedDecision>>;
  /**
   * Explains a decision. Returns an `AccessComparison` if the request proposes changes. Callers
   * without API access can ask only about themselves.
   */
  explain(
    caller: RequestCaller,
    request: ExplainRequest
  ): Promise<EngineResult<AccessExplanation | AccessComparison>>;
  /**
   * Impact of unsaved changes on internal users, for callers who may read the configuration. With
   * feature `explain`.
   */
  impact(caller: RequestCaller, changes: ProposedChanges): Promise<EngineResult<ChangeImpact>>;
  /**
   * Decisions for many internal users or roles, for callers who may read the configuration. With
   * feature `explain`.
   */
  matrix(caller: RequestCaller, request: MatrixRequest): Promise<EngineResult<AccessMatrix>>;
  /**
   * What is risky, unused, broken or weak in the configuration, for callers who may read roles,
   * role mappings, action groups and users. With feature `explain`.
   */
  findings(
    caller: RequestCaller,
    options?: FindingsOptions
  ): Promise<EngineResult<CheckedFindings>>;
  /**
   * What holders of a role used according to audit events, a smaller role that would do, and a
   * replay of the events against it; for callers who may read the configuration. On a cluster, with
   * the caller's permissions on the audit indices. With feature `explain`.
   */
  roleUsage(
    caller: RequestCaller,
    request: RoleUsageRequest
  ): Promise<EngineResult<RoleUsageReport>>;
  /**
   * What a user used according to audit events, and which of their roles grant it. For the same
   * callers as `roleUsage`, with the same record.
   */
  userUsage(caller: RequestCaller, request: UserUsageBody): Promise<EngineResult<UserUsageReport>>;
  /**
   * Recorded requests against unsaved changes: those that are granted now and would be denied. For
   * the same callers as `roleUsage`, with the same record.
   */
  replay(caller: RequestCaller, request: ReplayRequest): Promise<EngineResult<ChangeReplay>>;
  /** All permissions of a user (by default of the caller), by role. */
  effectivePermissions(
    caller: RequestCaller,
    userName?: string
  ): Promise<EngineResult<EffectivePermissions>>;
}

/** Methods of an engine that act for a caller, the first argument of each. */
export type CallerMethod = Exclude<
  {
    [K in keyof Engine]-?: Engine[K] extends (caller: RequestCaller, ...rest: never[]) => unknown
      ? K
      : never;
  }[keyof Engine],
  'identify'
>;

/** All of them by name: what is not listed cannot be called for a caller. */
export const CALLER_METHODS: Readonly<Record<CallerMethod, true>> = {
  request: true,
  changeTogether: true,
  find: true,
  auditEvents: true,
  explain: true,
  matrix: true,
  impact: true,
  findings: true,
  roleUsage: true,
  userUsage: true,
  replay: true,
  effectivePermissions: true,
};

type Group = 'history' | 'factors' | 'apiKeys' | 'indices';

/** Groups of such methods, likewise. */
export const CALLER_GROUPS: { readonly [G in Group]: Readonly<Record<keyof Engine[G], true>> } = {
  history: { list: true, get: true, revert: true, revertProposal: true },
  factors: {
    state: true,
    ofUsers: true,
    begin: true,
    confirm: true,
    rename: true,
    remove: true,
    renewRecoveryCodes: true,
    reset: true,
    requirement: true,
    require: true,
  },
  apiKeys: { own: true, create: true, revokeOwn: true, list: true, revoke: true, usage: true },
  indices: { preview: true, names: true, fields: true },
};
