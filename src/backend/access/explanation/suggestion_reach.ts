/** What a suggested grant opens, and how many people gain it. */
import type { GainingPeople, OpenedAccess } from '../../../contracts/api';
import type { Role, RoleMapping } from '../../../contracts/entities';
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { MappingIndex } from '../evaluation/mapping_index';
import type { RuleView } from '../evaluation/rule_view';
import { isEverything } from '../patterns/breadth';
import { patternKind } from '../patterns/pattern';
import type { UserSource } from '../user_source';

export type Grants = Pick<Role, 'cluster_permissions' | 'index_permissions' | 'tenant_permissions'>;

export function openedBy({
  cluster_permissions: cluster,
  index_permissions: indices,
  tenant_permissions: tenants,
}: Grants): OpenedAccess {
  const { patterns: most } = EXPLAIN_LIMITS;
  const first = (names: readonly string[]): string[] => [...new Set(names)].slice(0, most);
  const patterns = indices.flatMap(({ index_patterns }) => index_patterns);
  return {
    all_indices: patterns.some(isEverything),
    index_patterns: first(patterns),
    tenant_patterns: first(tenants.flatMap(({ tenant_patterns }) => tenant_patterns)),
    cluster_permissions: first(cluster),
  };
}

/** As many people as a backend role, or a pattern of names, is taken for. */
const UNKNOWN_PEOPLE = 10;

/** The number of people who gain something, to compare suggestions. An estimate. */
export const numberOfPeople = (
  { users, user_patterns, backend_roles, hosts }: GainingPeople,
  everybody: number
): number =>
  Math.max(1, users) +
  (user_patterns.length + backend_roles.length) * UNKNOWN_PEOPLE +
  (hosts.length > 0 ? everybody : 0);

export type Membership = Pick<
  RoleMapping,
  'users' | 'backend_roles' | 'and_backend_roles' | 'hosts'
>;

/** The mapping of a role, with the backend role that gives it by its own name. */
export function membershipOf(rules: RuleView, role: string): Membership {
  const mapping = rules.resolution === 'BACKENDROLES_ONLY' ? undefined : rules.mapping(role);
  const {
    users = [],
    backend_roles: some = [],
    and_backend_roles = [],
    hosts = [],
  } = mapping ?? {};
  const isNamed = rules.resolution !== 'MAPPING_ONLY';
  return { users, backend_roles: isNamed ? [...some, role] : some, and_backend_roles, hosts };
}

export interface Holders {
  readonly byRole: ReadonlyMap<string, GainingPeople>;
  /** Number of internal users. */
  readonly everybody: number;
}

/**
 * Who has each role, or would have it. Looks at every internal user once.
 *
 * @param subject - the name of the user asked about, who is one of them
 */
export function* holdersOf(
  users: UserSource,
  memberships: ReadonlyMap<string, Membership>,
  subject: string | undefined
): CooperativeTask<Holders> {
  const mappings = new MappingIndex();
  const names = new Map<string, Set<string>>();
  for (const [role, membership] of memberships) {
    mappings.set(role, { ...membership, reserved: false, hidden: false });
    const exact = membership.users.filter((user) => patternKind(user) === 'exact');
    names.set(role, new Set(subject === undefined ? exact : [...exact, subject]));
  }
  let everybody = 0;
  for (const name of memberships.size > 0 ? users.names() : []) {
    yield;
    const user = users.find(name)?.user;
    if (!user) continue;
    everybody++;
    const mapped = mappings.rolesFor({ userName: name, backendRoles: user.backend_roles });
    for (const role of [...mapped, ...user.opendistro_security_roles]) names.get(role)?.add(name);
  }
  const byRole = new Map<string, GainingPeople>();
  for (const [role, membership] of memberships)
    byRole.set(role, gainingBy(membership, names.get(role)?.size ?? 0));
  return { byRole, everybody };
}

function gainingBy(
  { users, backend_roles: some, and_backend_roles: all, hosts }: Membership,
  known: number
): GainingPeople {
  const { patterns: most } = EXPLAIN_LIMITS;
  return {
    users: known,
    user_patterns: users.filter((user) => patternKind(user) !== 'exact').slice(0, most),
    backend_roles: [...some, ...(all.length > 0 ? [all.join(' + ')] : [])].slice(0, most),
    hosts: hosts.slice(0, most),
  };
}
