/** Internal users who may have one of some roles, found by index instead of by a walk over all. */
import { sortedInSteps, type CooperativeTask } from '../../scheduling/cooperative_task';
import { compileMatcher, patternKind, type MatchResult } from '../patterns/pattern';
import { pickNeeded } from '../evaluation/mapping_index';
import type { RuleView } from '../evaluation/rule_view';
import type { UserSource } from '../user_source';
import { getMembership, type Membership } from './membership';

/** Names that are collected; a walk over all users needs no list of them. */
const MAX_FOUND = 100_000;
/** Each is matched with every name, so that more cost more than a walk, which looks them up. */
const MAX_PATTERNS = 20;

/**
 * Names as written, and patterns. A bare `*`, which needs no value, and many patterns stand for
 * everyone.
 */
class Entries {
  readonly exact = new Set<string>();
  private readonly patterns = new Map<string, (value: string) => MatchResult>();
  private hasAny = false;

  get isEverything(): boolean {
    return this.hasAny || this.patterns.size > MAX_PATTERNS;
  }

  add(entry: string): void {
    const kind = patternKind(entry);
    if (kind === 'exact') this.exact.add(entry);
    else if (kind === 'everything') this.hasAny = true;
    else if (kind !== 'nothing' && !this.isEverything && !this.patterns.has(entry))
      this.patterns.set(entry, compileMatcher(entry));
  }

  /** Adds the values that a pattern matches, or may match. */
  *matchAll(values: Iterable<string>): CooperativeTask<void> {
    if (this.patterns.size === 0) return;
    for (const value of values) {
      for (const matcher of this.patterns.values()) {
        yield;
        if (matcher(value) !== 'no') {
          this.exact.add(value);
          break;
        }
      }
    }
  }
}

/**
 * Runs in time slices.
 * @param states - of the rules; users count who may have a role in any of them
 * @returns names of all holders, and others, who need not exist
 */
export function* possibleHolders(
  users: UserSource,
  roles: ReadonlySet<string>,
  states: readonly RuleView[]
): CooperativeTask<Iterable<string>> {
  const memberships: Membership[] = [];
  for (const role of roles) {
    yield;
    for (const rules of states) memberships.push(getMembership(rules, role));
  }
  return yield* possibleMembers(users, roles, memberships);
}

/**
 * The same for users who match one of the memberships, or list one of the roles themselves. Runs in
 * time slices.
 */
export function* possibleMembers(
  users: UserSource,
  roles: ReadonlySet<string>,
  memberships: readonly Membership[]
): CooperativeTask<Iterable<string>> {
  const named = new Entries();
  const backendRoles = new Entries();
  for (const membership of memberships) {
    yield;
    for (const entry of membership.users) named.add(entry);
    for (const entry of membership.backend_roles) backendRoles.add(entry);
    const needed = pickNeeded(membership.and_backend_roles);
    if (needed !== undefined) backendRoles.add(needed);
  }
  if (named.isEverything || backendRoles.isEverything) return users.names();
  yield* named.matchAll(users.names());
  yield* backendRoles.matchAll(users.backendRoles());
  const found = named.exact;
  for (const [facet, values] of [
    ['backend_roles', backendRoles.exact],
    ['roles', roles],
  ] as const) {
    for (const name of users.namesWith(facet, values)) {
      yield;
      if (found.add(name).size > MAX_FOUND) return users.names();
    }
  }
  return yield* sortedInSteps([...found], (one, other) => (one < other ? -1 : 1));
}
