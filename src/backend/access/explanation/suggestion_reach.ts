/** What a suggested grant opens, and how many people gain it. */
import type { GainingPeople, OpenedAccess } from '../../../contracts/api';
import type { Role } from '../../../contracts/entities';
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { MappingIndex } from '../evaluation/mapping_index';
import { isEverything } from '../patterns/breadth';
import { patternKind } from '../patterns/pattern';
import { listValues, type UserSource } from '../user_source';
import type { Membership } from './membership';
import { possibleMembers } from './possible_holders';

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
  everybody: Pick<UserSource, 'size'>
): number =>
  Math.max(1, users) +
  (user_patterns.length + backend_roles.length) * UNKNOWN_PEOPLE +
  (hosts.length > 0 ? everybody.size : 0);

/**
 * The people who have each role, or would have it. Users are counted by index; those are looked at
 * to whom several entries of a mapping give the role, or a pattern.
 *
 * @param subject - the name of the user asked about, who is one of them
 */
export function* findHolders(
  users: UserSource,
  memberships: ReadonlyMap<string, Membership>,
  subject: string | undefined
): CooperativeTask<ReadonlyMap<string, GainingPeople>> {
  const byRole = new Map<string, GainingPeople>();
  for (const [role, membership] of memberships) {
    const isExact = (entry: string): boolean => patternKind(entry) === 'exact';
    const named = new Set(membership.users.filter(isExact));
    if (subject !== undefined) named.add(subject);
    const isListed =
      [...membership.users, ...membership.backend_roles].every(isExact) &&
      membership.and_backend_roles.length === 0;
    const count = isListed
      ? yield* countListed(users, role, membership.backend_roles, named)
      : yield* countMatching(users, role, membership, named);
    byRole.set(role, gainingBy(membership, count));
  }
  return byRole;
}

/** Of users who list a backend role or the role, the largest group is not looked at. */
function* countListed(
  users: UserSource,
  role: string,
  backendRoles: readonly string[],
  named: ReadonlySet<string>
): CooperativeTask<number> {
  const listing = [
    ...[...new Set(backendRoles)].map((value) => ({ facet: 'backend_roles', value }) as const),
    { facet: 'roles', value: role } as const,
  ].map((one) => ({ ...one, count: users.countWith(one.facet, one.value) }));
  listing.sort((one, other) => other.count - one.count);
  const [largest, ...others] = listing;
  const found = new Set<string>();
  const add = (name: string) => {
    const user = users.find(name)?.user;
    if (!user || !largest || !listValues(user, largest.facet).includes(largest.value))
      found.add(name);
  };
  for (const { facet, value, count } of others)
    for (const name of count > 0 ? users.namesWith(facet, [value]) : []) {
      yield;
      add(name);
    }
  named.forEach(add);
  return (largest?.count ?? 0) + found.size;
}

function* countMatching(
  users: UserSource,
  role: string,
  membership: Membership,
  named: ReadonlySet<string>
): CooperativeTask<number> {
  const mappings = new MappingIndex();
  mappings.set(role, { ...membership, reserved: false, hidden: false });
  const found = new Set(named);
  for (const name of yield* possibleMembers(users, new Set([role]), [membership])) {
    yield;
    const user = users.find(name)?.user;
    if (!user) continue;
    const isHolder =
      user.opendistro_security_roles.includes(role) ||
      mappings.rolesFor({ userName: name, backendRoles: user.backend_roles }).size > 0;
    if (isHolder) found.add(name);
  }
  return found.size;
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
