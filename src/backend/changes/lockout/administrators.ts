/**
 * Finds the administrators: users with a usable password who have one of the API roles, directly or
 * by a mapping. Mappings by host do not count, because an address does not belong to a user.
 */
import {
  compilePattern,
  matchesAmong,
  patternKind,
  type Matcher,
} from '../../access/patterns/pattern';
import type { EngineSettings } from '../../api/settings';
import type { InternalUser, RoleMapping } from '../../../contracts/entities';
import { isDisabled, isServiceAccount } from '../../model/service_account';
import type { ConfigurationView } from './configuration_view';

export type AdministratorSettings = Pick<EngineSettings, 'apiRoles' | 'rolesMappingResolution'>;

export class Administrators {
  constructor(
    private readonly view: ConfigurationView,
    private readonly settings: AdministratorSettings
  ) {}

  /** Whether any administrator remains in the view. */
  exist(): boolean {
    const { apiRoles } = this.settings;
    const mappings = this.mappings(apiRoles);
    return (
      this.hasUserWithTerm('roles', apiRoles) ||
      this.hasUserWithTerm('backend_roles', this.usesBackendRoles ? apiRoles : []) ||
      mappings.some((mapping) => this.hasMember(mapping))
    );
  }

  /**
   * Whether this user is an administrator in the view.
   * @param hostNames - address and host names of the caller, for mappings with hosts
   */
  includes(name: string, user: InternalUser, hostNames: readonly string[] = []): boolean {
    return this.hasAnyRole(this.settings.apiRoles, name, user, hostNames);
  }

  /** All administrators, ascending by name. Iterates over all users. */
  names(): readonly string[] {
    const names: string[] = [];
    this.eachUser((name, user) => {
      if (this.includes(name, user)) names.push(name);
      return false;
    });
    return names;
  }

  /** Whether an administrator also has one of these roles. Iterates over all users. */
  existAlsoIn(roles: readonly string[]): boolean {
    if (roles.length === 0) return false;
    return this.eachUser(
      (name, user) => this.includes(name, user) && this.hasAnyRole(roles, name, user)
    );
  }

  /** Whether this user is enabled and has a usable password. */
  canLogin(name: string): boolean {
    const user = this.view.read('internalusers', name);
    return user !== undefined && !isDisabled(user) && this.view.hasPassword(name);
  }

  /**
   * Users with a password who match this mapping but are no longer administrators in the view,
   * ascending by name.
   * @param limit - maximum number of names
   */
  formerMembers(mapping: RoleMapping, limit: number): readonly string[] {
    const former: string[] = [];
    this.eachUser((name, user) => {
      if (isMember(mapping, name, user, []) && !this.includes(name, user)) former.push(name);
      return former.length >= limit;
    });
    return former;
  }

  private get usesBackendRoles(): boolean {
    return this.settings.rolesMappingResolution !== 'MAPPING_ONLY';
  }

  private hasAnyRole(
    roles: readonly string[],
    name: string,
    user: InternalUser,
    hostNames: readonly string[] = []
  ): boolean {
    return (
      user.opendistro_security_roles.some((role) => roles.includes(role)) ||
      (this.usesBackendRoles && user.backend_roles.some((role) => roles.includes(role))) ||
      this.mappings(roles).some((mapping) => isMember(mapping, name, user, hostNames))
    );
  }

  private mappings(roles: readonly string[]): readonly RoleMapping[] {
    if (this.settings.rolesMappingResolution === 'BACKENDROLES_ONLY') return [];
    return roles
      .map((role) => this.view.read('rolesmapping', role))
      .filter((one) => one !== undefined);
  }

  private hasMember(mapping: RoleMapping): boolean {
    return (
      this.hasUserNamed(mapping.users.filter(isExact)) ||
      this.hasUserWithTerm('backend_roles', mapping.backend_roles.filter(isExact)) ||
      this.hasMemberByPattern(mapping)
    );
  }

  private hasMemberByPattern(mapping: RoleMapping): boolean {
    const byPattern = [...mapping.users, ...mapping.backend_roles].some((entry) => !isExact(entry));
    if (!byPattern && mapping.and_backend_roles.length === 0) return false;
    return this.eachUser((name, user) => isMember(mapping, name, user, []));
  }

  /** Visits users who can log in, until `visit` returns `true`. @returns whether it did */
  private eachUser(visit: (name: string, user: InternalUser) => boolean): boolean {
    return this.view.someUser((name, user) => isAbleUser(user) && visit(name, user));
  }

  private hasUserWithTerm(facet: 'roles' | 'backend_roles', values: readonly string[]): boolean {
    return values.some((value) => {
      for (const name of this.view.usersWith(facet, value))
        if (this.hasUserNamed([name])) return true;
      return false;
    });
  }

  private hasUserNamed(names: readonly string[]): boolean {
    return names.some((name) => {
      const user = this.view.read('internalusers', name);
      return user !== undefined && isAbleUser(user) && this.view.hasPassword(name);
    });
  }
}

const isAbleUser = (user: InternalUser): boolean =>
  !isServiceAccount(user.attributes) && !isDisabled(user);

const isExact = (entry: string): boolean => patternKind(entry) === 'exact';

function isMember(
  mapping: RoleMapping,
  name: string,
  user: InternalUser,
  hostNames: readonly string[]
): boolean {
  const hasBackendRole = (pattern: string): boolean => matchesAmong(pattern, user.backend_roles);
  const all = mapping.and_backend_roles;
  return (
    matchers(mapping.users).some((matches) => matches(name)) ||
    mapping.backend_roles.some(hasBackendRole) ||
    (all.length > 0 && all.every(hasBackendRole)) ||
    matchers(mapping.hosts).some((matches) => hostNames.some(matches))
  );
}

const matchers = (patterns: readonly string[]): readonly Matcher[] => patterns.map(compilePattern);
