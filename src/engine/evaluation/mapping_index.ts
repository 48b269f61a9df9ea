/**
 * From a user to the roles that mappings give. Source: reference 4.2.
 *
 * Exact entries are hash look-ups, so the cost follows the user's backend roles and the number of
 * mappings with patterns, not the number of mappings.
 */
import type { RoleMapping } from '../model/entity_types';
import { compilePattern, patternKind, type Matcher } from './pattern';

export interface MappingSubject {
  readonly userName: string;
  readonly backendRoles: readonly string[];
  /** Remote IP address, when the call has one. */
  readonly remoteAddress?: string;
  /** Names of that address, when they are looked up. */
  readonly hostNames?: readonly string[];
}

/** One kind of entry (`users`, `backend_roles` or `hosts`) of all mappings. */
class EntryIndex {
  private readonly exact = new Map<string, Set<string>>();
  private readonly patterns = new Map<
    string,
    { readonly matches: Matcher; readonly roles: Set<string> }
  >();

  get isEmpty(): boolean {
    return this.exact.size === 0 && this.patterns.size === 0;
  }

  add(entry: string, role: string): void {
    const kind = patternKind(entry);
    if (kind === 'nothing') return;
    if (kind === 'exact') {
      const roles = this.exact.get(entry);
      if (roles) roles.add(role);
      else this.exact.set(entry, new Set([role]));
      return;
    }
    const known = this.patterns.get(entry);
    if (known) known.roles.add(role);
    else this.patterns.set(entry, { matches: compilePattern(entry), roles: new Set([role]) });
  }

  remove(entry: string, role: string): void {
    const exact = this.exact.get(entry);
    if (exact?.delete(role) && exact.size === 0) this.exact.delete(entry);
    const pattern = this.patterns.get(entry);
    if (pattern?.roles.delete(role) && pattern.roles.size === 0) this.patterns.delete(entry);
  }

  collect(value: string, into: Set<string>): void {
    for (const role of this.exact.get(value) ?? []) into.add(role);
    for (const { matches, roles } of this.patterns.values()) {
      if (matches(value)) for (const role of roles) into.add(role);
    }
  }
}

export class MappingIndex {
  private readonly mappings = new Map<string, RoleMapping>();
  private readonly users = new EntryIndex();
  private readonly backendRoles = new EntryIndex();
  private readonly hosts = new EntryIndex();
  /** Role to matchers of which each must find a backend role. */
  private readonly allOf = new Map<string, readonly Matcher[]>();

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
    if (mapping.and_backend_roles.length > 0)
      this.allOf.set(role, mapping.and_backend_roles.map(compilePattern));
  }

  delete(role: string): void {
    const mapping = this.mappings.get(role);
    if (!mapping) return;
    this.mappings.delete(role);
    for (const entry of mapping.users) this.users.remove(entry, role);
    for (const entry of mapping.backend_roles) this.backendRoles.remove(entry, role);
    for (const entry of mapping.hosts) this.hosts.remove(entry, role);
    this.allOf.delete(role);
  }

  /** Role names whose mapping fits, in no particular order. */
  rolesFor(subject: MappingSubject): Set<string> {
    const roles = new Set<string>();
    this.users.collect(subject.userName, roles);
    for (const backendRole of subject.backendRoles) this.backendRoles.collect(backendRole, roles);
    if (subject.remoteAddress !== undefined) this.hosts.collect(subject.remoteAddress, roles);
    for (const name of subject.hostNames ?? []) this.hosts.collect(name, roles);
    for (const [role, matchers] of this.allOf) {
      if (matchers.every((matches) => subject.backendRoles.some(matches))) roles.add(role);
    }
    return roles;
  }
}
