/** The lists of a role mapping that determine who has the role. */
import type { RoleMapping } from './role_mapping';

export const MAPPING_CONDITIONS = [
  'users',
  'backend_roles',
  'and_backend_roles',
  'hosts',
] as const satisfies readonly (keyof RoleMapping)[];
export type MappingCondition = (typeof MAPPING_CONDITIONS)[number];

/** Clusters may omit any of these lists. */
type Conditions = Partial<Pick<RoleMapping, MappingCondition>>;

/** Whether the mapping has any entry. */
export const isMapped = (mapping: Conditions | undefined): boolean =>
  MAPPING_CONDITIONS.some((condition) => (mapping?.[condition] ?? []).length > 0);

/** Distinct backend roles of both lists. */
export const mappedBackendRoles = (mapping: Conditions | undefined): readonly string[] => [
  ...new Set([...(mapping?.backend_roles ?? []), ...(mapping?.and_backend_roles ?? [])]),
];
