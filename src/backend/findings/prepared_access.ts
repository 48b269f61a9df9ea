/** Gives users the access that a guardrail promises them: by a new role, or one that exists. */
import type { Role, RoleMapping } from '../../contracts/entities';
import { FINDINGS_LIMITS } from '../../contracts/limits/findings';
import { isExplicitAction } from '../access/evaluation/compiled_role';
import { OverlayRules, type RuleChanges } from '../access/evaluation/overlay_rules';
import { mayAdministerSecurity } from '../access/evaluation/security_administration';
import {
  type GrantContext,
  isAssignable,
  type Question,
} from '../access/explanation/grantable_roles';
import { PrivilegeScorer } from '../access/explanation/privilege_score';
import { AccessState, type Breach, toCandidate } from '../guardrails/breaches';
import type { CompiledPromise } from '../guardrails/promise';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { toChangedEntity, type Facts } from './facts';
import type { Choice } from './rule';
import { joinNames, t } from './sentence';

const NONE = new Map<string, never>();

/**
 * The narrower one first. None for the administration of security, which no advice gives away.
 *
 * @param breaches - all of one guardrail with the rule `always`
 */
export function* accessGiven(
  facts: Facts,
  breaches: readonly Breach[]
): CooperativeTask<readonly (Choice | undefined)[]> {
  const [{ guardrail }] = breaches as [Breach, ...Breach[]];
  const { action } = guardrail.promise;
  const users = breaches.map(({ userName }) => userName);
  const isAdministration = action === 'administer' || isExplicitAction(action);
  if (isAdministration || users.length > FINDINGS_LIMITS.usersChanged) return [];
  return [yield* newRole(facts, guardrail, users), yield* existingRole(facts, guardrail, users)];
}

function* newRole(
  facts: Facts,
  guardrail: CompiledPromise,
  users: readonly string[]
): CooperativeTask<Choice | undefined> {
  const name = roleName(guardrail.name);
  if (name === undefined || !isFree(facts, name)) return undefined;
  const role = { ...UNLOCKED, ...guardrail.missing, tenant_permissions: [] };
  const mapping = { ...NO_MEMBERS, users };
  const changes = {
    roles: new Map<string, Role>([[name, role]]),
    rolesmapping: new Map<string, RoleMapping>([[name, mapping]]),
    actiongroups: NONE,
  };
  const compiled = new OverlayRules(facts.rules, changes).compiledRole(name);
  if (!compiled || mayAdministerSecurity(compiled)) return undefined;
  if (!(yield* haveAccess(facts, guardrail, users, changes))) return undefined;
  return {
    text: t(
      'security.finding.choice.newRole',
      'Create the role {role} with exactly this access, for {users}.',
      { role: name, users: joinNames(users) }
    ),
    change: {
      roles: toChangedEntity(name, role, {}),
      rolesmapping: toChangedEntity(name, mapping, {}),
    },
  };
}

/** The guardrail's name, as roles can be named. */
function roleName(guardrail: string): string | undefined {
  const name = guardrail.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, MAX_NAME_LENGTH);
  return name.length < MIN_NAME_LENGTH ? undefined : name;
}

const [MIN_NAME_LENGTH, MAX_NAME_LENGTH] = [2, 50];

/** Whether no one would get the role by its name alone. Users can hold roles that don't exist. */
function isFree(facts: Facts, name: string): boolean {
  const { rules } = facts;
  return (
    rules.resolution === 'MAPPING_ONLY' &&
    !rules.role(name) &&
    !rules.mapping(name) &&
    !facts.isHeld(name) &&
    !facts.isAdministrative(name)
  );
}

/** The narrowest one that advice may name. */
function* existingRole(
  facts: Facts,
  guardrail: CompiledPromise,
  users: readonly string[]
): CooperativeTask<Choice | undefined> {
  const name = yield* narrowestRole(facts, guardrail);
  if (name === undefined) return undefined;
  const before = facts.rules.mapping(name) ?? { ...NO_MEMBERS, users: [] };
  const after = { ...before, users: [...new Set([...before.users, ...users])] };
  const changes = { ...UNCHANGED, rolesmapping: new Map([[name, after]]) };
  if (!(yield* haveAccess(facts, guardrail, users, changes))) return undefined;
  return {
    text: t('security.finding.choice.addToRole', 'Add {users} to the role {role}.', {
      role: name,
      users: joinNames(users),
    }),
    change: { rolesmapping: toChangedEntity(name, before, { users: after.users }) },
  };
}

function* narrowestRole(
  facts: Facts,
  guardrail: CompiledPromise
): CooperativeTask<string | undefined> {
  const { rules } = facts;
  const meter = new PrivilegeScorer(rules);
  const context = anyoneIn(facts);
  const { cluster_permissions: cluster, index_permissions: entries } = guardrail.missing;
  const question: Question = {
    cluster,
    onData: entries.flatMap(({ allowed_actions: actions }) => actions),
  };
  let narrowest: { readonly name: string; readonly breadth: number } | undefined;
  for (const name of rules.roleNames()) {
    yield;
    const [role, compiled] = [rules.role(name), rules.compiledRole(name)];
    if (!role || role.hidden || !compiled) continue;
    if ((yield* guardrail.findGrant(compiled)) === undefined) continue;
    if (!isAssignable(context, question, name, role)) continue;
    const breadth = meter.of(role);
    if (!narrowest || breadth < narrowest.breadth) narrowest = { name, breadth };
  }
  return narrowest?.name;
}

/** Which candidate gets a role makes no difference: none of those who lack the access has it. */
const anyoneIn = (facts: Facts): GrantContext => ({
  rules: facts.rules,
  isAdministrator: (role) => facts.isAdministrative(role),
  users: {
    find: (name) => {
      const user = facts.configuration.entities.internalusers.get(name);
      return user && { user };
    },
  },
  who: { subject: { userName: '' } },
});

function* haveAccess(
  { configuration, rules }: Facts,
  guardrail: CompiledPromise,
  users: readonly string[],
  changes: RuleChanges
): CooperativeTask<boolean> {
  const state = new AccessState(new OverlayRules(rules, changes), [guardrail], new WeakMap());
  for (const name of users) {
    const user = configuration.entities.internalusers.get(name);
    const candidate = user && toCandidate(name, user);
    const [grant] = candidate ? yield* state.findGrants(candidate, state.rolesOf(candidate)) : [];
    if (!grant) return false;
    yield;
  }
  return true;
}

const UNCHANGED: RuleChanges = { roles: NONE, rolesmapping: NONE, actiongroups: NONE };
const UNLOCKED = { reserved: false, hidden: false };
const NO_MEMBERS = { ...UNLOCKED, backend_roles: [], and_backend_roles: [], hosts: [] };
