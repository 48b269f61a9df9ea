/**
 * Roles of all internal users, the costly part of a check. Follows changes entry by entry; lists
 * are replaced, never changed, and in the order of names however they came about.
 */
import type { InternalUser, RoleMapping } from '../../contracts/entities';
import { patternKind } from '../access/patterns/pattern';
import { resolveRoleNames } from '../access/evaluation/rule_view';
import { RuleSet } from '../access/evaluation/rule_set';
import type { CooperativeTask } from '../scheduling/cooperative_task';

type Users = ReadonlyMap<string, InternalUser>;
interface Difference {
  readonly gained: string[];
  readonly lost: Set<string>;
}

const NONE: readonly string[] = [];

export class Holders {
  private readonly roles = new Map<string, readonly string[]>();
  private readonly users = new Map<string, readonly string[]>();
  private readonly byBackendRole = new Map<string, Set<string>>();
  private readonly differences = new Map<string, Difference>();

  constructor(private readonly rules: RuleSet) {}

  rolesOf(user: string): readonly string[] {
    return this.roles.get(user) ?? NONE;
  }

  usersOf(role: string): readonly string[] {
    return this.users.get(role) ?? NONE;
  }

  /** Backend roles of internal users, each with its users. */
  backendRoles(): Iterable<readonly [string, ReadonlySet<string>]> {
    return this.byBackendRole;
  }

  /** The rules contain the current mappings. */
  userChanged(
    name: string,
    before: InternalUser | undefined,
    after: InternalUser | undefined
  ): void {
    for (const one of before?.backend_roles ?? []) {
      const users = this.byBackendRole.get(one);
      if (users?.delete(name) && users.size === 0) this.byBackendRole.delete(one);
    }
    for (const one of after?.backend_roles ?? []) {
      const users = this.byBackendRole.get(one);
      if (users) users.add(name);
      else this.byBackendRole.set(one, new Set([name]));
    }
    const subject = { userName: name, backendRoles: after?.backend_roles ?? [] };
    const direct = after?.opendistro_security_roles ?? [];
    this.set(name, after ? resolveRoleNames(this.rules, subject, direct) : undefined);
  }

  /**
   * @param users - as before the change of the mapping
   * @param touched - gets the names of users whose roles change
   */
  *mappingChanged(
    role: string,
    before: RoleMapping | undefined,
    after: RoleMapping | undefined,
    users: Users,
    touched: Set<string>
  ): CooperativeTask<void> {
    const { resolution, release } = this.rules;
    if (resolution === 'BACKENDROLES_ONLY') return;
    const alone = new RuleSet(resolution, release);
    if (after) alone.apply({ type: 'rolesmapping', name: role, after });
    for (const name of this.candidates(role, [before, after], users)) {
      yield;
      const user = users.get(name);
      if (!user) continue;
      const roles = this.rolesOf(name);
      const direct = user.opendistro_security_roles;
      const has = resolveRoleNames(
        alone,
        { userName: name, backendRoles: user.backend_roles },
        direct
      ).includes(role);
      if (has === roles.includes(role)) continue;
      touched.add(name);
      this.roles.set(name, has ? [...roles, role].sort() : roles.filter((one) => one !== role));
      this.difference(role, name, has);
    }
  }

  /** Call this after all changes, before anything is read. */
  *settle(): CooperativeTask<void> {
    for (const [role, { gained, lost }] of this.differences) {
      yield;
      const kept = this.usersOf(role).filter((one) => !lost.has(one));
      const users = gained.length > 0 ? [...kept, ...gained].sort() : kept;
      if (users.length > 0) this.users.set(role, users);
      else this.users.delete(role);
    }
    this.differences.clear();
  }

  /** A pattern can concern all users. */
  private candidates(
    role: string,
    mappings: readonly (RoleMapping | undefined)[],
    users: Users
  ): Iterable<string> {
    const names = new Set(this.usersOf(role));
    for (const mapping of mappings) {
      const {
        users: named = [],
        backend_roles: some = [],
        and_backend_roles: all = [],
      } = mapping ?? {};
      if (![...named, ...some, ...all].every((one) => patternKind(one) === 'exact'))
        return users.keys();
      for (const one of named) names.add(one);
      for (const one of [...some, ...all])
        for (const user of this.byBackendRole.get(one) ?? []) names.add(user);
    }
    return names;
  }

  private set(user: string, roles: readonly string[] | undefined): void {
    const before = this.rolesOf(user);
    if (roles) this.roles.set(user, roles);
    else this.roles.delete(user);
    const known = new Set(before);
    for (const role of roles ?? NONE) if (!known.delete(role)) this.difference(role, user, true);
    for (const role of known) this.difference(role, user, false);
  }

  private difference(role: string, user: string, isGained: boolean): void {
    let one = this.differences.get(role);
    if (!one) this.differences.set(role, (one = { gained: [], lost: new Set() }));
    if (isGained && !one.lost.delete(user)) one.gained.push(user);
    else if (!isGained) {
      const at = one.gained.indexOf(user);
      if (at < 0) one.lost.add(user);
      else one.gained.splice(at, 1);
    }
  }
}
