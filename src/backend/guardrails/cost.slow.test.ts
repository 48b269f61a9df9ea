/** Time of a check of many guardrails after a change, with many users and roles. */
import { OverlayRules } from '../access/evaluation/overlay_rules';
import { RuleSet } from '../access/evaluation/rule_set';
import type { InternalUser, RoleMapping } from '../../contracts/entities';
import { normaliseEntity } from '../model/payload';
import { runToCompletion } from '../scheduling/cooperative_task';
import { breachOfChanges, changedRules, promisesOf } from './changes';

const USERS = 10_000;
const ROLES = 2_000;

it('50 guardrails are checked for 10,000 users and 2,000 roles within a fraction of a second', () => {
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
  const before = rules.mapping('role3') as RoleMapping;
  const known = new WeakMap();
  const compiled = promisesOf(promises, []);
  const check = (backend_roles: string[]) => {
    const after = normaliseEntity('rolesmapping', { backend_roles });
    const changes = [{ type: 'rolesmapping' as const, name: 'role3', before, after }];
    const overlay = new OverlayRules(
      rules,
      changedRules(changes, (change) => change.after)
    );
    const states = { before: rules, after: overlay };
    const startedAt = performance.now();
    const breach = runToCompletion(breachOfChanges(states, users_, compiled, changes, known));
    return { breach, ms: performance.now() - startedAt };
  };
  const users_ = { find: (name: string) => users.get(name), names: () => users.keys() };
  const times = [1, 2, 3].map(() => check(['team3', 'nobody_has_this']).ms);
  expect(check(['team3', 'team1999']).breach?.guardrail.name).toBe('promise3');
  expect(Math.min(...times)).toBeLessThan(1_000);
});
