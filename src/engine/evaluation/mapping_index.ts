/**
 * From a user to the roles that mappings give. Source: reference 4.2.
 *
 * Exact entries are hash look-ups, and what patterns say of a value is remembered, so the cost follows the
 * user's backend roles, not the number of mappings.
 */
import type { RoleMapping } from '../model/entity_types';
import { compileVerdict, patternKind, type Verdict } from './pattern';

export interface MappingSubject {
  readonly userName: string;
  readonly backendRoles: readonly string[];
  /** Remote IP address, when the call has one. */
  readonly remoteAddress?: string;
  /** Names of that address, when they are looked up. */
  readonly hostNames?: readonly string[];
}

/** Values of which is remembered what the patterns say. */
const MAX_REMEMBERED = 10_000;
const NO_ROLES: readonly string[] = [];
const NOTHING: Found = { roles: NO_ROLES, doubtful: NO_ROLES };

type Judge = (value: string) => Verdict;

/** What the patterns say of one value: roles that it has, and roles of which nobody knows. */
interface Found {
  readonly roles: readonly string[];
  readonly doubtful: readonly string[];
}

/** One kind of entry (`users`, `backend_roles` or `hosts`) of all mappings. */
class EntryIndex {
  /** Most entries stand in one mapping, which needs no set. */
  private readonly exact = new Map<string, string | Set<string>>();
  private readonly patterns = new Map<
    string,
    { readonly judge: Judge; readonly roles: Set<string> }
  >();
  private readonly remembered = new Map<string, Found>();

  get isEmpty(): boolean {
    return this.exact.size === 0 && this.patterns.size === 0;
  }

  add(entry: string, role: string): void {
    const kind = patternKind(entry);
    if (kind === 'nothing') return;
    if (kind === 'exact') {
      this.addExact(entry, role);
      return;
    }
    this.remembered.clear();
    const known = this.patterns.get(entry);
    if (known) known.roles.add(role);
    else this.patterns.set(entry, { judge: compileVerdict(entry), roles: new Set([role]) });
  }

  remove(entry: string, role: string): void {
    const exact = this.exact.get(entry);
    if (exact === role) this.exact.delete(entry);
    else if (typeof exact === 'object' && exact.delete(role) && exact.size === 0)
      this.exact.delete(entry);
    const pattern = this.patterns.get(entry);
    if (!pattern) return;
    this.remembered.clear();
    if (pattern.roles.delete(role) && pattern.roles.size === 0) this.patterns.delete(entry);
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

  forgetVerdicts(): void {
    this.remembered.clear();
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
    for (const { judge, roles } of this.patterns.values()) {
      const verdict = judge(value);
      if (verdict === 'no') continue;
      for (const role of roles) (verdict === 'yes' ? sure : doubtful).add(role);
    }
    const isNothing = sure.size === 0 && doubtful.size === 0;
    const found = isNothing ? NOTHING : { roles: [...sure], doubtful: [...doubtful] };
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(value, found);
    return found;
  }
}

/** Mappings by `and_backend_roles`: every one of the patterns must find a backend role. */
class AllOfIndex {
  /** By one exact backend role that is needed anyway; mappings without an exact one are tried every time. */
  private readonly byNeeded = new Map<string | undefined, Map<string, readonly Judge[]>>();

  set(role: string, patterns: readonly string[]): void {
    if (patterns.length === 0) return;
    const needed = neededOf(patterns);
    const roles = this.byNeeded.get(needed) ?? new Map<string, readonly Judge[]>();
    roles.set(role, patterns.map(compileVerdict));
    this.byNeeded.set(needed, roles);
  }

  delete(role: string, patterns: readonly string[]): void {
    const needed = neededOf(patterns);
    const roles = this.byNeeded.get(needed);
    if (roles?.delete(role) && roles.size === 0) this.byNeeded.delete(needed);
  }

  /** Adds the roles of which all patterns together say so. */
  collect(wanted: Verdict, backendRoles: readonly string[], into: Set<string>): void {
    if (this.byNeeded.size === 0) return;
    this.collectBy(undefined, wanted, backendRoles, into);
    for (const backendRole of backendRoles) this.collectBy(backendRole, wanted, backendRoles, into);
  }

  private collectBy(
    needed: string | undefined,
    wanted: Verdict,
    backendRoles: readonly string[],
    into: Set<string>
  ): void {
    const roles = this.byNeeded.get(needed);
    if (!roles) return;
    for (const [role, judges] of roles) {
      if (verdictOfAll(judges, backendRoles) === wanted) into.add(role);
    }
  }
}

function verdictOfAll(judges: readonly Judge[], backendRoles: readonly string[]): Verdict {
  let isSure = true;
  for (const judge of judges) {
    const verdict = verdictOfAny(judge, backendRoles);
    if (verdict === 'no') return 'no';
    isSure &&= verdict === 'yes';
  }
  return isSure ? 'yes' : 'doubt';
}

function verdictOfAny(judge: Judge, values: readonly string[]): Verdict {
  let isDoubtful = false;
  for (const value of values) {
    const verdict = judge(value);
    if (verdict === 'yes') return 'yes';
    isDoubtful ||= verdict === 'doubt';
  }
  return isDoubtful ? 'doubt' : 'no';
}

const neededOf = (patterns: readonly string[]): string | undefined =>
  patterns.find((pattern) => patternKind(pattern) === 'exact');

export class MappingIndex {
  private readonly mappings = new Map<string, RoleMapping>();
  private readonly users = new EntryIndex();
  private readonly backendRoles = new EntryIndex();
  private readonly hosts = new EntryIndex();
  private readonly allOf = new AllOfIndex();

  /** Whether the remote address can matter at all. */
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

  /** Role names whose mapping fits, in no particular order. */
  rolesFor(subject: MappingSubject): Set<string> {
    const roles = new Set<string>();
    this.users.collect(subject.userName, roles);
    for (const backendRole of subject.backendRoles) this.backendRoles.collect(backendRole, roles);
    if (subject.remoteAddress !== undefined) this.hosts.collect(subject.remoteAddress, roles);
    for (const name of subject.hostNames ?? []) this.hosts.collect(name, roles);
    this.allOf.collect('yes', subject.backendRoles, roles);
    return roles;
  }

  /**
   * Roles of which nobody knows whether their mapping fits. They grant nothing, but what they restrict must
   * not become visible.
   */
  doubtfulRolesFor(subject: MappingSubject): Set<string> {
    const roles = new Set<string>();
    this.users.collectDoubtful(subject.userName, roles);
    for (const backendRole of subject.backendRoles)
      this.backendRoles.collectDoubtful(backendRole, roles);
    if (subject.remoteAddress !== undefined)
      this.hosts.collectDoubtful(subject.remoteAddress, roles);
    for (const name of subject.hostNames ?? []) this.hosts.collectDoubtful(name, roles);
    this.allOf.collect('doubt', subject.backendRoles, roles);
    return roles;
  }

  /** Some were given when there was no time to find out. */
  forgetVerdicts(): void {
    for (const index of [this.users, this.backendRoles, this.hosts]) index.forgetVerdicts();
  }
}
