/**
 * Who can administer: people with a password that can be verified to whom one of the API roles comes, directly or by
 * a mapping. Service accounts and disabled users do not count, and neither do mappings by host: nobody owns an
 * address. Every question is answered by a few index look-ups, whatever the number of users, and inside a
 * transaction it sees what the transaction wrote.
 */
import type { Database } from '../storage';
import { isBasicName } from './basic_credentials';
import { usableHash } from './hash_form';
import { isDisabled } from './user_directory';
import {
  compilePattern,
  holdsAmong,
  patternKind,
  type Matcher,
} from '../../access/patterns/pattern';
import type { InternalUser, RoleMapping } from '../../../contracts/entities';
import { isServiceAccount } from '../../model/service_account';
import type { EngineSettings } from '../../contract/settings';
import type { Credential, EntityStore, StoredUser } from '../store/entity_store';
import { fromStoredName, toStoredName } from '../store/name_key';

/** Users read at once while a pattern is searched for a member. */
const STEP = 1_000;
/** Users of one role looked at before the next are read: the first one nearly always ends the search. */
const FEW = 20;

type AdministratorSettings = Pick<
  EngineSettings,
  'apiRoles' | 'rolesMappingResolution' | 'hashLimits'
>;

export class Administrators {
  constructor(
    private readonly db: Database,
    private readonly store: EntityStore,
    private readonly settings: AdministratorSettings
  ) {}

  isApiRole(role: string): boolean {
    return this.settings.apiRoles.includes(role);
  }

  /** Whether anybody can administer, by what the store holds now. */
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
   * Whether this user is one, by what the store holds now.
   * @param hostNames - address and names of the caller; hosts of mappings count for who is there now
   */
  includes(name: string, user: InternalUser, hostNames: readonly string[] = []): boolean {
    return this.holds(this.settings.apiRoles, name, user, hostNames);
  }

  /** Whether somebody who can administer has one of these roles as well. Looks at all users. */
  existAlsoIn(roles: readonly string[]): boolean {
    if (roles.length === 0) return false;
    return this.eachUser(
      (name, user) => this.includes(name, user) && this.holds(roles, name, user)
    );
  }

  /** Whether this user is enabled and has a password that can be verified. */
  canSignIn(name: string): boolean {
    const stored = this.store.user(name);
    return stored !== undefined && this.isSignInPossible(name, stored);
  }

  /**
   * People with a password who come by this mapping, in the order of names; those who are administrators by now are
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
    return this.settings.rolesMappingResolution !== 'MAPPING_ONLY';
  }

  private holds(
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

  /** @returns whether `visit` ended it by answering `true`; only people who can sign in are visited */
  private eachUser(visit: (name: string, user: InternalUser) => boolean): boolean {
    for (let after = ''; ;) {
      const step = this.db.all<{ name: string; body: string; hash: string }>(
        `SELECT e.name, e.body, c.hash FROM entity e JOIN credential c ON c.user_name = e.name
         WHERE e.type = 'internalusers' AND e.name > ? ORDER BY e.name LIMIT ?`,
        after,
        STEP
      );
      const isEnded = step.some(({ name, body, hash }) => {
        const user = JSON.parse(body) as InternalUser;
        const given = fromStoredName(name);
        return this.isAblePerson(given, { user, credential: { hash } }) && visit(given, user);
      });
      if (isEnded || step.length < STEP) return isEnded;
      after = step.at(-1)?.name as string;
    }
  }

  private hasUserWithTerm(facet: string, values: readonly string[]): boolean {
    return values.some((value) => {
      for (let after = ''; ;) {
        const step = this.db.all<{ name: string }>(
          `SELECT t.name FROM term t JOIN credential c ON c.user_name = t.name
           WHERE t.type = 'internalusers' AND t.facet = ? AND t.value = ? AND t.name > ?
           ORDER BY t.name LIMIT ?`,
          facet,
          toStoredName(value),
          after,
          FEW
        );
        if (this.hasUserNamed(step.map(({ name }) => fromStoredName(name)))) return true;
        if (step.length < FEW) return false;
        after = step.at(-1)?.name as string;
      }
    });
  }

  private hasUserNamed(names: readonly string[]): boolean {
    return names.some((name) => {
      const stored = this.store.user(name);
      return stored !== undefined && this.isAblePerson(name, stored);
    });
  }

  private isAblePerson(name: string, stored: Credentialed): boolean {
    return !isServiceAccount(stored.user.attributes) && this.isSignInPossible(name, stored);
  }

  private isSignInPossible(name: string, { user, credential }: Credentialed): boolean {
    return (
      credential !== undefined &&
      isBasicName(name) &&
      !isDisabled(user) &&
      usableHash(credential.hash, this.settings.hashLimits) !== undefined
    );
  }
}

interface Credentialed extends Pick<StoredUser, 'user'> {
  readonly credential?: Pick<Credential, 'hash'>;
}

const isExact = (entry: string): boolean => patternKind(entry) === 'exact';

function isMember(
  mapping: RoleMapping,
  name: string,
  user: InternalUser,
  hostNames: readonly string[]
): boolean {
  const holds = (pattern: string): boolean => holdsAmong(pattern, user.backend_roles);
  const all = mapping.and_backend_roles;
  return (
    matchers(mapping.users).some((matches) => matches(name)) ||
    mapping.backend_roles.some(holds) ||
    (all.length > 0 && all.every(holds)) ||
    matchers(mapping.hosts).some((matches) => hostNames.some(matches))
  );
}

const matchers = (patterns: readonly string[]): readonly Matcher[] => patterns.map(compilePattern);
