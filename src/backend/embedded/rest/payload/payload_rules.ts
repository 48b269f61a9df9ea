/**
 * Which keys a payload may have, per resource: derived from the fields that the API description publishes.
 * Source: reference 1.6 to 1.19.
 */
import {
  ACCOUNT_FIELDS,
  ACTION_GROUP_FIELDS,
  ALLOW_LIST_FIELDS,
  FAILURE_LISTENER_FIELDS,
  FLAG_FIELDS,
  MAPPING_FIELDS,
  NODES_DN_FIELDS,
  ROLE_FIELDS,
  TENANCY_FIELDS,
  TENANT_FIELDS,
  UPGRADE_FIELDS,
  USER_FIELDS,
  type Fields,
} from '../../../model/entity_schemas';
import { AUDIT_BODY_FIELDS } from '../../../model/audit_config';
import type { JsonSchema } from '../../../model/json_schema';
import { SECURITY_CONFIG_FIELDS } from './security_config_schema';

export type DataType = 'Array' | 'String' | 'Object' | 'Boolean' | 'Integer';

export interface PayloadRules {
  readonly fields: Fields;
  readonly keys: ReadonlyMap<string, DataType>;
  readonly mandatory?: readonly string[];
  /** At least one of these must be present. */
  readonly oneOf?: readonly string[];
}

const DATA_TYPES: Readonly<Record<string, DataType>> = {
  array: 'Array',
  string: 'String',
  object: 'Object',
  boolean: 'Boolean',
  integer: 'Integer',
};

const rules = (
  fields: Fields,
  more: Pick<PayloadRules, 'mandatory' | 'oneOf'> = {}
): PayloadRules => ({
  fields,
  keys: new Map(
    Object.entries(fields).map(([key, { type }]) => [key, DATA_TYPES[String(type)] as DataType])
  ),
  ...more,
});

/** Super admins may also send the flags. */
export const withFlagKeys = ({ fields, mandatory, oneOf }: PayloadRules): PayloadRules =>
  rules({ ...fields, ...FLAG_FIELDS }, { mandatory, oneOf });

export const PAYLOAD_RULES = {
  internalusers: rules(USER_FIELDS),
  roles: rules(ROLE_FIELDS),
  rolesmapping: rules(MAPPING_FIELDS, {
    oneOf: ['hosts', 'users', 'backend_roles', 'and_backend_roles'],
  }),
  actiongroups: rules(ACTION_GROUP_FIELDS, { mandatory: ['allowed_actions'] }),
  tenants: rules(TENANT_FIELDS),
  account: rules(ACCOUNT_FIELDS, { mandatory: ['current_password'] }),
  tenancy: rules(TENANCY_FIELDS),
  audit: rules(AUDIT_BODY_FIELDS),
  securityconfig: rules(SECURITY_CONFIG_FIELDS),
  nodesdn: rules(NODES_DN_FIELDS, { mandatory: ['nodes_dn'] }),
  allowlist: rules(ALLOW_LIST_FIELDS),
  authfailurelisteners: rules(FAILURE_LISTENER_FIELDS, { mandatory: ['type'] }),
  upgrade: rules(UPGRADE_FIELDS),
} as const;

/** What a body may be, as JSON Schema. */
export const schemaOf = ({ fields, mandatory, oneOf }: PayloadRules): JsonSchema => ({
  type: 'object',
  properties: fields,
  additionalProperties: false,
  minProperties: 1,
  ...(mandatory ? { required: mandatory } : {}),
  ...(oneOf ? { anyOf: oneOf.map((key) => ({ required: [key] })) } : {}),
});
