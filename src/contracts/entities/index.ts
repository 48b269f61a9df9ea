/**
 * The entities of the security configuration, in the shape of `GET /<type>/<name>`, and the fields
 * that a change may send. Missing optional properties are omitted, never null. This is the only
 * definition of fields: request validation, responses, the engine's payload rules, types of
 * screens, and the published API description derive from it.
 */
import { Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox';
import type { JsonSchema } from '../schema';
import { ACTION_GROUP, ACTION_GROUP_FIELDS, type ActionGroup } from './action_group';
import { INTERNAL_USER, USER_FIELDS, type InternalUser } from './internal_user';
import { MAPPING_CONDITIONS } from './mapping_conditions';
import { ROLE, ROLE_FIELDS, type Role } from './role';
import { MAPPING_FIELDS, ROLE_MAPPING, type RoleMapping } from './role_mapping';
import { TENANT, TENANT_FIELDS, type Tenant } from './tenant';

export { ANONYMOUS_USER_NAME, NAMELESS } from './stand_in_users';
export { AUDIT_CATEGORIES, OFFERED_AUDIT_CATEGORIES } from './audit_categories';
export * from './comparison';
export * from './field_rules';
export { DEFAULT_PASSWORD_MESSAGE, DEFAULT_PASSWORD_REGEX, SUSPENDED } from './internal_user';
export { FLAG_FIELDS } from './flags';
export type { IndexPermission, TenantPermission } from './role';
export * from './mapping_conditions';
export * from './redaction';
export * from './references';
export * from './role_faults';
export * from './suspension';
export * from './variables';
export type { ActionGroup, InternalUser, Role, RoleMapping, Tenant };

export interface EntityByType {
  readonly internalusers: InternalUser;
  readonly roles: Role;
  readonly rolesmapping: RoleMapping;
  readonly actiongroups: ActionGroup;
  readonly tenants: Tenant;
}
/** Names as in `/_plugins/_security/api/<type>`. */
export type ResourceType = keyof EntityByType;
export type Entity = EntityByType[ResourceType];

export interface EntityContract {
  /** For English sentences. */
  readonly noun: string;
  /** As in `GET`, with keys in the order of a response. */
  readonly responseSchema: TObject;
  /** Keys that a change may send. */
  readonly fields: TProperties;
  /** Keys that a change must send. */
  readonly mandatory?: readonly string[];
  /** A change must send at least one of these keys. */
  readonly oneOf?: readonly string[];
}

/** In the order of the engine's error response. */
const conditionsInOrder = Object.keys(MAPPING_FIELDS).filter((key) =>
  MAPPING_CONDITIONS.some((condition) => condition === key)
);

export const ENTITIES: Readonly<Record<ResourceType, EntityContract>> = Object.freeze({
  internalusers: { noun: 'internal user', responseSchema: INTERNAL_USER, fields: USER_FIELDS },
  roles: { noun: 'role', responseSchema: ROLE, fields: ROLE_FIELDS },
  rolesmapping: {
    noun: 'role mapping',
    responseSchema: ROLE_MAPPING,
    fields: MAPPING_FIELDS,
    oneOf: conditionsInOrder,
  },
  actiongroups: {
    noun: 'action group',
    responseSchema: ACTION_GROUP,
    fields: ACTION_GROUP_FIELDS,
    mandatory: ['allowed_actions'],
  },
  tenants: { noun: 'tenant', responseSchema: TENANT, fields: TENANT_FIELDS },
});

export const RESOURCE_TYPES = Object.keys(ENTITIES) as readonly ResourceType[];

/**
 * The body with which screens save an entity or preview its impact, validated at the top level
 * only. Hashes are only for scripts.
 */
export function saveBody(type: ResourceType): TObject {
  const { fields, mandatory = [] } = ENTITIES[type];
  const properties = Object.entries(fields)
    .filter(([key]) => key !== 'hash')
    .map(([key, schema]): [string, TSchema] => {
      const outer = outerShape(schema);
      return [key, mandatory.includes(key) ? outer : Type.Optional(outer)];
    });
  return Type.Object(Object.fromEntries(properties));
}

function outerShape({ type, items }: JsonSchema): TSchema {
  if (type === 'string') return Type.String();
  if (type === 'array')
    return Type.Array(items?.type === 'object' ? Type.Unknown() : Type.String());
  return Type.Unknown();
}
