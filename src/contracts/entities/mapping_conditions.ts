/** The lists of a role mapping that say who holds the role. Pure: screens use it as well. */
import type { RoleMapping } from './role_mapping';

export const MAPPING_CONDITIONS = [
  'users',
  'backend_roles',
  'and_backend_roles',
  'hosts',
] as const satisfies readonly (keyof RoleMapping)[];
export type MappingCondition = (typeof MAPPING_CONDITIONS)[number];

/** What a cluster of any line may leave out. */
type Conditions = Partial<Pick<RoleMapping, MappingCondition>>;

/** Whether it maps anybody. */
export const isMapped = (mapping: Conditions | undefined): boolean =>
  MAPPING_CONDITIONS.some((condition) => (mapping?.[condition] ?? []).length > 0);

/** Backend roles of either kind: any of them, or all of them together. Each once. */
export const mappedBackendRoles = (mapping: Conditions | undefined): readonly string[] => [
  ...new Set([...(mapping?.backend_roles ?? []), ...(mapping?.and_backend_roles ?? [])]),
];
