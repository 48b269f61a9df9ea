/**
 * Who can administer: users with a password to whom one of the API roles comes, directly or by a mapping.
 * Every question is answered by a few index look-ups, whatever the number of users, and inside a
 * transaction it sees what the transaction wrote. Mappings by host do not count: nobody owns an address.
 */
import type { Database } from '../../storage';
import { isVerifiable } from '../authentication/password_hash';
import { compilePattern, patternKind, type Matcher } from '../evaluation/pattern';
import type { InternalUser, RoleMapping } from '../model/entity_types';
import type { EntityStore } from './entity_store';
import { fromStoredName, toStoredName } from './name_key';

export type RolesResolution = 'MAPPING_ONLY' | 'BACKENDROLES_ONLY' | 'BOTH';

/** Users read at once while a pattern is searched for a member. */
const STEP = 1_000;
/** As `isVerifiable`: with any other hash nobody signs in. */
const VERIFIABLE = `(c.hash GLOB '$2[abxy]$[0-9][0-9]$*' OR c.hash GLOB '$argon2*')`;

export class Administrators {
  /** @param apiRoles - roles with access to the API */
  constructor(
    private readonly db: Database,
    private readonly store: EntityStore,
    private readonly apiRoles: readonly string[],
    private readonly resolution: RolesResolution
  ) {}

  isApiRole(role: string): boolean {
    return this.apiRoles.includes(role);
  }

  /** Whether anybody can administer, by what the store holds now. */
  exist(): boolean {
    const mappings = this.mappings();
    return (
      this.hasUserWithTerm('roles', this.apiRoles) ||
      this.hasUserWithTerm('backend_roles', this.usesBackendRoles ? this.apiRoles : []) ||
      mappings.some((mapping) => this.hasMember(mapping))
    );
  }

  /**
   * Whether this user is one, by what the store holds now.
   * @param hostNames - address and names of the caller; hosts of mappings count for who is there now
   */
  includes(name: string, user: InternalUser, hostNames: readonly string[] = []): boolean {
    const isDirect = user.opendistro_security_roles.some((role) => this.isApiRole(role));
    const isByName =
      this.usesBackendRoles && user.backend_roles.some((role) => this.isApiRole(role));
    return (
      isDirect ||
      isByName ||
      this.mappings().some((mapping) => isMember(mapping, name, user, hostNames))
    );
  }

  /** Whether the store holds a password for this user that can be verified. */
  canSignIn(name: string): boolean {
    const hash = this.store.credential(name)?.hash;
    return hash !== undefined && isVerifiable(hash);
  }

  /**
   * Users with a password who come by this mapping, in the order of names; those who are administrators by now are
   * left out.
   * @param limit - at most so many
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
    return this.resolution !== 'MAPPING_ONLY';
  }

  private mappings(): readonly RoleMapping[] {
    if (this.resolution === 'BACKENDROLES_ONLY') return [];
    return this.apiRoles
      .map((role) => this.store.read('rolesmapping', role)?.entity)
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

  /** @returns whether `visit` ended it by answering `true`; only users with a password are visited */
  private eachUser(visit: (name: string, user: InternalUser) => boolean): boolean {
    for (let after = ''; ;) {
      const step = this.db.all<{ name: string; body: string }>(
        `SELECT e.name, e.body FROM entity e JOIN credential c ON c.user_name = e.name
         WHERE e.type = 'internalusers' AND e.name > ? AND ${VERIFIABLE} ORDER BY e.name LIMIT ?`,
        after,
        STEP
      );
      const isEnded = step.some(({ name, body }) =>
        visit(fromStoredName(name), JSON.parse(body) as InternalUser)
      );
      if (isEnded || step.length < STEP) return isEnded;
      after = step.at(-1)?.name as string;
    }
  }

  private hasUserWithTerm(facet: string, values: readonly string[]): boolean {
    return values.some(
      (value) =>
        this.db.get(
          `SELECT 1 FROM term t JOIN credential c ON c.user_name = t.name
           WHERE t.type = 'internalusers' AND t.facet = ? AND t.value = ? AND ${VERIFIABLE} LIMIT 1`,
          facet,
          toStoredName(value)
        ) !== undefined
    );
  }

  private hasUserNamed(names: readonly string[]): boolean {
    return names.some((name) => this.canSignIn(name));
  }
}

const isExact = (entry: string): boolean => patternKind(entry) === 'exact';

function isMember(
  mapping: RoleMapping,
  name: string,
  user: InternalUser,
  hostNames: readonly string[]
): boolean {
  const all = matchers(mapping.and_backend_roles);
  return (
    matchers(mapping.users).some((matches) => matches(name)) ||
    matchers(mapping.backend_roles).some((matches) => user.backend_roles.some(matches)) ||
    (all.length > 0 && all.every((matches) => user.backend_roles.some(matches))) ||
    matchers(mapping.hosts).some((matches) => hostNames.some(matches))
  );
}

const matchers = (patterns: readonly string[]): readonly Matcher[] => patterns.map(compilePattern);
