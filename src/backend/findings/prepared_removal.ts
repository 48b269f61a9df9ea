/** Takes from users the roles by which they have access that a guardrail rules out. */
import type { InternalUser, RoleMapping } from '../../contracts/entities';
import { FINDINGS_LIMITS } from '../../contracts/limits/findings';
import { OverlayRules } from '../access/evaluation/overlay_rules';
import { AccessState, type Breach, type Candidate, toCandidate } from '../guardrails/breaches';
import type { CompiledPromise } from '../guardrails/promise';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { toChangedEntity, type Facts, isFixed, without } from './facts';
import type { Choice } from './rule';
import { joinNames, t } from './sentence';

const NONE = new Map<string, never>();

/**
 * @param breaches - all of one guardrail
 * @returns `undefined` if users would keep the access, or administrators would lose theirs
 */
export function* accessRemoved(
  facts: Facts,
  breaches: readonly Breach[]
): CooperativeTask<Choice | undefined> {
  const [{ guardrail }] = breaches as [Breach];
  const roles = yield* rolesGranting(facts, guardrail);
  if (breaches.length > FINDINGS_LIMITS.usersChanged) return undefined;
  const mappings = new Map<string, RoleMapping>();
  const users = new Map<string, InternalUser>();
  const candidates: Candidate[] = [];
  const { internalusers } = facts.configuration.entities;
  for (const { userName, way } of breaches) {
    const user = internalusers.get(userName);
    const backendRoles = user?.backend_roles ?? (userName === '' ? way.slice(0, 1) : []);
    const own = user?.opendistro_security_roles ?? [];
    const left = without(own, roles);
    let isTaken = left.length < own.length;
    for (const role of roles) {
      const before = mappings.get(role) ?? facts.rules.mapping(role);
      const isMember =
        before?.users.includes(userName) === true ||
        before?.backend_roles.some((one) => backendRoles.includes(one)) === true;
      if (!isMember || !before) continue;
      if (isFixed(before) || facts.configuration.settings.apiRoles.includes(role)) return undefined;
      isTaken = true;
      mappings.set(role, {
        ...before,
        users: without(before.users, new Set([userName])),
        backend_roles: without(before.backend_roles, new Set(backendRoles)),
      });
    }
    // By a host, a pattern or several backend roles together.
    if (!isTaken) return undefined;
    const after = user && { ...user, opendistro_security_roles: left };
    if (after && left.length < own.length) {
      if (isFixed(user)) return undefined;
      users.set(userName, after);
    }
    candidates.push(
      after ? toCandidate(userName, after) : { name: userName, backendRoles, isKnown: false }
    );
    yield;
  }
  if (!(yield* loseAccess(facts, guardrail, mappings, candidates))) return undefined;
  const { entities } = facts.configuration;
  const mapped = [...mappings].map(([name, after]) => toChangedEntity(name, after, {}));
  const direct = [...users].map(([name, after]) =>
    toChangedEntity(name, entities.internalusers.get(name) as InternalUser, {
      opendistro_security_roles: after.opendistro_security_roles,
    })
  );
  return {
    text: t('security.finding.choice.removeAccess', 'Remove {users} from the roles: {roles}.', {
      users: joinNames(breaches.map(({ userName, way }) => userName || (way[0] ?? ''))),
      roles: joinNames([...new Set(breaches.flatMap(({ role = [] }) => role))]),
    }),
    change: {
      ...(mapped.length > 0 && { rolesmapping: Object.assign({}, ...mapped) as object }),
      ...(direct.length > 0 && { internalusers: Object.assign({}, ...direct) as object }),
    } as Choice['change'],
  };
}

function* rolesGranting(
  { rules }: Facts,
  promise: CompiledPromise
): CooperativeTask<ReadonlySet<string>> {
  const granting = new Set<string>();
  for (const name of rules.roleNames()) {
    const role = rules.compiledRole(name);
    const isGranting =
      promise.isGivenByName(name) || (role && (yield* promise.findGrant(role)) !== undefined);
    if (isGranting) granting.add(name);
    yield;
  }
  return granting;
}

function* loseAccess(
  { rules }: Facts,
  promise: CompiledPromise,
  rolesmapping: ReadonlyMap<string, RoleMapping>,
  candidates: readonly Candidate[]
): CooperativeTask<boolean> {
  const after = new OverlayRules(rules, { roles: NONE, rolesmapping, actiongroups: NONE });
  const state = new AccessState(after, [promise], new WeakMap());
  for (const candidate of candidates) {
    const [grant] = yield* state.findGrants(candidate, state.rolesOf(candidate));
    if (grant) return false;
    yield;
  }
  return true;
}
