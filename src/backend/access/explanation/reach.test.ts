/** Impact and reach by index are those of a walk over all users, and look at few of them. */
import { patternKind } from '../patterns/pattern';
import type { InternalUser } from '../../../contracts/entities';
import { normaliseEntity } from '../../model/payload';
import { runToCompletion } from '../../scheduling/cooperative_task';
import { CountedUsers, RandomInstallation } from '../../testing/random_rules';
import { SeededRandom } from '../../../../tools/lib/random';
import { DASHBOARDS_DEFAULTS } from '../../model/security_config';
import { MappingIndex } from '../evaluation/mapping_index';
import { mergeSettings } from '../evaluation/restrictions';
import { RuleSet } from '../evaluation/rule_set';
import type { RuleView } from '../evaluation/rule_view';
import type { UserSource } from '../user_source';
import { changeImpact, type ImpactRequest } from './change_impact';
import { getMembership } from './membership';
import { findHolders } from './suggestion_reach';

const RESOLUTIONS = ['MAPPING_ONLY', 'BACKENDROLES_ONLY', 'BOTH'] as const;
const SETTINGS = {
  ...mergeSettings(true, () => undefined),
  doNotFailOnForbidden: false,
  doNotFailOnForbiddenEmpty: false,
  dashboards: DASHBOARDS_DEFAULTS,
};

const impactOn = (rules: RuleView, users: UserSource, changes: ImpactRequest['changes']) =>
  runToCompletion(
    changeImpact({ rules, users, changes, showsHidden: true, settings: SETTINGS, nowMs: 0 })
  );

/** Takes everyone for a possible holder. */
function withoutIndex(users: CountedUsers): UserSource {
  return {
    size: users.size,
    find: (name) => users.find(name),
    names: () => users.names(),
    lists: () => users.lists(),
    namesWith: () => users.names(),
    countWith: (facet, value) => users.countWith(facet, value),
    backendRoles: () => users.backendRoles(),
  };
}

it.each(RESOLUTIONS)('finds the impact on everybody: %s', (resolution) => {
  let affected = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const all = new RandomInstallation(new SeededRandom(seed), resolution);
    for (let step = 0; step < 8; step++) {
      const made = all.changes();
      const of = (type: string) =>
        new Map(
          made.flatMap((one) =>
            one.type === type ? [[one.name, one.after as never] as const] : []
          )
        );
      const changes = {
        roles: of('roles'),
        rolesmapping: of('rolesmapping'),
        actiongroups: of('actiongroups'),
        internalusers: of('internalusers'),
      };
      const found = impactOn(all.rules, all.users, changes);
      const expected = impactOn(all.rules, withoutIndex(all.users), changes);
      expect({ seed, step, ...found }).toEqual({ seed, step, ...expected });
      affected += found.gains.total + found.loses.total;
      all.apply(made);
    }
  }
  expect(affected).toBeGreaterThan(100);
});

/** As a walk over all users counts them. */
function holdersByWalk(all: RandomInstallation, role: string, subject: string | undefined) {
  const membership = getMembership(all.rules, role);
  const mappings = new MappingIndex();
  mappings.set(role, { ...membership, reserved: false, hidden: false });
  const holders = new Set(membership.users.filter((user) => patternKind(user) === 'exact'));
  if (subject !== undefined) holders.add(subject);
  for (const name of all.users.names()) {
    const user = all.users.find(name)?.user as InternalUser;
    const mapped = mappings.rolesFor({ userName: name, backendRoles: user.backend_roles });
    if (mapped.has(role) || user.opendistro_security_roles.includes(role)) holders.add(name);
  }
  return holders.size;
}

it.each(RESOLUTIONS)('counts who has a role as a walk does: %s', (resolution) => {
  const counts = new Set<number>();
  for (let seed = 1; seed <= 150; seed++) {
    const random = new SeededRandom(seed);
    const all = new RandomInstallation(random, resolution);
    for (const role of ['a', 'b', 'c', 'gone']) {
      const subject = random.oneIn(2) ? random.pick(['ann', 'zoe']) : undefined;
      const memberships = new Map([[role, getMembership(all.rules, role)]]);
      const found = runToCompletion(findHolders(all.users, memberships, subject));
      const expected = holdersByWalk(all, role, subject);
      expect({ seed, role, users: found.get(role)?.users }).toEqual({
        seed,
        role,
        users: expected,
      });
      counts.add(expected);
    }
  }
  expect(counts.size).toBeGreaterThan(3);
});

it.each([1_000, 10_000])('looks at the users of a team only, of %d users', (count) => {
  const rules = new RuleSet('MAPPING_ONLY');
  const users = new CountedUsers();
  for (let n = 0; n < count; n++) {
    const backend_roles = [`team${n % (count / 20)}`, 'employees'];
    users.put(`user${n}`, normaliseEntity('internalusers', { backend_roles }) as InternalUser);
  }
  const role = (pattern: string) =>
    normaliseEntity('roles', {
      index_permissions: [{ index_patterns: [pattern], allowed_actions: ['indices:*'] }],
    });
  const mapping = (backend: string, more = {}) =>
    normaliseEntity('rolesmapping', { backend_roles: [backend], ...more });
  rules.apply({ type: 'roles', name: 'team', after: role('a') });
  rules.apply({
    type: 'rolesmapping',
    name: 'team',
    after: mapping('team1', { users: ['user7'] }),
  });
  rules.apply({ type: 'rolesmapping', name: 'all', after: mapping('employees') });
  const none = new Map<string, never>();
  const { gains } = impactOn(rules, users, {
    roles: new Map([['team', role('b') as never]]),
    rolesmapping: none,
    actiongroups: none,
    internalusers: none,
  });
  expect(gains.total).toBe(21);
  // To see whether it is there, and to compare.
  expect(users.looks).toBe(2 * 21);
  users.looks = 0;
  const memberships = new Map(['team', 'all'].map((name) => [name, getMembership(rules, name)]));
  const held = runToCompletion(findHolders(users, memberships, 'user7'));
  expect([...held.values()].map(({ users: known }) => known)).toEqual([21, count]);
  expect(users.looks).toBe(2);
});
