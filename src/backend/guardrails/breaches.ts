/**
 * Checks promises against the access of all known people: internal users, and those whom mappings
 * name by user name, backend role or host. Anybody can connect from a host. Which backend roles a
 * directory gives to whom is unknown, so each backend role is checked as one person who has it
 * alone.
 */
import type { InternalUser } from '../../contracts/entities';
import type { SimulatedSubject } from '../access/evaluation/access_service';
import { mappingSubjectOf, subjectOf } from '../access/evaluation/access_service';
import { MappingIndex } from '../access/evaluation/mapping_index';
import type { CompiledRole } from '../access/evaluation/compiled_role';
import type { RuleView } from '../access/evaluation/rule_view';
import { explainRoles } from '../access/explanation/role_origins';
import { isRegex, patternKind } from '../access/patterns/pattern';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { hasOwnPatterns, type CompiledPromise } from './promise';

export interface Person extends SimulatedSubject {
  /** Whether the installation knows all roles of this person. */
  readonly isKnown: boolean;
}

export interface Breach {
  readonly guardrail: CompiledPromise;
  readonly userName: string;
  /** From the person to the permission; empty where access is missing. */
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
  /** Roles whose patterns contain attributes of the person. */
  readonly personal: readonly CompiledRole[];
}

export class AccessState {
  private readonly sets = new Map<string, SetGrants>();

  constructor(
    readonly rules: RuleView,
    private readonly promises: readonly CompiledPromise[],
    private readonly known: KnownGrants
  ) {}

  rolesOf(person: Person): readonly string[] {
    return this.rules.roleNamesFor(mappingSubjectOf(person), person.securityRoles ?? []);
  }

  /** The grant of each promise; the first role in order of names. */
  *grantsOf(
    person: Person,
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
    const subject = subjectOf(this.rules, person);
    const own = [...grants];
    for (const [at, promise] of this.promises.entries())
      for (const role of personal) {
        if (own[at]) break;
        const permission = yield* promise.grantOf(role, subject);
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
      grants.push(yield* promise.grantOf(role));
      yield;
    }
    this.known.set(role, grants);
    return grants;
  }
}

/** Promises that people break, whether or not a change is the cause. */
export function* breachesOf(
  state: AccessState,
  promises: readonly CompiledPromise[],
  people: Iterable<Person>,
  report: (breach: Breach) => void
): CooperativeTask<void> {
  for (const person of people) {
    const roles = state.rolesOf(person);
    const grants = yield* state.grantsOf(person, roles);
    for (const [at, guardrail] of promises.entries()) {
      const grant = grants[at];
      if (!isBroken(guardrail, person, roles, grant)) continue;
      const way = grant ? yield* wayOf(state.rules, person, grant) : [];
      report({ guardrail, userName: person.name, way, ...(grant && { role: grant.role }) });
    }
    yield;
  }
}

/** Whether the promise is broken by this person. */
function isBroken(
  promise: CompiledPromise,
  person: Person,
  roles: readonly string[],
  grant: Grant | undefined
): boolean {
  const { name: userName, backendRoles = [] } = person;
  const isNamed = promise.names({ userName, backendRoles }) || promise.namesRoleAmong(roles);
  const isAnyone = person.hostPattern !== undefined;
  switch (promise.promise.rule) {
    case 'only':
      return grant !== undefined && !isNamed;
    case 'never':
      return grant !== undefined && (isNamed || isAnyone);
    case 'always':
      return grant === undefined && isNamed && person.isKnown;
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

/** Whether changed mappings give this person other roles. Most people need no further look. */
function isRemapped({ before, after }: Comparison['mappings'], person: Person): boolean {
  const subject = mappingSubjectOf(person);
  const [then, now] = [before.rolesFor(subject), after.rolesFor(subject)];
  return then.size !== now.size || [...now].some((role) => !then.has(role));
}

/**
 * The first promise that `now` breaks and `then` did not.
 * @param then - the person before the change; `undefined` for one who does not exist yet
 */
export function* newBreachOf(
  { promises, before, after, changedRoles, mappings }: Comparison,
  then: Person | undefined,
  now: Person
): CooperativeTask<Breach | undefined> {
  const keepsRoles = then === now && !isRemapped(mappings, now);
  if (keepsRoles && changedRoles.size === 0) return undefined;
  const rolesBefore = then ? before.rolesOf(then) : [];
  const rolesAfter = keepsRoles ? rolesBefore : after.rolesOf(now);
  if (keepsRoles && !rolesAfter.some((role) => changedRoles.has(role))) return undefined;
  const grantsAfter = yield* after.grantsOf(now, rolesAfter);
  let grantsBefore: ReadonlyArray<Grant | undefined> | undefined;
  for (const [at, promise] of promises.entries()) {
    const grant = grantsAfter[at];
    if (!isBroken(promise, now, rolesAfter, grant)) continue;
    if (then) {
      grantsBefore ??= yield* before.grantsOf(then, rolesBefore);
      if (isBroken(promise, then, rolesBefore, grantsBefore[at])) continue;
    }
    const way = grant ? yield* wayOf(after.rules, now, grant) : [];
    return {
      guardrail: promise,
      userName: now.name,
      way,
      ...(grant && { role: grant.role }),
    };
  }
  return undefined;
}

function* wayOf(
  rules: RuleView,
  person: Person,
  { role, permission }: Grant
): CooperativeTask<readonly string[]> {
  const direct = person.securityRoles ?? [];
  const [explained] = yield* explainRoles(rules, [role], mappingSubjectOf(person), direct);
  const origin = explained?.origins[0];
  const through =
    origin?.via === 'backend_roles' || origin?.via === 'hosts'
      ? [origin.value]
      : origin?.via === 'and_backend_roles'
        ? [origin.values.join(' + ')]
        : [];
  return [person.name, ...through, role, permission].filter((step) => step !== '');
}

export const personOf = (name: string, user: InternalUser): Person => ({
  name,
  backendRoles: user.backend_roles,
  securityRoles: user.opendistro_security_roles,
  attributes: Object.fromEntries(
    Object.entries(user.attributes).map(([key, value]) => [`attr.internal.${key}`, value])
  ),
  isKnown: true,
});

/** Whether a person of a mapping has one of some roles in any of the states. */
export function holdersAmong(
  roles: ReadonlySet<string>,
  states: readonly RuleView[]
): (person: Person) => boolean {
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
  return (person) =>
    // Of thousands of people, hardly any is named.
    (person.hostPattern !== undefined ||
      users.has(person.name) ||
      backendRoles.hasAny(person.backendRoles ?? [])) &&
    (indexes.some((index) => index.rolesFor(mappingSubjectOf(person)).size > 0) ||
      (byName && person.backendRoles?.some((role) => roles.has(role)) === true));
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
 * People whom mappings name and who are no internal users. A pattern stands for a name that it
 * matches: itself.
 *
 * @param isConcerned - leaves out those about whom nothing is to be found
 */
export function* mappedPeople(
  rules: RuleView,
  isUser: (name: string) => boolean,
  isConcerned: (person: Person) => boolean = () => true
): CooperativeTask<readonly Person[]> {
  const users = new Set<string>();
  const backendRoles = new Set<string>();
  const hosts = new Set<string>();
  const together = new Map<string, readonly string[]>();
  for (const role of rules.roleNames()) {
    const mapping = rules.mapping(role);
    for (const name of mapping?.users ?? []) if (!isRegex(name)) users.add(name);
    for (const name of mapping?.backend_roles ?? []) if (!isRegex(name)) backendRoles.add(name);
    for (const host of mapping?.hosts ?? []) hosts.add(host);
    const all = mapping?.and_backend_roles ?? [];
    if (all.length > 0) together.set(JSON.stringify(all), all);
    yield;
  }
  const people: Person[] = [];
  for (const name of users) {
    yield;
    const person = { name, isKnown: false };
    if (isConcerned(person) && !isUser(name)) people.push(person);
  }
  const others = [
    ...[...backendRoles].map((name) => ({ name: '', backendRoles: [name] })),
    ...[...together.values()].map((all) => ({ name: '', backendRoles: all })),
    ...[...hosts].map((hostPattern) => ({ name: '', hostPattern })),
  ];
  for (const one of others) {
    yield;
    const person = { ...one, isKnown: false };
    if (isConcerned(person)) people.push(person);
  }
  return people;
}
