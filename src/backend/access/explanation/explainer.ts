/**
 * Explanations and effective permissions, over the rules and users of any backend. Users who cannot
 * read the configuration see only themselves and no suggestions, which would name other roles.
 */
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import type {
  AccessComparison,
  AccessExplanation,
  AccessMatrix,
  ExplainRequest,
  ChangeImpact,
  DecisionRequest,
  EffectivePermissions,
  EffectiveRole,
  ExplainedDecision,
  MatrixRequest,
  ProposedChanges,
} from '../../../contracts/api';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { decisionSteps, type AccessRequest } from '../evaluation/access_decision';
import { toMappingSubject } from '../evaluation/access_service';
import { OverlayRules } from '../evaluation/overlay_rules';
import type { RuleView } from '../evaluation/rule_view';
import { tenantSteps } from '../evaluation/tenant_access';
import type { RuleSource } from '../evaluation/rule_source';
import { ResponseBudget, toDecision, getExplanation, type ViewerRights } from './explanation';
import { explainWithApiKey, type SubjectApiKey } from './api_key_explanation';
import {
  SubjectResolver,
  changedSubject,
  describedBy,
  type SubjectResolverDeps,
  type ResolvedSubject,
  type Viewer,
} from './subject_resolver';
import { changeImpact } from './change_impact';
import { getCells, ownRoles, explainSubject } from './context';
import { effectivePermissionsOfRole } from './effective_permissions';
import { IndexPatterns } from './index_match';
import { getMatrix, subjectSteps } from './matrix';
import { checkChanges, checkRequestLimits, readChanges } from './request_validation';
import { refuse, type Explained } from './denial';
import { explainRoles } from './role_origins';

export interface ExplainerDeps extends SubjectResolverDeps {
  readonly rules: RuleSource;
  /** The permissions of a user with these roles on the management API. */
  readonly apiRightsOf: (userName: string, roles: readonly string[]) => EffectivePermissions['api'];
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The API key of a caller who asks about the key itself, with its evaluated permissions. */
export interface EffectiveKey extends SubjectApiKey {
  readonly tenants: EffectivePermissions['tenants'];
  readonly api: EffectivePermissions['api'];
}

export class Explainer {
  private readonly users: SubjectResolver;

  constructor(private readonly deps: ExplainerDeps) {
    this.users = new SubjectResolver(deps);
  }

  /**
   * Returns only the decision and uses all caches. The caller must have checked the permission to
   * ask.
   */
  decide(query: DecisionRequest): ExplainedDecision | undefined {
    const { access } = this.deps;
    const request = toRequest(query);
    const { user, subject } = query;
    const decision = subject
      ? access.decideForSubject(describedBy(subject), request)
      : access.decideForUser(user ?? '', request);
    return decision && toDecision(decision);
  }

  /**
   * Must run in time slices, over rules that do not change meanwhile.
   * @param key - an API key of the subject, which narrows its permissions
   * @throws {LimitExceededError}
   */
  *explain(
    viewer: Viewer | undefined,
    request: ExplainRequest,
    key?: SubjectApiKey
  ): CooperativeTask<Explained<AccessExplanation | AccessComparison>> {
    const rules = this.deps.rules.current();
    checkRequestLimits(request);
    const changes = request.changes && (yield* readChanges(request.changes));
    if (typeof changes === 'string') return refuse({ code: 'changes_invalid', problem: changes });
    const resolved = this.users.find(viewer, request, changes);
    if (!resolved.ok) return resolved;
    const { resolved: user, rights } = resolved;
    const budget = new ResponseBudget();
    const before =
      user.exists || request.subject
        ? yield* this.explanation(rules, user, { request, key }, rights, budget)
        : null;
    if (!changes) return { ok: true, result: before as AccessExplanation };
    const changed = changedSubject(user, request.subject, changes, this.deps.isSuspended);
    const after = changed
      ? yield* this.explanation(
          new OverlayRules(rules, changes),
          changed,
          { request, key },
          rights,
          budget
        )
      : null;
    const is_changed =
      before?.user.suspended !== after?.user.suspended ||
      JSON.stringify(before?.decision) !== JSON.stringify(after?.decision) ||
      JSON.stringify(before?.depends_on_indices) !== JSON.stringify(after?.depends_on_indices) ||
      JSON.stringify(before?.restrictions) !== JSON.stringify(after?.restrictions);
    return { ok: true, result: { before, after, is_changed } };
  }

  /** Runs like `explain`. */
  *effective(
    viewer: Viewer | undefined,
    userName: string | undefined,
    key?: EffectiveKey
  ): CooperativeTask<Explained<EffectivePermissions>> {
    const { now } = this.deps;
    const rules = this.deps.rules.current();
    const resolved = this.users.find(viewer, { ...(userName !== undefined && { user: userName }) });
    if (!resolved.ok) return resolved;
    const { user, who } = yield* this.describe(rules, resolved.resolved, key);
    const { subject } = who;
    const nowMs = now();
    const budget = new ResponseBudget();
    const roles: EffectiveRole[] = [];
    for (const explained of user.roles) {
      const role = yield* effectivePermissionsOfRole(rules, subject, explained, nowMs);
      if (!budget.take(role)) break;
      roles.push(role);
    }
    const tenants = yield* tenantSteps(rules, subject);
    return {
      ok: true,
      result: {
        user: { ...user, roles: user.roles.slice(0, roles.length) },
        roles,
        tenants: key?.tenants ?? Object.fromEntries(tenants),
        api: key?.api ?? this.deps.apiRightsOf(subject.userName, subject.roles),
        truncated: roles.length < subject.roles.length ? ['roles'] : [],
      },
    };
  }

  /** Impact of unsaved changes. Runs like `explain`. */
  *impact(
    viewer: Viewer | undefined,
    proposed: ProposedChanges
  ): CooperativeTask<Explained<ChangeImpact>> {
    const { users, access, now } = this.deps;
    const rules = this.deps.rules.current();
    if (!viewer) return refuse({ code: 'unknown_viewer' });
    const { isAdmin, showsHidden } = viewer.rights;
    if (!isAdmin) return refuse({ code: 'self_only' });
    checkChanges(proposed);
    const changes = yield* readChanges(proposed);
    if (typeof changes === 'string') return refuse({ code: 'changes_invalid', problem: changes });
    const { settings } = access;
    const request = { rules, users, changes, showsHidden, settings, nowMs: now() };
    return { ok: true, result: yield* changeImpact(request) };
  }

  /** Decisions for many users or roles. Runs like `explain`. */
  *matrix(
    viewer: Viewer | undefined,
    request: MatrixRequest
  ): CooperativeTask<Explained<AccessMatrix>> {
    const { users, access, now } = this.deps;
    if (!viewer) return refuse({ code: 'unknown_viewer' });
    const { isAdmin, showsHidden } = viewer.rights;
    if (!isAdmin) return refuse({ code: 'self_only' });
    const { settings } = access;
    const deps = { rules: this.deps.rules.current(), users, settings, showsHidden, nowMs: now() };
    return { ok: true, result: yield* getMatrix(deps, request) };
  }

  private *explanation(
    rules: RuleView,
    subject: ResolvedSubject,
    {
      request: query,
      key,
    }: { readonly request: ExplainRequest; readonly key: SubjectApiKey | undefined },
    rights: ViewerRights,
    budget: ResponseBudget
  ): CooperativeTask<AccessExplanation> {
    const { settings } = this.deps.access;
    const nowMs = this.deps.now();
    const { user, who } = yield* this.describe(rules, subject, key);
    const request = toRequest(query);
    const hasTenant = (name: string) => rules.hasTenant(name);
    const details = yield* decisionSteps(who, request, settings, hasTenant, nowMs);
    const cells = yield* getCells(who, details, nowMs);
    const patterns = new IndexPatterns(who.subject, nowMs, request.knownIndices);
    const own = ownRoles(rules, who);
    const { users, apiRightsOf } = this.deps;
    const isAdministrator = (role: string) => apiRightsOf('', [role]).has_api_access;
    const context = {
      rules,
      users,
      isAdministrator,
      who,
      request,
      details,
      settings,
      nowMs,
      own,
      cells,
      patterns,
    };
    const explained = yield* getExplanation(context, user, rights, budget);
    return key ? yield* explainWithApiKey(explained, key, context) : explained;
  }

  private *describe(rules: RuleView, resolved: ResolvedSubject, key?: SubjectApiKey) {
    const { simulated, exists, isSuspended = false } = resolved;
    const mapped = toMappingSubject(simulated);
    const whole = yield* subjectSteps(rules, simulated);
    const { within: _within, ...subject } = key?.narrow(whole) ?? whole;
    const who = yield* explainSubject(rules, subject);
    const { userName, backendRoles, roles, attributes } = who.subject;
    const listed = roles.slice(0, EXPLAIN_LIMITS.roles);
    const user: AccessExplanation['user'] = {
      name: userName,
      exists,
      ...(isSuspended && { suspended: true }),
      backend_roles: backendRoles,
      attribute_names: [...attributes.keys()],
      roles: yield* explainRoles(rules, listed, mapped, simulated.securityRoles ?? []),
    };
    return { who, user };
  }
}

const toRequest = ({
  action,
  index,
  tenant,
  parts,
  known_indices: known,
}: ExplainRequest): AccessRequest => ({
  action,
  ...(index && { indices: index }),
  ...(tenant !== undefined && { tenant }),
  ...(parts && { parts }),
  ...(known && {
    knownIndices: known.map(({ name, aliases, data_stream: dataStream }) => ({
      name,
      ...(aliases && { aliases }),
      ...(dataStream !== undefined && { dataStream }),
    })),
  }),
});
