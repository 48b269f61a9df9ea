/** Who has a role: its mapping, in the way in which the rules resolve it. */
import type { RoleMapping } from '../../../contracts/entities';
import type { RuleView } from '../evaluation/rule_view';

export type Membership = Pick<
  RoleMapping,
  'users' | 'backend_roles' | 'and_backend_roles' | 'hosts'
>;

/** The mapping of a role, with the backend role that gives it by its own name. */
export function getMembership(rules: RuleView, role: string): Membership {
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
