/** Guardrails after a change: what breaks them, and how much is looked at to find it. */
import { OverlayRules } from '../access/evaluation/overlay_rules';
import { RuleSet } from '../access/evaluation/rule_set';
import type { Entity, InternalUser } from '../../contracts/entities';
import type { EntityChange } from '../api/change';
import { normaliseEntity } from '../model/payload';
import { runToCompletion, type CooperativeTask } from '../scheduling/cooperative_task';
import { CountedUsers, RandomInstallation } from '../testing/random_rules';
import { SeededRandom } from '../../../tools/lib/random';
import {
  AccessState,
  findBreaches,
  mappedCandidates,
  toCandidate,
  type Candidate,
} from './breaches';
import { breachOfChanges, changedRules, getPromises } from './changes';
import type { CompiledPromise } from './promise';

/** Runs a task and counts its steps, between which other requests are served. */
function counted<T>(task: CooperativeTask<T>): { readonly result: T; readonly steps: number } {
  for (let steps = 0; ; steps++) {
    const { done, value } = task.next();
    if (done) return { result: value, steps };
  }
}

/** Teams of 20 users, each with a role. */
function teams(count: number) {
  const rules = new RuleSet('MAPPING_ONLY');
  const users = new CountedUsers();
  for (let team = 0; team < count; team++) {
    const role = { index_permissions: [entry(`r${team}-*`)] };
    rules.apply({ type: 'roles', name: `role${team}`, after: normaliseEntity('roles', role) });
    const mapping = normaliseEntity('rolesmapping', { backend_roles: [`team${team}`] });
    rules.apply({ type: 'rolesmapping', name: `role${team}`, after: mapping });
    for (let n = 0; n < 20; n++) {
      const user = normaliseEntity('internalusers', { backend_roles: [`team${team}`] });
      users.put(`user${team * 20 + n}`, user as InternalUser);
    }
  }
  return { rules, users };
}

const entry = (pattern: string) => ({
  index_patterns: [pattern],
  allowed_actions: ['indices:data/read/*'],
});

const PROMISES = Object.fromEntries(
  Array.from({ length: 50 }, (_, i) => [
    `promise${i}`,
    { rule: 'only', backend_roles: [`team${i}`], action: 'read', index: `r${i}-*` },
  ])
);

function checkChange(
  { rules, users }: ReturnType<typeof teams>,
  type: 'roles' | 'rolesmapping',
  name: string,
  fields: Readonly<Record<string, unknown>>
) {
  const before = type === 'roles' ? rules.role(name) : rules.mapping(name);
  const change = { type, name, before: before as Entity, after: normaliseEntity(type, fields) };
  users.looks = 0;
  const { result, steps } = counted(breach({ rules, users }, getPromises(PROMISES, []), [change]));
  return { name: result?.guardrail.name, steps, looks: users.looks };
}

function breach(
  { rules, users }: Pick<RandomInstallation, 'rules' | 'users'>,
  promises: readonly CompiledPromise[],
  changes: readonly EntityChange[]
) {
  return breachOfChanges({ rules, users }, promises, changes);
}

it.each([100, 1_000])('looks at the users of a changed role only, of %d teams', (count) => {
  const all = teams(count);
  const wider = { index_permissions: [entry('r70-*'), entry('x-*')] };
  expect(checkChange(all, 'roles', 'role70', wider)).toMatchObject({ name: undefined, looks: 20 });
  const moved = checkChange(all, 'rolesmapping', 'role60', { backend_roles: ['team60', 'team80'] });
  expect(moved).toMatchObject({ name: undefined, looks: 40 });
  // Mappings are looked through for candidates from elsewhere.
  expect(moved.steps).toBeLessThan(3 * count + 1_000);
  const broken = { index_permissions: [entry('r3-*')] };
  expect(checkChange(all, 'roles', 'role70', broken)).toMatchObject({ name: 'promise3' });
});

const CHOICES = {
  rule: ['only', 'never', 'always'],
  action: ['read', 'write', 'administer', 'cluster_monitor'],
  index: ['hr-*', 'hr-2', 'logs'],
};

function randomPromises(random: SeededRandom) {
  const some = (values: readonly string[]) => values.filter(() => random.oneIn(2));
  return getPromises(
    Object.fromEntries(
      Array.from({ length: 1 + random.below(3) }, (_, i) => {
        const action = random.pick(CHOICES.action);
        const promise = {
          rule: random.pick(CHOICES.rule),
          users: some(['ann', 'ben', 'cat', 'zoe']),
          backend_roles: some(['ops', 'hr']),
          roles: random.oneIn(2) ? ['a'] : [],
          action,
          ...(['read', 'write'].includes(action) && { index: random.pick(CHOICES.index) }),
        };
        return [`promise${i}`, promise];
      })
    ),
    ['all_access']
  );
}

/** What a look at everybody, before and after, finds first. */
function breachOfAnybody(
  { rules, users }: RandomInstallation,
  promises: readonly CompiledPromise[],
  changes: readonly EntityChange[]
) {
  const after = new OverlayRules(
    rules,
    changedRules(changes, (change) => change.after)
  );
  const broken = (state: typeof after | RuleSet, candidate: Candidate | undefined) => {
    const found: { guardrail: CompiledPromise }[] = [];
    const all = new AccessState(state, promises, new WeakMap());
    const report = (one: (typeof found)[number]) => void found.push(one);
    if (candidate) runToCompletion(findBreaches(all, promises, [candidate], report));
    return found;
  };
  const changedUsers = new Map(
    changes.flatMap((one) => (one.type === 'internalusers' ? [[one.name, one] as const] : []))
  );
  const stays = (name: string) => {
    const found = users.all.get(name);
    return found && !changedUsers.has(name) ? [toCandidate(name, found.user)] : [];
  };
  const isUser = (name: string) => users.all.has(name);
  const unchanged = [
    ...runToCompletion(mappedCandidates(after, promises, isUser)),
    ...[...users.names()].flatMap(stays),
  ];
  const candidates = [
    ...[...changedUsers].map(([name, { before, after: now }]) => [
      before && toCandidate(name, before as InternalUser),
      now && toCandidate(name, now as InternalUser),
    ]),
    ...unchanged.map((candidate) => [candidate, candidate]),
  ];
  for (const [then, now] of candidates) {
    const known = broken(rules, then).map(({ guardrail }) => guardrail);
    const found = broken(after, now).find(({ guardrail }) => !known.includes(guardrail));
    if (found) return found;
  }
  return undefined;
}

it.each(['MAPPING_ONLY', 'BACKENDROLES_ONLY', 'BOTH'] as const)(
  'finds what a look at everybody finds: %s',
  (resolution) => {
    let [found, none] = [0, 0];
    for (let seed = 1; seed <= 60; seed++) {
      const random = new SeededRandom(seed);
      const all = new RandomInstallation(random, resolution);
      const promises = randomPromises(random);
      for (let step = 0; step < 12; step++) {
        const changes = all.changes();
        const result = runToCompletion(breach(all, promises, changes));
        const expected = breachOfAnybody(all, promises, changes);
        expect({ seed, step, result }).toEqual({ seed, step, result: expected });
        if (result) found++;
        else none++;
        all.apply(changes);
      }
    }
    expect(Math.min(found, none)).toBeGreaterThan(50);
  }
);

it('takes a step for each pattern of a role', () => {
  const rules = new RuleSet('MAPPING_ONLY');
  const index_patterns = Array.from({ length: 1_000 }, (_, i) => `${'*a'.repeat(500)}${i}`);
  const role = { index_permissions: [{ index_patterns, allowed_actions: ['indices:*'] }] };
  rules.apply({ type: 'roles', name: 'wide', after: normaliseEntity('roles', role) });
  const promise = { rule: 'never', roles: ['wide'], action: 'read', index: 'b' };
  const [compiled] = getPromises({ promise }, []);
  const { result, steps } = counted(compiled!.findGrant(rules.compiledRole('wide')!));
  expect(result).toBeUndefined();
  expect(steps).toBeGreaterThanOrEqual(index_patterns.length);
});
