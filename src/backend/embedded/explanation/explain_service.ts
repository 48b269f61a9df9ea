/**
 * `Engine.explain` and `Engine.effectivePermissions`: who may ask, about whom, under which rules.
 *
 * Those who may read the configuration ask about anybody; everybody else about himself, as he is and
 * without suggestions, which would name roles of others.
 */
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import { decisionSteps, type AccessRequest } from '../../access/evaluation/access_decision';
import { mappingSubjectOf, subjectOf } from '../../access/evaluation/access_service';
import { OverlayRules } from '../../access/evaluation/overlay_rules';
import type { RuleBook } from '../../access/evaluation/rule_book';
import type { RuleView } from '../../access/evaluation/rule_view';
import { tenantSteps } from '../../access/evaluation/tenant_access';
import { badRequest } from '../rest/answers/responses';
import type { Steps } from '../../work/steps';
import type { EngineAnswer, EngineCaller, Identity } from '../../contract/engine';
import { AnswerRoom } from '../../access/explanation/answer_room';
import {
  AskedPersons,
  changedPerson,
  describedBy,
  type AskedPersonsDeps,
  type Person,
} from './asked_person';
import { cellsOf, ownRoles, questionSubject } from '../../access/explanation/context';
import { effectiveRole } from '../../access/explanation/effective';
import { ExplainQueue } from './explain_queue';
import { decisionOf, explanationOf, type ViewerRights } from '../../access/explanation/explanation';
import { IndexPatterns } from '../../access/explanation/index_match';
import { readChanges } from '../../access/explanation/proposed_changes';
import { checkQuestion } from '../../access/explanation/question_limits';
import { explainRoles } from '../../access/explanation/role_origins';
import type {
  AccessComparison,
  AccessExplanation,
  AccessQuestion,
  DecisionQuestion,
  EffectivePermissions,
  EffectiveRole,
  ExplainedDecision,
} from '../../../contracts/api';

export interface ExplainServiceDeps extends AskedPersonsDeps {
  readonly rules: RuleBook;
  readonly apiRoles: readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export class ExplainService {
  private readonly persons: AskedPersons;
  private readonly queue: ExplainQueue;

  constructor(private readonly deps: ExplainServiceDeps) {
    this.persons = new AskedPersons(deps);
    this.queue = new ExplainQueue(() => deps.rules.version);
  }

  async explain(
    caller: EngineCaller,
    question: AccessQuestion
  ): Promise<EngineAnswer<AccessExplanation | AccessComparison>> {
    return this.queue.answer(caller, () => this.explainSteps(caller, question));
  }

  /** A decision alone, with all that is remembered: for whoever has proven the right to ask. */
  decide(question: DecisionQuestion): ExplainedDecision | undefined {
    const { access } = this.deps;
    const request = requestOf(question);
    const { user, subject } = question;
    const decision = subject
      ? access.decideForSubject(describedBy(subject), request)
      : access.decideForUser(user ?? '', request);
    return decision && decisionOf(decision);
  }

  async effective(
    caller: EngineCaller,
    userName: string | undefined
  ): Promise<EngineAnswer<EffectivePermissions>> {
    return this.queue.answer(caller, () => this.effectiveSteps(caller, userName));
  }

  /** For whoever runs it piece by piece. */
  *explainSteps(
    caller: EngineCaller,
    question: AccessQuestion
  ): Steps<EngineAnswer<AccessExplanation | AccessComparison>> {
    const { rules } = this.deps;
    checkQuestion(question);
    const changes = question.changes && (yield* readChanges(question.changes));
    if (typeof changes === 'string') return { ok: false, response: badRequest(changes) };
    const asked = this.persons.find(caller, question, changes);
    if ('refusal' in asked) return { ok: false, response: asked.refusal };
    const { person, rights } = asked;
    const room = new AnswerRoom();
    const before =
      person.exists || question.subject
        ? yield* this.explanation(rules, person, question, rights, room)
        : null;
    if (!changes) return { ok: true, result: before as AccessExplanation };
    const changed = changedPerson(person, question.subject, changes);
    const after = changed
      ? yield* this.explanation(new OverlayRules(rules, changes), changed, question, rights, room)
      : null;
    const is_changed =
      JSON.stringify(before?.decision) !== JSON.stringify(after?.decision) ||
      JSON.stringify(before?.restrictions) !== JSON.stringify(after?.restrictions);
    return { ok: true, result: { before, after, is_changed } };
  }

  private *effectiveSteps(
    caller: EngineCaller,
    userName: string | undefined
  ): Steps<EngineAnswer<EffectivePermissions>> {
    const { rules, now } = this.deps;
    const asked = this.persons.find(caller, { ...(userName !== undefined && { user: userName }) });
    if ('refusal' in asked) return { ok: false, response: asked.refusal };
    const { user, who } = yield* this.describe(rules, asked.person);
    const { subject } = who;
    const nowMs = now();
    const room = new AnswerRoom();
    const roles: EffectiveRole[] = [];
    for (const explained of user.roles) {
      const role = yield* effectiveRole(rules, subject, explained, nowMs);
      if (!room.holds(role)) break;
      roles.push(role);
    }
    const tenants = yield* tenantSteps(rules, subject);
    return {
      ok: true,
      result: {
        user: { ...user, roles: user.roles.slice(0, roles.length) },
        roles,
        tenants: Object.fromEntries(tenants),
        api: this.apiOf(subject.userName, subject.roles),
        truncated: roles.length < subject.roles.length ? ['roles'] : [],
      },
    };
  }

  private *explanation(
    rules: RuleView,
    person: Person,
    question: AccessQuestion,
    rights: ViewerRights,
    room: AnswerRoom
  ): Steps<AccessExplanation> {
    const { settings } = this.deps.access;
    const nowMs = this.deps.now();
    const { user, who } = yield* this.describe(rules, person);
    const request = requestOf(question);
    const hasTenant = (name: string) => rules.hasTenant(name);
    const details = yield* decisionSteps(who, request, settings, hasTenant, nowMs);
    const cells = yield* cellsOf(who, details, nowMs);
    const patterns = new IndexPatterns(who.subject, nowMs, request.knownIndices);
    const own = ownRoles(rules, who);
    const context = { rules, who, request, details, settings, nowMs, own, cells, patterns };
    return yield* explanationOf(context, user, rights, room);
  }

  private *describe(rules: RuleView, { simulated, exists }: Person) {
    const mapped = mappingSubjectOf(simulated);
    for (const backendRole of mapped.backendRoles) {
      // What patterns say of a value is remembered: looked up one by one, all together are quick then.
      rules.mappedRoles({ userName: mapped.userName, backendRoles: [backendRole] });
      yield;
    }
    const who = yield* questionSubject(rules, subjectOf(rules, simulated));
    const { userName, backendRoles, roles, attributes } = who.subject;
    const shown = roles.slice(0, EXPLAIN_LIMITS.roles);
    const user: AccessExplanation['user'] = {
      name: userName,
      exists,
      backend_roles: backendRoles,
      attribute_names: [...attributes.keys()],
      roles: yield* explainRoles(rules, shown, mapped, simulated.securityRoles ?? []),
    };
    return { who, user };
  }

  private apiOf(userName: string, roles: readonly string[]) {
    const { api, apiRoles } = this.deps;
    const identity: Identity = {
      userName,
      backendRoles: [],
      roles,
      tenants: {},
      hasApiAccess: roles.some((role) => apiRoles.includes(role)),
      isInternalUser: true,
      isReserved: false,
    };
    return {
      has_api_access: identity.hasApiAccess,
      disabled_endpoints: api.disabledEndpoints(identity),
    };
  }
}

const requestOf = ({
  action,
  index,
  tenant,
  parts,
  known_indices: known,
}: AccessQuestion): AccessRequest => ({
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
