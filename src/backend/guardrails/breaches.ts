/**
 * Checks promises against the access of all candidates: internal users, and those whom mappings
 * name by user name, backend role or host. Anybody can connect from a host. Which backend roles a
 * directory gives to whom is unknown, so each backend role is checked as one candidate who has it
 * alone.
 */
import type { InternalUser } from '../../contracts/entities';
import type { SimulatedSubject } from '../access/evaluation/access_service';
import { toMappingSubject, toSubject } from '../access/evaluation/access_service';
import { MappingIndex } from '../access/evaluation/mapping_index';
import type { CompiledRole } from '../access/evaluation/compiled_role';
import type { RuleView } from '../access/evaluation/rule_view';
import { explainRoles } from '../access/explanation/role_origins';
import { patternKind } from '../access/patterns/pattern';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { hasOwnPatterns, type CompiledPromise } from './promise';

export interface Candidate extends SimulatedSubject {
  /** Whether the installation knows all roles of this candidate. */
  readonly isKnown: boolean;
}

export interface Breach {
  readonly guardrail: CompiledPromise;
  readonly userName: string;
  /** From the candidate to the permission; empty where access is missing. */
  readonly way: readonly string[];
  /** The role that gives the access. */
  readonly role?: string;
}

interface Grant {
  readonly role: string;
  readonly permission: string;
}

/** Grants of one role by position of the promise; `undefined`: none that holds for everybody. */
type RoleGrants = ReadonlyArray<string | undefined>;

/** Compiled roles do not change, so their grants are kept between checks. */
export type KnownGrants = WeakMap<CompiledRole, RoleGrants>;

interface SetGrants {
  readonly grants: ReadonlyArray<Grant | undefined>;
  /** Roles whose patterns contain attributes of the candidate. */
  readonly personal: readonly CompiledRole[];
}

export class AccessState {
  private readonly sets = new Map<string, SetGrants>();

  constructor(
    readonly rules: RuleView,
    private readonly promises: readonly CompiledPromise[],
    private readonly known: KnownGrants
  ) {}

  rolesOf(candidate: Candidate): readonly string[] {
    return this.rules.roleNamesFor(toMappingSubject(candidate), candidate.securityRoles ?? []);
  }

  /** The grant of each promise; the first role in order of names. */
  *findGrants(
    candidate: Candidate,
    roles: readonly string[]
  ): CooperativeTask<ReadonlyArray<Grant | undefined>> {
    const key = roles.join('\n');
    let ofSet = this.sets.get(key);
    if (!ofSet) {
      const personal = this.rules.compiledRoles(roles).filter(hasOwnPatterns);
      ofSet = { grants: yield* this.sharedGrants(roles), personal };
      this.sets.set(key, ofSet);
    }
    const { grants, personal } = ofSet;
    if (personal.length === 0) return grants;
    const subject = toSubject(this.rules, candidate);
    const own = [...grants];
    for (const [at, promise] of this.promises.entries())
      for (const role of personal) {
        if (own[at]) break;
        const permission = yield* promise.findGrant(role, subject);
        if (permission !== undefined) own[at] = { role: role.name, permission };
      }
    return own;
  }

  private *sharedGrants(
    roles: readonly string[]
  ): CooperativeTask<ReadonlyArray<Grant | undefined>> {
    const found = new Array<Grant | undefined>(this.promises.length).fill(undefined);
    for (const name of roles) {
      const role = this.rules.compiledRole(name);
      const ofRole = role && (yield* this.roleGrants(role));
      for (const [at, promise] of this.promises.entries()) {
        if (found[at]) continue;
        const permission = promise.isGivenByName(name) ? name : ofRole?.[at];
        if (permission !== undefined) found[at] = { role: name, permission };
      }
    }
    return found;
  }

  private *roleGrants(role: CompiledRole): CooperativeTask<RoleGrants> {
    const known = this.known.get(role);
    if (known) return known;
    const grants: (string | undefined)[] = [];
    for (const promise of this.promises) {
      grants.push(yield* promise.findGrant(role));
      yield;
    }
    this.known.set(role, grants);
    return grants;
  }
}

/** Promises that candidates break, whether or not a change is the cause. */
export function* findBreaches(
  state: AccessState,
  promises: readonly CompiledPromise[],
  candidates: Iterable<Candidate>,
  report: (breach: Breach) => void
): CooperativeTask<void> {
  for (const candidate of candidates) {
    const roles = state.rolesOf(candidate);
    const grants = yield* state.findGrants(candidate, roles);
    for (const [at, guardrail] of promises.entries()) {
      const grant = grants[at];
      if (!isBroken(guardrail, candidate, roles, grant)) continue;
      const way = grant ? yield* findWay(state.rules, candidate, grant) : [];
      report({ guardrail, userName: candidate.name, way, ...(grant && { role: grant.role }) });
    }
    yield;
  }
}

/** Whether the promise is broken by this candidate. */
function isBroken(
  promise: CompiledPromise,
  candidate: Candidate,
  roles: readonly string[],
  grant: Grant | undefined
): boolean {
  const { name: userName, backendRoles = [] } = candidate;
  const isNamed = promise.names({ userName, backendRoles }) || promise.namesRoleAmong(roles);
  const isAnyone = candidate.hostPattern !== undefined;
  switch (promise.promise.rule) {
    case 'only':
      return grant !== undefined && !isNamed;
    case 'never':
      return grant !== undefined && (isNamed || isAnyone);
    case 'always':
      return grant === undefined && isNamed && candidate.isKnown;
  }
}

export interface Comparison {
  readonly promises: readonly CompiledPromise[];
  readonly before: AccessState;
  readonly after: AccessState;
  /** Names of roles that grant other things, by their contents or by an action group. */
  readonly changedRoles: ReadonlySet<string>;
  /** The changed mappings only; empty if none changes. */
  readonly mappings: { readonly before: MappingIndex; readonly after: MappingIndex };
}

/** Whether changed mappings give this candidate other roles. Most need no further look. */
function isRemapped({ before, after }: Comparison['mappings'], candidate: Candidate): boolean {
  const subject = toMappingSubject(candidate);
  const [then, now] = [before.rolesFor(subject), after.rolesFor(subject)];
  return then.size !== now.size || [...now].some((role) => !then.has(role));
}

/**
 * The first promise that `now` breaks and `then` did not.
 * @param then - the candidate before the change; `undefined` for one who does not exist yet
 */
export function* findNewBreach(
  { promises, before, after, changedRoles, mappings }: Comparison,
  then: Candidate | undefined,
  now: Candidate
): CooperativeTask<Breach | undefined> {
  const keepsRoles = then === now && !isRemapped(mappings, now);
  if (keepsRoles && changedRoles.size === 0) return undefined;
  const rolesBefore = then ? before.rolesOf(then) : [];
  const rolesAfter = keepsRoles ? rolesBefore : after.rolesOf(now);
  if (keepsRoles && !rolesAfter.some((role) => changedRoles.has(role))) return undefined;
  const grantsAfter = yield* after.findGrants(now, rolesAfter);
  let grantsBefore: ReadonlyArray<Grant | undefined> | undefined;
  for (const [at, promise] of promises.entries()) {
    const grant = grantsAfter[at];
    if (!isBroken(promise, now, rolesAfter, grant)) continue;
    if (then) {
      grantsBefore ??= yield* before.findGrants(then, rolesBefore);
      if (isBroken(promise, then, rolesBefore, grantsBefore[at])) continue;
    }
    const way = grant ? yield* findWay(after.rules, now, grant) : [];
    return {
      guardrail: promise,
      userName: now.name,
      way,
      ...(grant && { role: grant.role }),
    };
  }
  return undefined;
}

function* findWay(
  rules: RuleView,
  candidate: Candidate,
  { role, permission }: Grant
): CooperativeTask<readonly string[]> {
  const direct = candidate.securityRoles ?? [];
  const [explained] = yield* explainRoles(rules, [role], toMappingSubject(candidate), direct);
  const origin = explained?.origins[0];
  const through =
    origin?.via === 'backend_roles' || origin?.via === 'hosts'
      ? [origin.value]
      : origin?.via === 'and_backend_roles'
        ? [origin.values.join(' + ')]
        : [];
  return [candidate.name, ...through, role, permission].filter((step) => step !== '');
}

export const toCandidate = (name: string, user: InternalUser): Candidate => ({
  name,
  backendRoles: user.backend_roles,
  securityRoles: user.opendistro_security_roles,
  attributes: Object.fromEntries(
    Object.entries(user.attributes).map(([key, value]) => [`attr.internal.${key}`, value])
  ),
  isKnown: true,
});

/** Whether a candidate of a mapping has one of some roles in any of the states. */
export function holdersAmong(
  roles: ReadonlySet<string>,
  states: readonly RuleView[]
): (candidate: Candidate) => boolean {
  const byName = states.some(({ resolution }) => resolution !== 'MAPPING_ONLY');
  const users = new NamedValues([]);
  const backendRoles = new NamedValues(byName ? roles : []);
  const indexes = states.map((rules) => {
    const index = new MappingIndex();
    for (const role of roles) {
      const mapping = rules.mapping(role);
      if (!mapping) continue;
      index.set(role, mapping);
      mapping.users.forEach((entry) => users.add(entry));
      for (const entry of [...mapping.backend_roles, ...mapping.and_backend_roles])
        backendRoles.add(entry);
    }
    return index;
  });
  return (candidate) =>
    // Of thousands of candidates, hardly any is named.
    (candidate.hostPattern !== undefined ||
      users.has(candidate.name) ||
      backendRoles.hasAny(candidate.backendRoles ?? [])) &&
    (indexes.some((index) => index.rolesFor(toMappingSubject(candidate)).size > 0) ||
      (byName && candidate.backendRoles?.some((role) => roles.has(role)) === true));
}

/** Values that entries of mappings name; with a pattern among them, it can be any. */
class NamedValues {
  private readonly exact: Set<string>;
  private isAny = false;

  constructor(names: Iterable<string>) {
    this.exact = new Set(names);
  }

  add(entry: string): void {
    const kind = patternKind(entry);
    if (kind === 'exact') this.exact.add(entry);
    else if (kind !== 'nothing') this.isAny = true;
  }

  has(value: string): boolean {
    return this.isAny || this.exact.has(value);
  }

  hasAny(values: readonly string[]): boolean {
    return this.isAny || values.some((one) => this.exact.has(one));
  }
}

/**
 * Candidates whom mappings or promises name and who are no internal users. A pattern stands for all
 * that it matches.
 *
 * @param isConcerned - leaves out those about whom nothing is to be found
 */
export function* mappedCandidates(
  rules: RuleView,
  promises: readonly CompiledPromise[],
  isUser: (name: string) => boolean,
  isConcerned: (candidate: Candidate) => boolean = () => true
): CooperativeTask<readonly Candidate[]> {
  // A pattern of a mapping can match a user whom no mapping names.
  const users = new Set(promises.flatMap(({ promise }) => promise.users ?? []));
  const backendRoles = new Set(promises.flatMap(({ promise }) => promise.backend_roles ?? []));
  const hosts = new Set<string>();
  const together = new Map<string, readonly string[]>();
  for (const role of rules.roleNames()) {
    const mapping = rules.mapping(role);
    for (const name of mapping?.users ?? []) users.add(name);
    for (const name of mapping?.backend_roles ?? []) backendRoles.add(name);
    for (const host of mapping?.hosts ?? []) hosts.add(host);
    const all = mapping?.and_backend_roles ?? [];
    if (all.length > 0) together.set(JSON.stringify(all), all);
    yield;
  }
  const candidates: Candidate[] = [];
  for (const name of users) {
    yield;
    const candidate = { name, areEntries: true, isKnown: false };
    if (isConcerned(candidate) && !isUser(name)) candidates.push(candidate);
  }
  const others = [
    ...[...backendRoles].map((name) => ({ name: '', backendRoles: [name] })),
    ...[...together.values()].map((all) => ({ name: '', backendRoles: all })),
    ...[...hosts].map((hostPattern) => ({ name: '', hostPattern })),
  ];
  for (const one of others) {
    yield;
    const candidate = { ...one, areEntries: true, isKnown: false };
    if (isConcerned(candidate)) candidates.push(candidate);
  }
  return candidates;
}
