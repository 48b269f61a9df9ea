/** Implements `Engine.find`: pages of a collection with additional data for lists. */
import { patternKind } from '../access/patterns/pattern';
import type { RuleSet } from '../access/evaluation/rule_set';
import type { UserSource } from '../access/user_source';
import { FACTOR_KINDS } from '../../contracts/api';
import type { InternalUser, RoleMapping } from '../../contracts/entities';
import { FIND_LIMITS } from '../../contracts/limits';
import { LimitExceededError } from '../scheduling/limit_exceeded';
import { sortedInSteps, type CooperativeTask } from '../scheduling/cooperative_task';
import type { EntitySearch, SearchHit, SearchPlan } from './entity_search';
import { hasTerm, hasTermLike, type RowFilter } from './row_filter';
import type { TermPair } from './multi_value_sort';
import { patternWarnings } from '../access/patterns/entity_patterns';
import type { FindQuery, FindResult, FoundEntity } from '../api/engine';

/** The first use of a pattern tests it on every name. */
const MAX_PATTERNS = 100;
/** Lists of users whose first role is kept while users are sorted. */
const MAX_KNOWN_LISTS = 10_000;
/** Per step, which takes a fraction of a millisecond. */
const PAIRS_AT_ONCE = 500;
const CUSTOMIZATION = ['custom', 'reserved'];
/** Values of the facet for second factors, including users without any. */
const FACTORS = [...FACTOR_KINDS, 'none'] as const;

/** Second factors of users: kind and user name, ascending by both. */
export type FactorPairs = () => readonly TermPair[];

interface FindRights {
  /** For super administrators. */
  readonly showsHidden: boolean;
  /** Whether to count the users of roles, for callers who may list users. */
  readonly countsUsers: boolean;
}

export class FindService {
  private readonly userCounts = { state: -1, byRole: new Map<string, number>() };

  constructor(
    private readonly search: EntitySearch,
    private readonly rules: RuleSet,
    private readonly users: UserSource,
    /** Absent if the backend has no second factors. */
    private readonly factorPairs?: FactorPairs
  ) {}

  /**
   * @throws {LimitExceededError}
   */
  *find(
    requested: FindQuery,
    { showsHidden, countsUsers }: FindRights
  ): CooperativeTask<FindResult> {
    const query = this.tidy(requested);
    const requestedFacets = new Set(query.facets);
    if (requestedFacets.size > FIND_LIMITS.facets) {
      throw new LimitExceededError(
        `[facets]: at most ${FIND_LIMITS.facets} at a time, got ${requestedFacets.size}.`
      );
    }
    const { total, unfilteredTotal, hits } = yield* this.search.page(
      this.getPlan(query, showsHidden)
    );
    const items: FoundEntity[] = [];
    for (const hit of hits) {
      const found = this.toFound(query, hit);
      items.push(
        countsUsers ? { ...found, userCount: yield* this.userCount(hit.name, showsHidden) } : found
      );
      yield;
    }
    const facets: [string, readonly string[]][] = [];
    for (const facet of requestedFacets) {
      facets.push([facet, this.facet(query, facet, showsHidden)]);
      yield;
    }
    const result = { total, unfilteredTotal, items, facets: Object.fromEntries(facets) };
    if (!query.countsFacets) return result;
    const facetCounts: [string, Readonly<Record<string, number>>][] = [];
    for (const [facet, values] of facets)
      facetCounts.push([facet, yield* this.counts(query, facet, values, showsHidden)]);
    return { ...result, facetCounts: Object.fromEntries(facetCounts) };
  }

  /** Ignores the facet's own filter, so that the counts show the effect of another choice. */
  private *counts(
    query: FindQuery,
    facet: string,
    values: readonly string[],
    showsHidden: boolean
  ): CooperativeTask<Readonly<Record<string, number>>> {
    const { [facet]: _own, ...filters } = query.filters ?? {};
    const plan = this.getPlan({ ...query, filters }, showsHidden);
    if (facet === 'customization') return yield* this.search.customizationCounts(plan);
    return yield* this.search.counts(
      plan,
      facet,
      values.map((value) => [value, this.userFilter(query.type, facet, [value])])
    );
  }

  private getPlan(query: FindQuery, showsHidden: boolean): SearchPlan {
    const { filters, extra } = this.splitFilters(query);
    const sortedBy = this.getPairs(query);
    return {
      query: { ...query, ...(filters && { filters }) },
      showsHidden,
      extra,
      ...(sortedBy && { sortedBy }),
      ...(isSortedByFactors(query) && { isOrderVolatile: true }),
    };
  }

  /** Sort values that the store does not have. Users sort by the first of their effective roles. */
  private getPairs(query: FindQuery): SearchPlan['sortedBy'] {
    const { type, sortField } = query;
    if (type === 'actiongroups') return this.groupPairs(sortField);
    if (type !== 'internalusers') return undefined;
    const { users, factorPairs } = this;
    const user = (name: string) => users.find(name)?.user;
    if (isSortedByFactors(query))
      return {
        *pairs() {
          return factorPairs?.() ?? [];
        },
        valueOf: () => undefined,
      };
    if (sortField === 'roles')
      return {
        pairs: () => this.firstRoles(),
        valueOf: (name) => {
          const found = user(name);
          return found && this.rolesOf(name, found)[0];
        },
      };
    if (sortField === 'attributes')
      return sortedBy(
        () => listUsers(users),
        user,
        ({ attributes }) => Object.keys(attributes).sort()
      );
    return undefined;
  }

  /** Values are chosen so that "yes" sorts before "no" in ascending order. */
  private groupPairs(sortField: string | undefined): SearchPlan['sortedBy'] {
    const { rules } = this;
    const groups = () => rules.namedActionGroups();
    const group = (name: string) => rules.actionGroup(name);
    if (sortField === 'allowed_actions')
      return sortedBy(groups, group, ({ allowed_actions: actions }) => [...actions].sort());
    if (sortField === 'cluster' || sortField === 'index')
      return sortedBy(groups, group, ({ type }) => [
        type === sortField || type === 'all' ? '1 yes' : '2 no',
      ]);
    return undefined;
  }

  /** The first role of each user, and its name. Most users have the same lists as others. */
  private *firstRoles(): CooperativeTask<readonly TermPair[]> {
    const known = new Map<string, string | undefined>();
    const byRole = new Map<string, string[]>();
    for (const { name, backendRoles, roles } of this.users.lists()) {
      yield;
      const key = JSON.stringify([backendRoles, roles]);
      if (!known.has(key)) {
        if (known.size >= MAX_KNOWN_LISTS) known.clear();
        known.set(key, this.rules.roleNamesFor({ backendRoles }, roles)[0]);
      }
      const [named] = this.rules.roleNamesFor({ userName: name, backendRoles: [] }, []);
      const listed = known.get(key);
      const first =
        named !== undefined && !(listed !== undefined && listed < named) ? named : listed;
      if (first === undefined) continue;
      const names = byRole.get(first);
      if (names) names.push(name);
      else byRole.set(first, [name]);
    }
    const pairs: TermPair[] = [];
    for (const role of yield* sortedInSteps([...byRole.keys()], compareText))
      for (const name of yield* sortedInSteps(byRole.get(role) ?? [], compareText)) {
        pairs.push([role, name]);
        if (pairs.length % PAIRS_AT_ONCE === 0) yield;
      }
    return pairs;
  }

  private tidy(query: FindQuery): FindQuery {
    return {
      ...query,
      page: Math.max(1, Math.trunc(query.page) || 1),
      perPage: Math.min(FIND_LIMITS.perPage, Math.max(1, Math.trunc(query.perPage) || 1)),
    };
  }

  /** Separates filters that the entity store cannot evaluate, as conditions on names. */
  private splitFilters({
    type,
    filters,
  }: FindQuery): Pick<FindQuery, 'filters'> & { extra: readonly RowFilter[] } {
    const others: [string, readonly string[]][] = [];
    const extra: RowFilter[] = [];
    for (const [facet, values] of Object.entries(filters ?? {})) {
      const own = values.length > 0 ? this.userFilter(type, facet, values) : undefined;
      if (own) extra.push(own);
      else others.push([facet, values]);
    }
    return { filters: filters && Object.fromEntries(others), extra };
  }

  /** Roles of users depend on mappings, and second factors are stored apart from users. */
  private userFilter(
    type: FindQuery['type'],
    facet: string,
    values: readonly string[]
  ): RowFilter | undefined {
    if (type !== 'internalusers') return undefined;
    if (facet === 'roles') return this.usersOf(values);
    return facet === 'factors' ? this.usersWithFactors(values) : undefined;
  }

  private usersWithFactors(kinds: readonly string[]): RowFilter {
    const pairs = this.factorPairs?.() ?? [];
    const names = new Set(pairs.filter(([kind]) => kinds.includes(kind)).map(([, name]) => name));
    if (kinds.includes('none')) {
      const having = new Set(pairs.map(([, name]) => name));
      for (const name of this.users.names()) if (!having.has(name)) names.add(name);
    }
    return { kind: 'names', names: [...names] };
  }

  /** Users with one of the roles, direct or mapped. */
  private usersOf(roles: readonly string[]): RowFilter {
    const mapped = roles.flatMap((role) => mappedUsers(this.rules.mappings.get(role)));
    return { kind: 'any', of: [hasTerm('internalusers', 'roles', roles), ...mapped] };
  }

  /** Internal users who have a role. Counted once for each state of the configuration. */
  private *userCount(role: string, showsHidden: boolean): CooperativeTask<number> {
    const key = `${showsHidden} ${role}`;
    const { userCounts } = this;
    if (userCounts.state !== this.search.state) {
      userCounts.state = this.search.state;
      userCounts.byRole.clear();
    }
    const known = userCounts.byRole.get(key);
    if (known !== undefined) return known;
    const { state } = userCounts;
    const count = yield* this.search.count('internalusers', this.usersOf([role]), showsHidden);
    // A change in between may not be part of the count.
    if (state === this.search.state) userCounts.byRole.set(key, count);
    return count;
  }

  private facet({ type }: FindQuery, facet: string, showsHidden: boolean): readonly string[] {
    if (facet === 'customization') return CUSTOMIZATION;
    if (type === 'internalusers' && facet === 'factors') return this.factorPairs ? FACTORS : [];
    if (type !== 'internalusers' || facet !== 'roles')
      return this.search.facetValues(type, facet, showsHidden);
    const names = new Set(this.search.facetValues(type, facet, showsHidden));
    for (const role of this.rules.mappings.names())
      if (showsHidden || !this.rules.mappings.get(role)?.hidden) names.add(role);
    return [...names].sort().slice(0, FIND_LIMITS.facetValues);
  }

  private toFound({ type }: FindQuery, hit: SearchHit): FoundEntity {
    return {
      name: hit.name,
      entity: hit.entity as unknown as Readonly<Record<string, unknown>>,
      version: hit.version,
      ...(hit.mapping && { mapping: hit.mapping }),
      ...(type === 'internalusers'
        ? { roles: this.rolesOf(hit.name, hit.entity as InternalUser) }
        : {}),
      ...withWarnings([
        ...patternWarnings(type, hit.entity),
        ...(hit.mapping ? patternWarnings('rolesmapping', hit.mapping) : []),
      ]),
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

const withWarnings = (warnings: readonly string[]): Pick<FoundEntity, 'warnings'> =>
  warnings.length > 0 ? { warnings } : {};

function mappedUsers(mapping: RoleMapping | undefined): readonly RowFilter[] {
  if (!mapping) return [];
  const isExact = (entry: string): boolean => patternKind(entry) === 'exact';
  const patterns = mapping.users.filter((user) => !isExact(user)).slice(0, MAX_PATTERNS);
  const all = mapping.and_backend_roles.slice(0, MAX_PATTERNS);
  return [
    { kind: 'names', names: mapping.users.filter(isExact) },
    ...patterns.map((pattern) => ({ kind: 'name', pattern }) as const),
    havingBackendRole(mapping.backend_roles),
    { kind: 'all', of: all.map((entry) => havingBackendRole([entry])) },
  ];
}

/** A bare `*` also matches users without backend roles. */
const havingBackendRole = (patterns: readonly string[]): RowFilter =>
  patterns.some((pattern) => patternKind(pattern) === 'everything')
    ? { kind: 'name', pattern: '*' }
    : hasTermLike('internalusers', 'backend_roles', patterns);

const isSortedByFactors = ({ type, sortField }: FindQuery): boolean =>
  type === 'internalusers' && sortField === 'factors';

function* listUsers(users: UserSource): Iterable<readonly [name: string, user: InternalUser]> {
  for (const name of users.names()) {
    const found = users.find(name);
    if (found) yield [name, found.user];
  }
}

const sortedBy = <T>(
  all: () => Iterable<readonly [name: string, entity: T]>,
  find: (name: string) => T | undefined,
  valuesOf: (entity: T) => readonly string[]
): NonNullable<SearchPlan['sortedBy']> => ({
  pairs: () => sortedPairs(all(), valuesOf),
  valueOf: (name) => {
    const entity = find(name);
    return entity && valuesOf(entity)[0];
  },
});

/** Pairs of the first value and the name of each entity, ascending. */
function* sortedPairs<T>(
  entities: Iterable<readonly [name: string, entity: T]>,
  valuesOf: (entity: T) => readonly string[]
): CooperativeTask<readonly TermPair[]> {
  const pairs: TermPair[] = [];
  for (const [name, entity] of entities) {
    const [first] = valuesOf(entity);
    if (first !== undefined) pairs.push([first, name]);
    yield;
  }
  return yield* sortedInSteps(
    pairs,
    ([a, one], [b, other]) => compareText(a, b) || compareText(one, other)
  );
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
