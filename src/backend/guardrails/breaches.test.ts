/** Work of a check of many guardrails after a change, with many users, roles and patterns. */
import { OverlayRules } from '../access/evaluation/overlay_rules';
import { RuleSet } from '../access/evaluation/rule_set';
import type { InternalUser, RoleMapping } from '../../contracts/entities';
import { normaliseEntity } from '../model/payload';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { breachOfChanges, changedRules, promisesOf } from './changes';

const USERS = 10_000;
const ROLES = 2_000;

/** Runs a task and counts its steps, between which other requests are served. */
function counted<T>(task: CooperativeTask<T>): { readonly result: T; readonly steps: number } {
  for (let steps = 0; ; steps++) {
    const { done, value } = task.next();
    if (done) return { result: value, steps };
  }
}

it('looks at each user and role once to check 50 guardrails after a change', () => {
  const rules = new RuleSet('MAPPING_ONLY');
  for (let i = 0; i < ROLES; i++) {
    const role = {
      index_permissions: [
        { index_patterns: [`r${i}-*`], allowed_actions: ['indices:data/read/*'] },
      ],
    };
    rules.apply({ type: 'roles', name: `role${i}`, after: normaliseEntity('roles', role) });
    const mapping = normaliseEntity('rolesmapping', { backend_roles: [`team${i}`] });
    rules.apply({ type: 'rolesmapping', name: `role${i}`, after: mapping });
  }
  const users = new Map<string, { user: InternalUser }>();
  for (let i = 0; i < USERS; i++) {
    const backend_roles = [0, 1, 2, 3].map((n) => `team${(i * 7 + n * 500) % ROLES}`);
    users.set(`user${i}`, {
      user: normaliseEntity('internalusers', { backend_roles }) as InternalUser,
    });
  }
  const promises = Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [
      `promise${i}`,
      { rule: 'only', backend_roles: [`team${i}`], action: 'read', index: `r${i}-*` },
    ])
  );
  const known = new WeakMap();
  const compiled = promisesOf(promises, []);
  const check = (name: string, backend_roles: string[]) => {
    const before = rules.mapping(name) as RoleMapping;
    const after = normaliseEntity('rolesmapping', { backend_roles });
    const changes = [{ type: 'rolesmapping' as const, name, before, after }];
    const overlay = new OverlayRules(
      rules,
      changedRules(changes, (change) => change.after)
    );
    const states = { before: rules, after: overlay };
    return counted(breachOfChanges(states, directory, compiled, changes, known));
  };
  const directory = {
    find: (name: string) => users.get(name),
    names: () => users.keys(),
    namesWith: () => [],
    backendRoles: () => [],
  };
  const { result, steps } = check('role1000', ['team1000', 'team1999']);
  expect(result).toBeUndefined();
  expect(steps).toBeLessThan(2 * (USERS + ROLES));
  expect(check('role3', ['team3', 'team1999']).result?.guardrail.name).toBe('promise3');
});

it('takes a step for each pattern of a role', () => {
  const rules = new RuleSet('MAPPING_ONLY');
  const index_patterns = Array.from({ length: 1_000 }, (_, i) => `${'*a'.repeat(500)}${i}`);
  const role = { index_permissions: [{ index_patterns, allowed_actions: ['indices:*'] }] };
  rules.apply({ type: 'roles', name: 'wide', after: normaliseEntity('roles', role) });
  const promise = { rule: 'never', roles: ['wide'], action: 'read', index: 'b' };
  const [compiled] = promisesOf({ promise }, []);
  const { result, steps } = counted(compiled!.grantOf(rules.compiledRole('wide')!));
  expect(result).toBeUndefined();
  expect(steps).toBeGreaterThanOrEqual(index_patterns.length);
});
