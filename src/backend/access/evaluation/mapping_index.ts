/**
 * Resolves the mapped roles of a user. The cost depends on the number of the user's backend roles,
 * not on the number of mappings.
 */
import { PATTERN_LIMITS } from '../../../contracts/limits';
import type { RoleMapping } from '../../../contracts/entities';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { compileMatcher, patternKind, type MatchResult } from '../patterns/pattern';
import { WildcardTable } from '../patterns/wildcard_table';

export interface MappingSubject {
  /** Without it, only roles that a name does not give. */
  readonly userName?: string;
  readonly backendRoles: readonly string[];
  /** Remote IP address, if known. */
  readonly remoteAddress?: string;
  /** Host names of that address, if host names are resolved. */
  readonly hostNames?: readonly string[];
  /** Stands for everybody who connects from an address that this entry of a mapping matches. */
  readonly hostPattern?: string;
  /** Whether name and backend roles are entries of mappings, and stand for all that these match. */
  readonly areEntries?: boolean;
}

/**
 * Values with cached pattern results. `MAX_REMEMBERED_ROLES` limits the roles in all results
 * together.
 */
const MAX_REMEMBERED = 10_000;
const MAX_REMEMBERED_ROLES = 1_000_000;
const NO_ROLES: readonly string[] = [];
const NOTHING: Found = { roles: NO_ROLES, doubtful: NO_ROLES };

type Matcher = (value: string) => MatchResult;

/** The roles whose patterns match a value, and the roles whose patterns could not be decided. */
interface Found {
  readonly roles: readonly string[];
  readonly doubtful: readonly string[];
}

interface PatternRoles {
  readonly matcher: Matcher;
  readonly roles: Set<string>;
}

/** One kind of entry (`users`, `backend_roles` or `hosts`) of all mappings. */
class EntryIndex {
  /** Most entries occur in one mapping, which needs no set. */
  private readonly exact = new Map<string, string | Set<string>>();
  private readonly patterns = new Map<string, PatternRoles>();
  /** Patterns that the wildcard table cannot index: `*` and regular expressions. */
  private readonly always = new Set<PatternRoles>();
  private readonly wildcards = new WildcardTable<PatternRoles>();
  private readonly remembered = new Map<string, Found>();
  private rememberedRoles = 0;

  get isEmpty(): boolean {
    return this.exact.size === 0 && this.patterns.size === 0;
  }

  get patternCount(): number {
    return this.patterns.size;
  }

  /** Adds the roles of this entry itself, also of a regular expression. */
  collectEntry(entry: string, into: Set<string>): void {
    for (const role of this.patterns.get(entry)?.roles ?? NO_ROLES) into.add(role);
  }

  /** Adds the roles of a bare `*`, which match without any value. */
  collectEverybody(into: Set<string>): void {
    this.collectEntry('*', into);
  }

  /** Evaluates the patterns for a value ahead of time and caches the result. */
  recall(value: string): void {
    if (this.patterns.size > 0) this.byPatterns(value);
  }

  add(entry: string, role: string): void {
    const kind = patternKind(entry);
    if (kind === 'nothing') return;
    if (kind === 'exact') {
      this.addExact(entry, role);
      return;
    }
    this.forgetMatchResults();
    const known = this.patterns.get(entry);
    if (known) {
      known.roles.add(role);
      return;
    }
    const added = { matcher: compileMatcher(entry), roles: new Set([role]) };
    this.patterns.set(entry, added);
    if (kind === 'wildcard') this.wildcards.set(entry, added);
    else this.always.add(added);
  }

  remove(entry: string, role: string): void {
    const exact = this.exact.get(entry);
    if (exact === role) this.exact.delete(entry);
    else if (typeof exact === 'object' && exact.delete(role) && exact.size === 0)
      this.exact.delete(entry);
    const pattern = this.patterns.get(entry);
    if (!pattern) return;
    this.forgetMatchResults();
    if (!pattern.roles.delete(role) || pattern.roles.size > 0) return;
    this.patterns.delete(entry);
    this.wildcards.delete(entry, pattern);
    this.always.delete(pattern);
  }

  collect(value: string, into: Set<string>): void {
    const exact = this.exact.get(value);
    if (typeof exact === 'string') into.add(exact);
    else if (exact) for (const role of exact) into.add(role);
    if (this.patterns.size > 0) for (const role of this.byPatterns(value).roles) into.add(role);
  }

  collectDoubtful(value: string, into: Set<string>): void {
    if (this.patterns.size > 0) for (const role of this.byPatterns(value).doubtful) into.add(role);
  }

  forgetMatchResults(): void {
    this.remembered.clear();
    this.rememberedRoles = 0;
  }

  private addExact(entry: string, role: string): void {
    const known = this.exact.get(entry);
    if (typeof known === 'object') known.add(role);
    else this.exact.set(entry, known === undefined ? role : new Set([known, role]));
  }

  private byPatterns(value: string): Found {
    const known = this.remembered.get(value);
    if (known) return known;
    const sure = new Set<string>();
    const doubtful = new Set<string>();
    const evaluate = ({ matcher, roles }: PatternRoles) => {
      const matchResult = matcher(value);
      if (matchResult === 'no') return;
      for (const role of roles) (matchResult === 'yes' ? sure : doubtful).add(role);
    };
    this.always.forEach(evaluate);
    this.wildcards.candidates(value).forEach(evaluate);
    const isNothing = sure.size === 0 && doubtful.size === 0;
    const found = isNothing ? NOTHING : { roles: [...sure], doubtful: [...doubtful] };
    this.remember(value, found);
    return found;
  }

  private remember(value: string, found: Found): void {
    const size = found.roles.length + found.doubtful.length;
    const isFull =
      this.remembered.size >= MAX_REMEMBERED || this.rememberedRoles + size > MAX_REMEMBERED_ROLES;
    if (isFull) this.forgetMatchResults();
    this.remembered.set(value, found);
    this.rememberedRoles += size;
  }
}

/**
 * Mappings with `and_backend_roles`: each of the patterns must match a backend role. Patterns are
 * evaluated once for all mappings, and only mappings with a matching key pattern are checked.
 */
class AllOfIndex {
  /** The patterns; each is its own role name here. */
  readonly patterns = new EntryIndex();
  /** Mappings by one of their patterns, an exact one if possible. */
  private readonly byNeeded = new Map<string, Map<string, readonly string[]>>();
  private readonly uses = new Map<string, number>();

  set(role: string, patterns: readonly string[]): void {
    const needed = pickNeeded(patterns);
    if (needed === undefined) return;
    const roles = this.byNeeded.get(needed) ?? new Map<string, readonly string[]>();
    roles.set(role, patterns);
    this.byNeeded.set(needed, roles);
    for (const pattern of patterns) {
      const uses = this.uses.get(pattern) ?? 0;
      this.uses.set(pattern, uses + 1);
      if (uses === 0) this.patterns.add(pattern, pattern);
    }
  }

  delete(role: string, patterns: readonly string[]): void {
    const needed = pickNeeded(patterns);
    if (needed === undefined) return;
    const roles = this.byNeeded.get(needed);
    if (roles?.delete(role) && roles.size === 0) this.byNeeded.delete(needed);
    for (const pattern of patterns) {
      const uses = (this.uses.get(pattern) ?? 0) - 1;
      if (uses > 0) this.uses.set(pattern, uses);
      else if (this.uses.delete(pattern)) this.patterns.remove(pattern, pattern);
    }
  }

  /** Adds the roles for which all patterns together reach this result. */
  collect(
    matchResult: Exclude<MatchResult, 'no'>,
    { backendRoles, areEntries = false }: MappingSubject,
    into: Set<string>
  ): void {
    if (this.byNeeded.size === 0) return;
    const sure = new Set<string>();
    this.patterns.collectEverybody(sure);
    for (const backendRole of backendRoles) {
      this.patterns.collect(backendRole, sure);
      if (areEntries) this.patterns.collectEntry(backendRole, sure);
    }
    const possible = matchResult === 'yes' ? sure : new Set(sure);
    if (matchResult === 'doubt') {
      for (const backendRole of backendRoles) this.patterns.collectDoubtful(backendRole, possible);
      if (possible.size === sure.size) return;
    }
    const isSure = (pattern: string) => sure.has(pattern);
    const isPossible = (pattern: string) => possible.has(pattern);
    for (const needed of possible) {
      for (const [role, patterns] of this.byNeeded.get(needed) ?? [])
        if (patterns.every(isPossible) && (matchResult === 'yes' || !patterns.every(isSure)))
          into.add(role);
    }
  }

  forgetMatchResults(): void {
    this.patterns.forgetMatchResults();
  }
}

/** The pattern of a list, all of which must match, that candidates are found by. */
export const pickNeeded = (patterns: readonly string[]): string | undefined =>
  patterns.find((pattern) => patternKind(pattern) === 'exact') ?? patterns[0];

export class MappingIndex {
  private readonly mappings = new Map<string, RoleMapping>();
  private readonly users = new EntryIndex();
  private readonly backendRoles = new EntryIndex();
  private readonly hosts = new EntryIndex();
  private readonly allOf = new AllOfIndex();

  /** Whether any mapping depends on the remote address. */
  get dependsOnAddress(): boolean {
    return !this.hosts.isEmpty;
  }

  get(role: string): RoleMapping | undefined {
    return this.mappings.get(role);
  }

  names(): IterableIterator<string> {
    return this.mappings.keys();
  }

  set(role: string, mapping: RoleMapping): void {
    this.delete(role);
    this.mappings.set(role, mapping);
    for (const entry of mapping.users) this.users.add(entry, role);
    for (const entry of mapping.backend_roles) this.backendRoles.add(entry, role);
    for (const entry of mapping.hosts) this.hosts.add(entry, role);
    this.allOf.set(role, mapping.and_backend_roles);
  }

  delete(role: string): void {
    const mapping = this.mappings.get(role);
    if (!mapping) return;
    this.mappings.delete(role);
    for (const entry of mapping.users) this.users.remove(entry, role);
    for (const entry of mapping.backend_roles) this.backendRoles.remove(entry, role);
    for (const entry of mapping.hosts) this.hosts.remove(entry, role);
    this.allOf.delete(role, mapping.and_backend_roles);
  }

  /** Whether evaluating these values for the first time could block the event loop. */
  isManyFor({ backendRoles }: MappingSubject): boolean {
    const patterns = this.backendRoles.patternCount + this.allOf.patterns.patternCount;
    return backendRoles.length * patterns > PATTERN_LIMITS.matchesAtOnce;
  }

  /** Fills the caches for `rolesFor`, one backend role per step. */
  *recall({ backendRoles }: MappingSubject): CooperativeTask<void> {
    for (const backendRole of backendRoles) {
      this.backendRoles.recall(backendRole);
      this.allOf.patterns.recall(backendRole);
      yield;
    }
  }

  /** Names of roles with a matching mapping, unordered. */
  rolesFor(subject: MappingSubject): Set<string> {
    const roles = new Set<string>();
    if (subject.userName !== undefined) this.users.collect(subject.userName, roles);
    this.backendRoles.collectEverybody(roles);
    for (const backendRole of subject.backendRoles) this.backendRoles.collect(backendRole, roles);
    if (subject.remoteAddress !== undefined) this.hosts.collect(subject.remoteAddress, roles);
    for (const name of subject.hostNames ?? []) this.hosts.collect(name, roles);
    if (subject.hostPattern !== undefined) {
      this.hosts.collect(subject.hostPattern, roles);
      this.hosts.collectEntry(subject.hostPattern, roles);
    }
    if (subject.areEntries) {
      this.users.collectEntry(subject.userName ?? '', roles);
      for (const entry of subject.backendRoles) this.backendRoles.collectEntry(entry, roles);
    }
    this.allOf.collect('yes', subject, roles);
    return roles;
  }

  /** Roles whose mapping could not be decided. They grant nothing, but their restrictions apply. */
  doubtfulRolesFor(subject: MappingSubject): Set<string> {
    const roles = new Set<string>();
    if (subject.userName !== undefined) this.users.collectDoubtful(subject.userName, roles);
    for (const backendRole of subject.backendRoles)
      this.backendRoles.collectDoubtful(backendRole, roles);
    if (subject.remoteAddress !== undefined)
      this.hosts.collectDoubtful(subject.remoteAddress, roles);
    for (const name of subject.hostNames ?? []) this.hosts.collectDoubtful(name, roles);
    this.allOf.collect('doubt', subject, roles);
    return roles;
  }

  /** Drops cached results, some of which may come from regular expressions that ran out of time. */
  forgetMatchResults(): void {
    for (const index of [this.users, this.backendRoles, this.hosts, this.allOf])
      index.forgetMatchResults();
  }
}
