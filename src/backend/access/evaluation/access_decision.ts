/** Decides one request: tenant, cluster permissions, index permissions, then restrictions. */
import { runToCompletion, type CooperativeTask } from '../../scheduling/cooperative_task';
import type {
  DecisionReason,
  Effect,
  Outcome,
  RequestPart,
  Restrictions,
} from '../../../contracts/api';
import type { TenantAccess } from '../../api/tenants';
import { checkedAction, isClusterAction, isOfShards } from './action_kind';
import { isServiceSubject, type Subject } from './attributes';
import { effectOnNone, effectOnSome, type ForbiddenIndicesSettings } from './forbidden_indices';
import { decideTenant, type DashboardsSettings, type TenantDecision } from './dashboards_index';
import type { CompiledRole } from './compiled_role';
import {
  matchingAliases,
  isEverything,
  targetSteps,
  type IndexTarget,
  type KnownIndex,
} from './index_targets';
import { decideCells } from './permission_check';
import { PatternSet } from '../patterns/pattern';
import {
  isCheckedByShardsOnly,
  CREATE_INDEX,
  createsIndices,
  requiredActions,
} from './required_actions';
import {
  SHUT,
  UNRESTRICTED,
  combineRestrictions,
  isInDoubt,
  isUnrestricted,
  type MergeSettings,
} from './restrictions';
import type { RoleSetAccess } from './role_set_access';
import { changesSecurityIndex } from './security_index';
import { GLOBAL_TENANT } from './tenant_access';

export interface AccessRequest {
  readonly action: string;
  /** Names, wildcards and date math. An index action without indices applies to all of them. */
  readonly indices?: readonly string[];
  /**
   * Wire name: '' for the global tenant, `__user__` or the user's own name for the private one,
   * otherwise the tenant's name.
   */
  readonly tenant?: string;
  readonly parts?: readonly RequestPart[];
  /** Existing indices, to resolve wildcards, aliases and data streams. */
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

export interface DecisionSettings extends MergeSettings, ForbiddenIndicesSettings {
  readonly dashboards: DashboardsSettings;
}

/** The evaluated subject, with the compiled form of its roles. */
export interface DecisionSubject {
  readonly subject: Subject;
  readonly access: RoleSetAccess;
  readonly tenants: () => Pick<TenantAccess, 'get'>;
  /** Roles whose mapping could not be decided. They grant nothing, but their restrictions apply. */
  readonly doubtfulRoles: readonly CompiledRole[];
}

/** The inputs of a decision, for its explanation. */
export interface DecisionDetails {
  readonly decision: AccessDecision;
  readonly clusterActions: readonly string[];
  readonly indexActions: readonly string[];
  readonly targets: readonly IndexTarget[];
  /**
   * Whether the request creates indices. Actions that create an index are required on missing
   * targets only.
   */
  readonly isCreating: boolean;
  /** Granted through the tenant, without index permissions. */
  readonly isByTenant: boolean;
}

/** Requests that read documents. Conflicting field masks can make them fail. */
const READING = new PatternSet([
  'indices:data/read/search*',
  'indices:data/read/get',
  'indices:data/read/mget*',
  'indices:data/read/explain',
  'indices:data/read/tv',
  'indices:data/read/mtv*',
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
): DecisionDetails => runToCompletion(decisionSteps(who, request, settings, hasTenant, nowMs));

export function* decisionSteps(
  who: DecisionSubject,
  request: AccessRequest,
  settings: DecisionSettings,
  hasTenant: (name: string) => boolean,
  nowMs: number
): CooperativeTask<DecisionDetails> {
  const requested = requestedIndices(request, settings);
  const { cluster, index } = requiredActions(request.action, request.parts, requested.length > 0);
  const found =
    index.length > 0 ? yield* targetSteps(requested, request.knownIndices ?? [], nowMs) : [];
  const isDashboards =
    isUnderTenancy(who, settings) &&
    (yield* addressesDashboards(requested, found, request, settings, nowMs));
  const tenant = getTenant(who, request, isDashboards, settings, hasTenant);
  const checkable = isCheckedByShardsOnly(request.action, request.parts)
    ? found.filter(({ isMissing }) => !isMissing)
    : found;
  const targets = withoutPartialAliases(checkable, (target) =>
    index.every((action) => who.access.isGranted(action, target, who.subject, nowMs))
  );
  const isRewritten = tenant !== undefined && isDashboards;
  const isCreating =
    createsIndices(request.action, request.parts) && targets.some(({ isMissing }) => isMissing);
  const indexActions = isCreating ? [...index, ...CREATE_INDEX] : index;
  const details = { clusterActions: cluster, indexActions, isCreating, targets };
  const input = { ...details, isByTenant: isRewritten && tenant.kind !== 'global' };
  const decision = yield* decide(who, input, settings, isRewritten, tenant, nowMs);
  return { ...input, decision };
}

function* decide(
  who: DecisionSubject,
  details: Omit<DecisionDetails, 'decision'>,
  settings: DecisionSettings,
  isRewritten: boolean,
  tenant: TenantDecision | undefined,
  nowMs: number
): CooperativeTask<AccessDecision> {
  const { clusterActions, indexActions, targets, isByTenant } = details;
  const { access, subject } = who;
  const more = tenant ? { tenant } : {};
  const names = targets.map(({ name }) => name);
  const refuse = (reason: DecisionReason, missingActions: readonly string[] = NONE) =>
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
  if (isRewritten && tenant && !tenant.isAllowed && tenant.reason) return refuse(tenant.reason);
  if (clusterActions.length > 0 && isServiceSubject(subject))
    return refuse('service_account', clusterActions);
  if (changesSecurityIndex(indexActions, targets)) return refuse('security_index');
  const lacking = clusterActions.filter((action) => !access.isClusterActionGranted(action));
  if (lacking.length > 0) {
    return refuse(lacksRoles ? 'no_roles' : 'missing_cluster_permission', lacking);
  }
  // A wildcard without matches has no targets, so there is nothing to check.
  if (isByTenant || indexActions.length === 0 || targets.length === 0) {
    // Measured: restrictions of the dashboards index apply, restrictions of the tenant's own index
    // do not.
    const restricting = settings.hidesUnmatched
      ? targets
      : targets.filter((target) => access.entriesOn(target, subject, nowMs).length > 0);
    const blocker = yield* restrictionBlocker(who, indexActions, restricting, settings, nowMs);
    return blocker ? refuse(blocker) : { ...grant(names), ...more };
  }
  const isOpen = (action: string, { name }: IndexTarget): boolean =>
    !isShardOfDashboards(who, action, name, settings) || isGlobalWritable(who);
  const cells = yield* decideCells(
    indexActions,
    targets,
    (action, target) =>
      !isNeeded(details, action, target) ||
      (isOpen(action, target) && access.isGranted(action, target, subject, nowMs))
  );
  const { allowedIndices, missingActions } = cells;
  if (allowedIndices.length === 0) {
    const denial = refuse(lacksRoles ? 'no_roles' : 'missing_index_permission', missingActions);
    const effect = effectOnNone(indexActions, settings);
    return effect === 'empty' ? { ...denial, effect, reason: 'emptied' } : denial;
  }
  const isAllowed = new Set(allowedIndices);
  const allowedTargets = targets.filter(({ name }) => isAllowed.has(name));
  const blocker = yield* restrictionBlocker(who, indexActions, allowedTargets, settings, nowMs);
  if (blocker) return refuse(blocker);
  if (cells.outcome === 'allowed') return { ...grant(names), ...more };
  const effect = effectOnSome(indexActions, settings);
  return {
    outcome: 'partial',
    effect,
    reason: effect === 'reduce' ? 'reduced' : 'missing_index_permission',
    missingActions,
    allowedIndices,
    deniedIndices: names.filter((name) => !isAllowed.has(name)),
    ...more,
  };
}

const grant = (allowedIndices: readonly string[]): AccessDecision => ({
  outcome: 'allowed',
  effect: 'execute',
  reason: 'granted',
  missingActions: NONE,
  allowedIndices,
  deniedIndices: NONE,
});

/**
 * Replaces aliases without a grant for all their indices by these indices, some of which may be
 * granted. Measured: a cluster does not do this beside a data stream or a missing name, but uses
 * all names as they are. Beside a data stream, grants on the members do not grant the alias either.
 */
function withoutPartialAliases(
  targets: readonly IndexTarget[],
  isGranted: (target: IndexTarget) => boolean
): readonly IndexTarget[] {
  if (!targets.some(({ kind }) => kind === 'alias')) return targets;
  if (targets.some(({ kind }) => kind === 'data_stream'))
    return targets.map((one) => (one.kind === 'alias' ? { ...one, isAsNamed: true } : one));
  if (targets.some(({ isMissing }) => isMissing)) return targets;
  const parts = targets.flatMap((target) =>
    target.kind === 'alias' && !isGranted(target) ? (target.members ?? []) : [target]
  );
  return [...new Map(parts.map((part) => [part.name, part])).values()];
}

function requestedIndices(
  { action, indices = NONE, tenant }: AccessRequest,
  { dashboards }: DecisionSettings
): readonly string[] {
  if (indices.length > 0) return indices;
  if (isClusterAction(checkedAction(action))) return NONE;
  return tenant === undefined ? ALL : [dashboards.index];
}

/**
 * The tenant of the request. A request for the dashboards index without a tenant means the global
 * one.
 */
function getTenant(
  who: DecisionSubject,
  { action, tenant: named }: AccessRequest,
  isDashboards: boolean,
  settings: DecisionSettings,
  hasTenant: (name: string) => boolean
): TenantDecision | undefined {
  const tenant = named ?? (isDashboards ? '' : undefined);
  if (tenant === undefined) return undefined;
  const { subject, tenants } = who;
  const { dashboards } = settings;
  return decideTenant(tenant, action, subject.userName, tenants(), dashboards, hasTenant);
}

const isUnderTenancy = ({ subject }: DecisionSubject, { dashboards }: DecisionSettings): boolean =>
  dashboards.multitenancy_enabled && subject.userName !== dashboards.server_username;

/**
 * Whether the request addresses the dashboards index. Only such requests are redirected to the
 * index of a tenant (docs/reference/engine.md#dashboards-index). Measured: `.kibana*` qualifies if
 * it matches this index alone, or no other alias.
 */
function* addressesDashboards(
  requested: readonly string[],
  found: readonly IndexTarget[],
  { knownIndices = [] }: AccessRequest,
  { dashboards: { index } }: DecisionSettings,
  nowMs: number
): CooperativeTask<boolean> {
  const [only] = requested;
  if (requested.length === 1 && (only === index || isEverything(only))) return only === index;
  const isIndex = ({ name }: IndexTarget): boolean => name === index;
  const concrete = found.flatMap((target) => target.members ?? [target]);
  if (concrete.length > 0 && concrete.every(isIndex)) return true;
  if (!knownIndices.some(({ aliases = [] }) => aliases.includes(index))) return false;
  const aliases = yield* matchingAliases(requested, knownIndices, nowMs);
  return aliases.size === 1 && aliases.has(index);
}

/**
 * Shards check permissions themselves. For them the dashboards index, alone or among others,
 * belongs to the global tenant.
 */
const isShardOfDashboards = (
  who: DecisionSubject,
  action: string,
  name: string,
  settings: DecisionSettings
): boolean =>
  isOfShards(action) && isUnderTenancy(who, settings) && name === settings.dashboards.index;

const isGlobalWritable = ({ tenants }: DecisionSubject): boolean =>
  tenants().get(GLOBAL_TENANT) === true;

/**
 * Whether the action must be granted on the target. A missing index has no shards that would check
 * it.
 */
export const isNeeded = (
  { isCreating }: Pick<DecisionDetails, 'isCreating'>,
  action: string,
  { isMissing = false }: IndexTarget
): boolean =>
  isCreating ? isMissing || !CREATE_INDEX.includes(action) : !isMissing || !isOfShards(action);

/**
 * The documents and fields of a target that the user can read. For an alias, the restrictions of
 * its members count.
 */
export function restrictionsFor(
  { subject, access, doubtfulRoles }: DecisionSubject,
  target: IndexTarget,
  settings: DecisionSettings,
  nowMs: number
): Restrictions {
  if (target.kind === 'remote') return UNRESTRICTED;
  if (isInDoubt(target, access.roles, doubtfulRoles, subject, nowMs)) return SHUT;
  const entries = access.entriesOn(target, subject, nowMs);
  return combineRestrictions(entries, { target, subject, nowMs }, settings);
}

/** Why the restrictions of the targets make the request fail. */
export function* restrictionBlocker(
  who: DecisionSubject,
  actions: readonly string[],
  targets: readonly IndexTarget[],
  settings: DecisionSettings,
  nowMs: number
): CooperativeTask<DecisionReason | undefined> {
  const isRefusing = actions.some((action) => REFUSED_UNDER_RESTRICTIONS.matches(action));
  const isReading =
    settings.failsOnClashingMasks && actions.some((action) => READING.matches(action));
  const mayFail = isReading || who.access.hasDocumentQueries || who.doubtfulRoles.length > 0;
  if (!isRefusing && !mayFail) return undefined;
  for (const target of targets.flatMap((one) => one.members ?? [one])) {
    const restrictions = restrictionsFor(who, target, settings, nowMs);
    const isBroken = isReading && restrictions.masking.mode === 'error';
    if (isBroken || restrictions.documents.mode === 'error') return 'restriction_error';
    if (isRefusing && !isUnrestricted(restrictions)) return 'refused_under_restrictions';
    yield;
  }
  return undefined;
}
