/**
 * What the server may ask of whatever holds the security configuration and decides about access, on
 * behalf of callers. Callers cannot tell which backend stands behind it, but by its features.
 *
 * Requests and responses have the cluster's own REST shapes (`/_plugins/_security/...`, status
 * codes, bodies and error texts of the OpenSearch Security plugin).
 */
import type {
  AccessComparison,
  AccessExplanation,
  AccessMatrix,
  ApiKey,
  ApiKeyList,
  ApiKeyMade,
  ApiKeyPermissions,
  ChangeImpact,
  DecisionRequest,
  DlsPreview,
  DlsPreviewRequest,
  EffectivePermissions,
  ExplainedDecision,
  ExplainRequest,
  FactorAdded,
  FactorBegun,
  FactorKind,
  FactorsOfUsers,
  FactorState,
  FieldsRequest,
  MatrixRequest,
  NamesRequest,
  OwnApiKeys,
  ProposedChanges,
  RecoveryCodes,
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
import type { EngineHistory } from './history';

/** What proves that somebody has what he enrols. */
export interface FactorVerification {
  /** `FactorBegun.id`. */
  readonly id: string;
  readonly name: string;
  readonly code?: string;
  /** JSON of WebAuthn as text. */
  readonly passkey?: string;
}

export interface EngineFactors {
  /**
   * Of the caller, or of a user whom the caller may read. 404 for an unknown one, 400 for callers
   * whom the backend does not keep.
   */
  state(caller: RequestCaller, userName?: string): Promise<EngineResult<FactorState>>;
  /** Of those of these users who have any; for who may read users. */
  ofUsers(caller: RequestCaller, names: readonly string[]): Promise<EngineResult<FactorsOfUsers>>;
  begin(
    caller: RequestCaller,
    kind: FactorKind,
    site: RelyingParty | undefined
  ): Promise<EngineResult<FactorBegun>>;
  /** 400 for a proof that does not hold or came too late. */
  confirm(caller: RequestCaller, proof: FactorVerification): Promise<EngineResult<FactorAdded>>;
  rename(caller: RequestCaller, id: string, name: string): Promise<EngineResult<FactorState>>;
  /** 400 for the last one of somebody who has to have one. */
  remove(caller: RequestCaller, id: string): Promise<EngineResult<FactorState>>;
  /** The former ones are void. */
  renewRecoveryCodes(caller: RequestCaller): Promise<EngineResult<RecoveryCodes>>;
  /** Takes everything from a user whom the caller may change. */
  reset(caller: RequestCaller, userName: string): Promise<EngineResult<FactorState>>;
}

/**
 * API keys of the users that a backend keeps itself. Who calls has proven the caller's current
 * password before `create`: the backend asks for the session alone. With a key none of this can be
 * done but reading.
 */
export interface ApiKeyOrder {
  readonly name: string;
  /** For which it is good. */
  readonly days: number;
  /** Of the caller's security roles; absent: all that he has when the key is used. */
  readonly roles?: readonly string[];
  /** What it may at most; not together with `roles`. */
  readonly permissions?: ApiKeyPermissions;
  readonly isReadOnly: boolean;
}

/** Which part of the keys of all users. */
export interface ApiKeyQuery {
  /** How many are left out. */
  readonly offset: number;
  /** At most `API_KEY_LIMITS.perPage`. */
  readonly limit: number;
  /** Part of the name of a key or its owner, in any case. */
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
  /** The caller's own. 400 for callers whom the backend does not keep. */
  own(caller: RequestCaller): Promise<EngineResult<OwnApiKeys>>;
  /**
   * 400 beyond a limit, for roles that the caller does not have, and for permissions that are
   * none.
   */
  create(caller: RequestCaller, order: ApiKeyOrder): Promise<EngineResult<ApiKeyMade>>;
  /** One of the caller's own; it ends at once. 404 when he has none of this id. */
  revokeOwn(caller: RequestCaller, id: string): Promise<EngineResult<ApiKey>>;
  /** Of all users whom the caller may read. */
  list(caller: RequestCaller, query: ApiKeyQuery): Promise<EngineResult<ApiKeyList>>;
  /**
   * Anybody's, for who may change users. A reserved user's too: it only takes rights away.
   */
  revoke(caller: RequestCaller, id: string): Promise<EngineResult<ApiKey>>;
}

export type * from './audit_events';
export type * from './caller';
export type * from './configuration';
export type * from '../../contracts/api';

export type { BackendFeatures, FeatureName } from './features';
export type * from './find';
export type * from './history';
export type * from './history_store';
export type * from './request';
export type * from './login';

/** Indices and what is in them, as far as the caller may see them himself. */
export interface EngineIndices {
  /**
   * Checks a query of documents, and shows what it, a role or a user sees of indices. 403 when the
   * caller may not search there, or asks about a role or user whom he may not read; 404 for one
   * that is not there. An engine without indices answers by the form of the query, and 501 about
   * roles and users.
   */
  preview(caller: RequestCaller, request: DlsPreviewRequest): Promise<EngineResult<DlsPreview>>;
  /**
   * Indices, aliases and data streams; of an engine without indices, names that roles and audit
   * events hold, for those who may read these.
   */
  names(caller: RequestCaller, request: NamesRequest): Promise<EngineResult<SuggestedNames>>;
  /** Fields of the indices that patterns match, as `names`. */
  fields(caller: RequestCaller, request: FieldsRequest): Promise<EngineResult<SuggestedFields>>;
}

/**
 * Every member is always there. One whose feature the backend lacks changes nothing and answers
 * `absentFeature`: 501, with the name of the feature in the body.
 */
export interface Engine {
  readonly features: BackendFeatures;
  /**
   * How late, in milliseconds, a change of the configuration may still not be seen by `identify`: a
   * right taken away acts at most so long. 0: it is in force for every call that begins after the
   * change was answered. Above 0, changes made through this engine are in force at once, and only
   * those made elsewhere are seen late.
   */
  readonly identityMaxAgeMs: number;
  /**
   * What is known of a caller now, or `undefined` when the principal is no longer valid (user
   * deleted or disabled, password changed since). Called on every request, so answers are kept: for
   * as long as neither the user nor the rules changed, and never longer than `identityMaxAgeMs`
   * after a change. Rejects when the backend cannot be reached; it never answers from what is older
   * than that.
   */
  identify(caller: RequestCaller): Promise<Identity | undefined>;
  /**
   * One REST call on behalf of `caller`. Resolves for every HTTP status; rejects only when
   * unreachable.
   */
  request(caller: RequestCaller, request: EngineRequest): Promise<EngineResponse>;
  /**
   * REST calls that change entities, as one change: each is judged as by `request`, and all are
   * made or none. A later one may name what an earlier one creates.
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
   * Audit events, with the same authorization as `GET /_plugins/_security/api/audit`; of a cluster,
   * with the caller's rights on the indices that hold them.
   */
  auditEvents(caller: RequestCaller, query: AuditQuery): Promise<EngineResult<AuditPage>>;
  readonly history: EngineHistory;
  readonly factors: EngineFactors;
  readonly apiKeys: EngineApiKeys;
  readonly indices: EngineIndices;
  /**
   * Whether somebody may do something, without a reason why; for hot paths. No right is asked for:
   * the server asks. 404 when there is no such internal user.
   */
  decide(request: DecisionRequest): Promise<EngineResult<ExplainedDecision>>;
  /**
   * Why somebody may do something, or may not; an `AccessComparison` when the question proposes
   * changes. Callers without API access may ask about themselves only.
   */
  explain(
    caller: RequestCaller,
    request: ExplainRequest
  ): Promise<EngineResult<AccessExplanation | AccessComparison>>;
  /**
   * Who of the internal users gains and loses what by changes that are not saved, for callers who
   * may read the configuration. With feature `explain`.
   */
  impact(caller: RequestCaller, changes: ProposedChanges): Promise<EngineResult<ChangeImpact>>;
  /**
   * Outcomes of decisions about many internal users or roles, for callers who may read the
   * configuration. With feature `explain`.
   */
  matrix(caller: RequestCaller, request: MatrixRequest): Promise<EngineResult<AccessMatrix>>;
  /** All permissions of a user (of the caller when none is named) by the role they come from. */
  effectivePermissions(
    caller: RequestCaller,
    userName?: string
  ): Promise<EngineResult<EffectivePermissions>>;
}
