/** Searchable and filterable content of an entity: its facet terms and its search text. */
import {
  mappedBackendRoles,
  type ActionGroup,
  type Entity,
  type InternalUser,
  type ResourceType,
  type Role,
  type RoleMapping,
  SUSPENDED,
} from '../../contracts/entities';
import { isDisabled } from './service_account';

const STATUS = 'status';

/** Facet name and value. The facets are listed at `FindQuery.filters`. */
export type Term = readonly [facet: string, value: string];

/** Distinct facet terms of an entity. Role facets from the mapping are terms of the mapping. */
export function getTerms(type: ResourceType, entity: Entity): readonly Term[] {
  switch (type) {
    case 'internalusers':
      return userTerms(entity as InternalUser);
    case 'roles':
      return roleTerms(entity as Role);
    case 'rolesmapping':
      return mappingTerms(entity as RoleMapping);
    case 'actiongroups':
      return distinct('type', [(entity as ActionGroup).type ?? '']);
    case 'tenants':
      return [];
  }
}

const userTerms = (user: InternalUser): readonly Term[] => [
  ...distinct('backend_roles', user.backend_roles),
  ...distinct('roles', user.opendistro_security_roles),
  ...(isDisabled(user) ? [[STATUS, SUSPENDED] as const] : []),
];

const roleTerms = (role: Role): readonly Term[] => [
  ...distinct('cluster_permissions', role.cluster_permissions),
  ...distinct(
    'index_patterns',
    role.index_permissions.flatMap((permission) => permission.index_patterns)
  ),
  ...distinct(
    'tenants',
    role.tenant_permissions.flatMap((permission) => permission.tenant_patterns)
  ),
];

const mappingTerms = (mapping: RoleMapping): readonly Term[] => [
  ...distinct('users', mapping.users),
  ...distinct('backend_roles', mappedBackendRoles(mapping)),
  ...distinct('hosts', mapping.hosts),
];

const distinct = (facet: string, values: readonly string[]): readonly Term[] =>
  [...new Set(values)].filter((value) => value !== '').map((value) => [facet, value] as const);

/** Length of the search text. Longer entities are found by their first part only. */
const MAX_SEARCH_TEXT = 8_000;

/**
 * Case-folded text of the name, of every text field, and of the terms, one per line.
 * @param mapping - for roles: the mapping of the same name, so that a role is found by its users
 */
export function toSearchText(
  type: ResourceType,
  name: string,
  entity: Entity,
  mapping?: RoleMapping
): string {
  const texts = Object.values(entity).filter((value): value is string => typeof value === 'string');
  // A search finds content, not states.
  const values = getTerms(type, entity).flatMap(([facet, value]) =>
    facet === STATUS ? [] : [value]
  );
  const mapped = mapping ? mappingTerms(mapping).map(([, value]) => value) : [];
  const attributes =
    type === 'internalusers' ? Object.values((entity as InternalUser).attributes) : [];
  return fold(
    [name, ...texts, ...values, ...attributes, ...mapped].join('\n').slice(0, MAX_SEARCH_TEXT)
  );
}

/**
 * Case folding for search and sorting. Also removes characters that the store cannot keep as text.
 */
export const fold = (text: string): string =>
  text.toLowerCase().replace(/[\0\u{D800}-\u{DFFF}]/gu, ' ');
