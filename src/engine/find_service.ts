/** `Engine.find`: pages of a collection with what screens show beside it. */
import { compilePattern, patternKind, PatternSet } from './evaluation/pattern';
import type { RuleBook } from './evaluation/rule_book';
import type { InternalUser, RoleMapping } from './model/entity_types';
import { toStoredName } from './store/name_key';
import {
  anyOf,
  nameCondition,
  termCondition,
  type EntitySearch,
  type SearchHit,
  type SqlCondition,
} from './store/entity_search';
import type { FindQuery, FindResult, FoundEntity } from './types';
import { entityTag } from './rest/entity_tag';

const MAX_PER_PAGE = 1_000;
/** SQLite limits the depth of an expression. */
const MAX_PATTERNS = 100;
const CUSTOMIZATION = ['custom', 'reserved'];

export class FindService {
  constructor(
    private readonly search: EntitySearch,
    private readonly rules: RuleBook
  ) {}

  /** @param showsHidden - for super admins */
  find(asked: FindQuery, showsHidden: boolean): FindResult {
    const query = this.tidy(asked);
    const { filters, extra } = this.splitFilters(query);
    const { total, hits } = this.search.page({ query: { ...query, filters }, showsHidden, extra });
    const facets = (query.facets ?? []).map((facet) => [facet, this.facet(query, facet)] as const);
    return {
      total,
      items: hits.map((hit) => this.toFound(query, hit)),
      facets: Object.fromEntries(facets),
    };
  }

  private tidy(query: FindQuery): FindQuery {
    return {
      ...query,
      page: Math.max(1, Math.trunc(query.page) || 1),
      perPage: Math.min(MAX_PER_PAGE, Math.max(1, Math.trunc(query.perPage) || 1)),
    };
  }

  /** The roles of users depend on mappings; the store knows the direct ones only. */
  private splitFilters({
    type,
    filters,
  }: FindQuery): Pick<FindQuery, 'filters'> & { extra: readonly SqlCondition[] } {
    const roles = type === 'internalusers' ? filters?.['roles'] : undefined;
    if (!filters || !roles || roles.length === 0) return { filters, extra: [] };
    const others = Object.entries(filters).filter(([facet]) => facet !== 'roles');
    return { filters: Object.fromEntries(others), extra: [this.usersOf(roles)] };
  }

  /** Users who have one of the roles, directly or mapped. */
  private usersOf(roles: readonly string[]): SqlCondition {
    const conditions = [
      termCondition('internalusers', 'roles', roles),
      ...roles.flatMap((role) => this.mappedUsers(this.rules.mappings.get(role))),
    ];
    return anyOf('internalusers', conditions);
  }

  private mappedUsers(mapping: RoleMapping | undefined): readonly SqlCondition[] {
    if (!mapping) return [];
    const exact = mapping.users.filter((user) => patternKind(user) === 'exact');
    const patterns = mapping.users
      .filter((user) => patternKind(user) !== 'exact')
      .slice(0, MAX_PATTERNS);
    return [
      nameCondition(exact),
      ...patterns.map((pattern) => userPatternCondition(pattern, this.search)),
      ...this.backendRoleConditions(mapping),
    ];
  }

  private backendRoleConditions(mapping: RoleMapping): readonly SqlCondition[] {
    const all = mapping.and_backend_roles
      .slice(0, MAX_PATTERNS)
      .map((pattern) => this.havingBackendRole([pattern]));
    const every: SqlCondition = {
      sql: `(${all.map(({ sql }) => sql).join(' AND ')})`,
      params: all.flatMap(({ params }) => params),
    };
    return [this.havingBackendRole(mapping.backend_roles), ...(all.length > 0 ? [every] : [])];
  }

  private havingBackendRole(patterns: readonly string[]): SqlCondition {
    const set = new PatternSet(patterns);
    const isPlain = patterns.every((pattern) => patternKind(pattern) === 'exact');
    const values = isPlain
      ? patterns
      : this.search
          .distinctValues('internalusers', 'backend_roles')
          .filter((value) => set.matches(value));
    return termCondition('internalusers', 'backend_roles', values);
  }

  private facet({ type }: FindQuery, facet: string): readonly string[] {
    if (facet === 'customization') return CUSTOMIZATION;
    if (type !== 'internalusers' || facet !== 'roles') return this.search.facetValues(type, facet);
    const names = new Set(this.search.facetValues(type, facet));
    for (const role of this.rules.mappings.names()) names.add(role);
    return [...names].sort().slice(0, 100);
  }

  private toFound({ type }: FindQuery, hit: SearchHit): FoundEntity {
    return {
      name: hit.name,
      entity: hit.entity as unknown as Readonly<Record<string, unknown>>,
      version: entityTag(hit.revision),
      ...(hit.mapping
        ? { mapping: hit.mapping as unknown as Readonly<Record<string, unknown>> }
        : {}),
      ...(type === 'internalusers'
        ? { roles: this.rolesOf(hit.name, hit.entity as InternalUser) }
        : {}),
      ...(hit.changedAtMs > 0 ? { changedAtMs: hit.changedAtMs } : {}),
    };
  }

  private rolesOf(userName: string, user: InternalUser): readonly string[] {
    return this.rules.roleNamesFor(
      { userName, backendRoles: user.backend_roles },
      user.opendistro_security_roles
    );
  }
}

/** Regular expressions cannot run in the store, so the names are tried here. */
function userPatternCondition(pattern: string, search: EntitySearch): SqlCondition {
  switch (patternKind(pattern)) {
    case 'regex':
      return nameCondition(search.namesThat('internalusers', compilePattern(pattern)));
    case 'everything':
      return { sql: '1', params: [] };
    case 'wildcard':
      return { sql: 'e.name GLOB ?', params: [toStoredName(pattern).replaceAll('[', '[[]')] };
    default:
      return { sql: '0', params: [] };
  }
}
