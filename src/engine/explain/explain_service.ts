/**
 * `Engine.explain` and `Engine.effectivePermissions`: who may ask, about whom, under which rules.
 *
 * Those who may read the configuration ask about anybody; everybody else about himself, as he is and
 * without suggestions, which would name roles of others.
 */
import type { UserDirectory } from '../authentication/user_directory';
import {
  mappingSubjectOf,
  simulatedFrom,
  whoUnder,
  type AccessService,
  type SimulatedSubject,
} from '../evaluation/access_service';
import type { AccessRequest } from '../evaluation/access_decision';
import type { IdentityService, KnownCaller } from '../evaluation/identity_service';
import { OverlayRules } from '../evaluation/overlay_rules';
import type { RuleBook } from '../evaluation/rule_book';
import type { RuleView } from '../evaluation/rule_view';
import type { InternalUser } from '../model/entity_types';
import type { ApiAccess } from '../rest/api_access';
import type { EndpointName } from '../rest/call';
import { badRequest, forbidden, notFound, unauthorized } from '../rest/responses';
import type { EngineAnswer, EngineCaller, EngineResponse, Identity } from '../types';
import { effectiveRole } from './effective';
import { decisionOf, explanationOf, type ViewerRights } from './explanation';
import { readChanges, type ReadChanges } from './proposed_changes';
import { explainRoles } from './role_origins';
import type {
  AccessComparison,
  AccessExplanation,
  AccessQuestion,
  DecisionQuestion,
  EffectivePermissions,
  ExplainedDecision,
  SubjectQuestion,
} from './types';

export interface ExplainServiceDeps {
  readonly rules: RuleBook;
  readonly users: UserDirectory;
  readonly identities: IdentityService;
  readonly access: AccessService;
  readonly api: ApiAccess;
  readonly apiRoles: readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What an explanation shows; all of it must be readable. */
const ENDPOINTS: readonly EndpointName[] = [
  'ROLES',
  'ROLESMAPPING',
  'ACTIONGROUPS',
  'INTERNALUSERS',
];
const MAX_EFFECTIVE_ROLES = 1_000;
const SELF_ONLY =
  'Access of other users, of subjects and of unsaved changes is explained only to users who may read roles, ' +
  'role mappings, action groups and internal users.';

/** Somebody found or described. */
interface Person {
  readonly simulated: SimulatedSubject;
  readonly exists: boolean;
}

type Asked =
  { readonly refusal: EngineResponse } | { readonly person: Person; readonly rights: ViewerRights };

export class ExplainService {
  constructor(private readonly deps: ExplainServiceDeps) {}

  explain(
    caller: EngineCaller,
    question: AccessQuestion
  ): EngineAnswer<AccessExplanation | AccessComparison> {
    const { rules } = this.deps;
    const changes = question.changes && readChanges(question.changes);
    if (typeof changes === 'string') return { ok: false, response: badRequest(changes) };
    const asked = this.asked(caller, question, changes);
    if ('refusal' in asked) return { ok: false, response: asked.refusal };
    const { person, rights } = asked;
    const before =
      person.exists || question.subject ? this.explanation(rules, person, question, rights) : null;
    if (!changes) return { ok: true, result: before as AccessExplanation };
    const changed = changedPerson(person, question.subject, changes);
    const after = changed
      ? this.explanation(new OverlayRules(rules, changes), changed, question, rights)
      : null;
    const is_changed =
      JSON.stringify(before?.decision) !== JSON.stringify(after?.decision) ||
      JSON.stringify(before?.restrictions) !== JSON.stringify(after?.restrictions);
    return { ok: true, result: { before, after, is_changed } };
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

  effective(
    caller: EngineCaller,
    userName: string | undefined
  ): EngineAnswer<EffectivePermissions> {
    const { rules, now } = this.deps;
    const asked = this.asked(caller, { ...(userName !== undefined && { user: userName }) });
    if ('refusal' in asked) return { ok: false, response: asked.refusal };
    const { user, who } = this.describe(rules, asked.person);
    const { subject } = who;
    const roles = user.roles.slice(0, MAX_EFFECTIVE_ROLES);
    const tenants = Object.fromEntries(who.tenants());
    return {
      ok: true,
      result: {
        user: { ...user, roles },
        roles: roles.map((role) => effectiveRole(rules, subject, role, now())),
        tenants,
        api: this.apiOf(subject.userName, subject.roles),
        truncated: user.roles.length > roles.length ? ['roles'] : [],
      },
    };
  }

  private explanation(
    rules: RuleView,
    person: Person,
    question: AccessQuestion,
    rights: ViewerRights
  ): AccessExplanation {
    const { access, now } = this.deps;
    const { user, who } = this.describe(rules, person);
    const request = requestOf(question);
    const details = access.decide(who, request, rules);
    const { settings } = access;
    return explanationOf({ rules, who, request, details, settings, nowMs: now() }, user, rights);
  }

  private describe(rules: RuleView, { simulated, exists }: Person) {
    const who = whoUnder(rules, simulated);
    const { userName, backendRoles, roles, attributes } = who.subject;
    const user: AccessExplanation['user'] = {
      name: userName,
      exists,
      backend_roles: backendRoles,
      attribute_names: [...attributes.keys()],
      roles: explainRoles(rules, roles, mappingSubjectOf(simulated), simulated.securityRoles ?? []),
    };
    return { who, user };
  }

  private asked(
    caller: EngineCaller,
    question: Pick<AccessQuestion, 'user' | 'subject' | 'changes'>,
    changes?: ReadChanges
  ): Asked {
    const known = this.deps.identities.identify(caller);
    if (!known) return { refusal: unauthorized() };
    const rights = this.rightsOf(caller, known);
    const { userName } = known.identity;
    const isSelf = question.user === undefined || question.user === userName;
    if (!rights.isAdmin && (!isSelf || question.subject || question.changes)) {
      return { refusal: forbidden(SELF_ONLY) };
    }
    if (question.user !== undefined && question.subject) {
      return { refusal: badRequest('Ask about either a user or a subject, not both.') };
    }
    if (question.subject) {
      return { person: { simulated: describedBy(question.subject), exists: false }, rights };
    }
    return isSelf
      ? { person: this.self(caller, known), rights }
      : this.other(question.user as string, rights, changes);
  }

  private rightsOf(caller: EngineCaller, { identity }: KnownCaller): ViewerRights {
    if (caller.kind === 'internal') return { isAdmin: true, showsHidden: true };
    const { api } = this.deps;
    return {
      isAdmin: ENDPOINTS.every((endpoint) => api.refusal(identity, endpoint, 'GET') === undefined),
      showsHidden: ENDPOINTS.every((endpoint) => api.isSuperAdmin(identity, endpoint)),
    };
  }

  private other(name: string, rights: ViewerRights, changes: ReadChanges | undefined): Asked {
    const record = this.deps.users.find(name);
    const isVisible = record && (!record.user.hidden || rights.showsHidden);
    if (isVisible)
      return { person: { simulated: simulatedFrom(record, undefined), exists: true }, rights };
    if (!record && changes?.internalusers.get(name)) {
      return { person: { simulated: { name }, exists: false }, rights };
    }
    return { refusal: notFound(`user '${name}' not found.`) };
  }

  /** As he is signed in, address and all. */
  private self(caller: EngineCaller, { identity, subject }: KnownCaller): Person {
    const { users, access } = this.deps;
    const record = identity.isInternalUser ? users.find(identity.userName) : undefined;
    const host = caller.kind === 'internal' ? undefined : caller.remoteAddress;
    const place = host === undefined ? {} : { host, hostNames: access.hostNamesOf(host) };
    const { userName: name, backendRoles } = subject;
    const known = record ? simulatedFrom(record, host) : { name, backendRoles };
    return { simulated: { ...known, ...place }, exists: true };
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

function changedPerson(
  person: Person,
  subject: SubjectQuestion | undefined,
  { internalusers }: ReadChanges
): Person | undefined {
  const { name, host } = person.simulated;
  if (subject || !internalusers.has(name)) return person;
  const user = internalusers.get(name);
  return (
    user && {
      simulated: simulatedFrom({ name, user, attributes: attributesOf(user) }, host),
      exists: true,
    }
  );
}

const attributesOf = ({ attributes }: InternalUser): ReadonlyMap<string, string> =>
  new Map(Object.entries(attributes).map(([key, value]) => [`attr.internal.${key}`, value]));

const describedBy = ({
  name,
  backend_roles: backendRoles = [],
  security_roles: securityRoles = [],
  attributes = {},
  host,
}: SubjectQuestion): SimulatedSubject => ({
  name,
  backendRoles,
  securityRoles,
  attributes,
  ...(host !== undefined && { host }),
});

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
