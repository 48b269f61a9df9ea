/** Users sort by the first of their roles, however they get it. */
import { SeededRandom } from '../../../tools/lib/random';
import { runToCompletion } from '../scheduling/cooperative_task';
import { RandomInstallation } from '../testing/random_rules';
import type { EntitySearch, FoundPage, SearchPlan } from './entity_search';
import { FindService } from './find_service';
import type { TermPair } from './multi_value_sort';

function sortedBy({ rules, users }: RandomInstallation): readonly TermPair[] {
  let pairs: readonly TermPair[] = [];
  const search: Pick<EntitySearch, 'page'> = {
    *page({ sortedBy: made }: SearchPlan) {
      pairs = [...(made ? yield* made.pairs() : [])];
      return { total: 0, unfilteredTotal: 0, hits: [] } satisfies FoundPage;
    },
  };
  const query = { type: 'internalusers', sortField: 'roles', page: 1, perPage: 10 } as const;
  const finder = new FindService(search as EntitySearch, rules, users);
  runToCompletion(finder.find(query, { showsHidden: true, countsUsers: false }));
  return pairs;
}

it.each(['MAPPING_ONLY', 'BACKENDROLES_ONLY', 'BOTH'] as const)(
  'as a look at each user finds it: %s',
  (resolution) => {
    const roles = new Set<string>();
    for (let seed = 1; seed <= 100; seed++) {
      const all = new RandomInstallation(new SeededRandom(seed), resolution);
      const expected: TermPair[] = [];
      for (const [userName, { user }] of all.users.all) {
        const { backend_roles: backendRoles, opendistro_security_roles: direct } = user;
        const [first] = all.rules.roleNamesFor({ userName, backendRoles }, direct);
        if (first !== undefined) expected.push([first, userName]);
      }
      const byText = ([a, one]: TermPair, [b, other]: TermPair) =>
        a === b ? (one < other ? -1 : 1) : a < b ? -1 : 1;
      expect({ seed, pairs: sortedBy(all) }).toEqual({ seed, pairs: expected.sort(byText) });
      for (const [role] of expected) roles.add(role);
    }
    expect(roles.size).toBeGreaterThan(3);
  }
);
