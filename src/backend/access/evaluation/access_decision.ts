/**
 * One decision about a request: tenant, cluster permissions, index permissions, restrictions.
 * Source: reference 4.4 to 4.8, default evaluator.
 */
import { finish, type Steps } from '../../work/steps';
import type {
  DecisionReason,
  Effect,
  Outcome,
  RequestPart,
  Restrictions,
  TenantAccess,
} from '../../contract/decision';
import { checkedAction, isClusterAction } from './action_kind';
import { isServiceSubject, type Subject } from './attributes';
import { decideTenant, type DashboardsSettings, type TenantDecision } from './dashboards_index';
import type { CompiledRole } from './compiled_role';
import { targetSteps, type IndexTarget, type KnownIndex } from './index_targets';
import { decideCells } from './permission_check';
import { PatternSet } from '../patterns/pattern';
import { requiredActions } from './required_actions';
import { combineRestrictions, isInDoubt, isUnrestricted, SHUT, UNRESTRICTED } from './restrictions';
import type { RoleSetAccess } from './role_set_access';

export interface AccessRequest {
  readonly action: string;
  /** Names, wildcards, date math; empty or absent is all indices for an index action. */
  readonly indices?: readonly string[];
  /** Wire name: '' global, `__user__` or the own name private, else the tenant's name. */
  readonly tenant?: string;
  readonly parts?: readonly RequestPart[];
  /** Indices that exist, for wildcards, aliases and data streams. */
  readonly knownIndices?: readonly KnownIndex[];
}

export interface AccessDecision {
  readonly outcome: Outcome;
  readonly effect: Effect;
  readonly reason: DecisionReason;
  readonly missingActions: readonly string[];
  readonly allowedIndices: readonly string[];
  readonly deniedIndices: readonly string[];
  readonly tenant?: TenantDecision;
}

export interface DecisionSettings {
  readonly doNotFailOnForbidden: boolean;
  readonly doNotFailOnForbiddenEmpty: boolean;
  readonly dfmEmptyOverridesAll: boolean;
  readonly dashboards: DashboardsSettings;
}

/** Who is asked about, with the compiled form of his roles. */
export interface DecisionSubject {
  readonly subject: Subject;
  readonly access: RoleSetAccess;
  readonly tenants: () => Pick<TenantAccess, 'get'>;
  /** Roles of which nobody knows whether he has them: they grant nothing, and hide what they restrict. */
  readonly doubtfulRoles: readonly CompiledRole[];
}

/** What a decision was about, for whoever explains it. */
export interface DecisionDetails {
  readonly decision: AccessDecision;
  readonly clusterActions: readonly string[];
  readonly indexActions: readonly string[];
  readonly targets: readonly IndexTarget[];
  /** Granted through the tenant, without index permissions. */
  readonly isByTenant: boolean;
}

/** Reference 4.5. */
const REDUCIBLE = new PatternSet([
  'indices:data/read/*',
  'indices:admin/mappings/fields/get*',
  'indices:admin/shards/search_shards',
  'indices:admin/resolve/index',
  'indices:monitor/settings/get',
  'indices:monitor/stats',
  'indices:admin/aliases/get',
]);
const REFUSED_UNDER_RESTRICTIONS = new PatternSet([
  'indices:data/write/update',
  'indices:data/write/update/*',
  'indices:admin/resize',
  'indices:admin/shrink',
]);

const ALL = ['*'];
const NONE: readonly string[] = Object.freeze([]);

export const decideAccess = (
  who: DecisionSubject,
  request: AccessRequest,
  settings: DecisionSettings,
  hasTenant: (name: string) => boolean,
  nowMs: number
): DecisionDetails => finish(decisionSteps(who, request, settings, hasTenant, nowMs));

export function* decisionSteps(
  who: DecisionSubject,
  request: AccessRequest,
  settings: DecisionSettings,
  hasTenant: (name: string) => boolean,
  nowMs: number
): Steps<DecisionDetails> {
  const tenant = tenantOf(who, request, settings, hasTenant);
  const wanted = wantedIndices(request, settings);
  const { cluster, index } = requiredActions(request.action, request.parts, wanted.length > 0);
  const targets =
    index.length > 0 ? yield* targetSteps(wanted, request.knownIndices ?? [], nowMs) : [];
  const isRewritten = tenant !== undefined && isDashboardsRequest(who, wanted, settings);
  const details = { clusterActions: cluster, indexActions: index, targets };
  const judged = { ...details, isByTenant: isRewritten && tenant.kind !== 'global' };
  const decision = yield* judge(who, judged, settings, isRewritten, tenant, nowMs);
  return { ...judged, decision };
}

function* judge(
  who: DecisionSubject,
  details: Omit<DecisionDetails, 'decision'>,
  settings: DecisionSettings,
  isRewritten: boolean,
  tenant: TenantDecision | undefined,
  nowMs: number
): Steps<AccessDecision> {
  const { clusterActions, indexActions, targets, isByTenant } = details;
  const { access, subject } = who;
  const more = tenant ? { tenant } : {};
  const names = targets.map(({ name }) => name);
  const refused = (reason: DecisionReason, missingActions: readonly string[] = NONE) =>
    ({
      outcome: 'denied',
      effect: 'refuse',
      reason,
      missingActions,
      allowedIndices: NONE,
      deniedIndices: names,
      ...more,
    }) as const;
  const lacksRoles = subject.roles.length === 0;
  if (isRewritten && tenant && !tenant.isAllowed && tenant.reason) return refused(tenant.reason);
  if (clusterActions.length > 0 && isServiceSubject(subject))
    return refused('service_account', clusterActions);
  const lacking = clusterActions.filter((action) => !access.isClusterActionGranted(action));
  if (lacking.length > 0) {
    return refused(lacksRoles ? 'no_roles' : 'missing_cluster_permission', lacking);
  }
  if (isByTenant || indexActions.length === 0) {
    return { ...granted(names), ...more };
  }
  const cells = yield* decideCells(indexActions, targets, (action, target) =>
    access.isGranted(action, target, subject, nowMs)
  );
  const { allowedIndices, missingActions } = cells;
  if (allowedIndices.length === 0) {
    const isEmptied =
      settings.doNotFailOnForbidden &&
      settings.doNotFailOnForbiddenEmpty &&
      indexActions.every((action) => REDUCIBLE.matches(action));
    const denial = refused(lacksRoles ? 'no_roles' : 'missing_index_permission', missingActions);
    return isEmptied ? { ...denial, effect: 'empty', reason: 'emptied' } : denial;
  }
  const isAllowed = new Set(allowedIndices);
  const kept = targets.filter(({ name }) => isAllowed.has(name));
  const obstacle = yield* restrictionObstacle(who, indexActions, kept, settings, nowMs);
  if (obstacle) return refused(obstacle);
  if (cells.outcome === 'allowed') return { ...granted(names), ...more };
  const isReduced =
    settings.doNotFailOnForbidden && indexActions.every((action) => REDUCIBLE.matches(action));
  return {
    outcome: 'partial',
    effect: isReduced ? 'reduce' : 'refuse',
    reason: isReduced ? 'reduced' : 'missing_index_permission',
    missingActions,
    allowedIndices,
    deniedIndices: names.filter((name) => !isAllowed.has(name)),
    ...more,
  };
}

const granted = (allowedIndices: readonly string[]): AccessDecision => ({
  outcome: 'allowed',
  effect: 'execute',
  reason: 'granted',
  missingActions: NONE,
  allowedIndices,
  deniedIndices: NONE,
});

function wantedIndices(
  { action, indices = NONE, tenant }: AccessRequest,
  { dashboards }: DecisionSettings
): readonly string[] {
  if (indices.length > 0) return indices;
  if (isClusterAction(checkedAction(action))) return NONE;
  return tenant === undefined ? ALL : [dashboards.index];
}

function tenantOf(
  { subject, tenants }: DecisionSubject,
  { action, tenant }: AccessRequest,
  { dashboards }: DecisionSettings,
  hasTenant: (name: string) => boolean
): TenantDecision | undefined {
  if (tenant === undefined) return undefined;
  return decideTenant(tenant, action, subject.userName, tenants(), dashboards, hasTenant);
}

/** Only a request to exactly the dashboards index is led to a tenant's own (reference 4.8). */
const isDashboardsRequest = (
  { subject }: DecisionSubject,
  wanted: readonly string[],
  { dashboards }: DecisionSettings
): boolean =>
  dashboards.multitenancy_enabled &&
  subject.userName !== dashboards.server_username &&
  wanted.length === 1 &&
  wanted[0] === dashboards.index;

/** What documents and fields of a target a user sees. The members of an alias count, not the alias. */
export function restrictionsFor(
  { subject, access, doubtfulRoles }: DecisionSubject,
  target: IndexTarget,
  settings: DecisionSettings,
  nowMs: number
): Restrictions {
  if (target.kind === 'remote') return UNRESTRICTED;
  if (isInDoubt(target, access.roles, doubtfulRoles, subject, nowMs)) return SHUT;
  const entries = access.entriesOn(target, subject, nowMs).map(({ entry }) => entry);
  return combineRestrictions(entries, subject, settings.dfmEmptyOverridesAll);
}

function* restrictionObstacle(
  who: DecisionSubject,
  actions: readonly string[],
  targets: readonly IndexTarget[],
  settings: DecisionSettings,
  nowMs: number
): Steps<DecisionReason | undefined> {
  const isRefusing = actions.some((action) => REFUSED_UNDER_RESTRICTIONS.matches(action));
  if (!isRefusing && !who.access.hasDocumentQueries && who.doubtfulRoles.length === 0)
    return undefined;
  for (const target of targets.flatMap((one) => one.members ?? [one])) {
    const restrictions = restrictionsFor(who, target, settings, nowMs);
    if (restrictions.documents.mode === 'error') return 'restriction_error';
    if (isRefusing && !isUnrestricted(restrictions)) return 'refused_under_restrictions';
    yield;
  }
  return undefined;
}
