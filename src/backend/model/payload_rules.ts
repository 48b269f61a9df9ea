/** Permitted keys of payloads per resource, derived from the published fields. */
import type { TProperties } from '@sinclair/typebox';
import { RENAME_BODY } from '../../contracts/api/configuration';
import { LOGIN_DRY_RUN_BODY } from '../../contracts/api/login_dry_run';
import { ENTITIES, FLAG_FIELDS, type EntityContract } from '../../contracts/entities';
import { AUDIT_BODY_FIELDS } from '../../contracts/entities/audit_document';
import {
  ACCOUNT_FIELDS,
  ALLOW_LIST_FIELDS,
  FAILURE_LISTENER_FIELDS,
  GUARDRAIL_FIELDS,
  NODES_DN_FIELDS,
  TENANCY_FIELDS,
  UPGRADE_FIELDS,
} from '../../contracts/entities/documents';
import { SECURITY_CONFIG_FIELDS } from '../../contracts/entities/security_config';
import { asSent, type JsonSchema } from '../../contracts/schema';

/** `Any`: checked later. */
export type DataType = 'Array' | 'String' | 'Object' | 'Boolean' | 'Integer' | 'Any';

export interface PayloadRules {
  readonly fields: TProperties;
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
  fields: TProperties,
  { mandatory, oneOf }: Pick<PayloadRules, 'mandatory' | 'oneOf'> = {}
): PayloadRules => ({
  fields,
  keys: new Map(
    Object.entries(fields).map(([key, schema]) => [
      key,
      DATA_TYPES[String(schema['type'])] as DataType,
    ])
  ),
  ...(mandatory && { mandatory }),
  ...(oneOf && { oneOf }),
});

const entityRules = (entity: EntityContract): PayloadRules => rules(entity.fields, entity);

/** Super administrators may also send the flags. */
export const withFlagKeys = (own: PayloadRules): PayloadRules =>
  rules({ ...own.fields, ...FLAG_FIELDS }, own);

const AUDIT_KEYS: PayloadRules['keys'] = new Map([
  ...rules(AUDIT_BODY_FIELDS).keys,
  ['enabled', 'Any'],
]);

export const PAYLOAD_RULES = {
  internalusers: entityRules(ENTITIES.internalusers),
  roles: entityRules(ENTITIES.roles),
  rolesmapping: entityRules(ENTITIES.rolesmapping),
  actiongroups: entityRules(ENTITIES.actiongroups),
  tenants: entityRules(ENTITIES.tenants),
  account: rules(ACCOUNT_FIELDS, { mandatory: ['current_password'] }),
  tenancy: rules(TENANCY_FIELDS),
  // A wrong flag is reported like any other wrong value of the audit configuration.
  audit: { ...rules(AUDIT_BODY_FIELDS), keys: AUDIT_KEYS },
  securityconfig: rules(SECURITY_CONFIG_FIELDS),
  nodesdn: rules(NODES_DN_FIELDS, { mandatory: ['nodes_dn'] }),
  allowlist: rules(ALLOW_LIST_FIELDS),
  guardrails: rules(GUARDRAIL_FIELDS, { mandatory: ['rule', 'action'] }),
  authfailurelisteners: rules(FAILURE_LISTENER_FIELDS, { mandatory: ['type'] }),
  upgrade: rules(UPGRADE_FIELDS),
  rename: rules(RENAME_BODY.properties, { mandatory: ['to'] }),
  loginDryRun: rules(LOGIN_DRY_RUN_BODY.properties),
} as const;

/** The JSON Schema of a body. */
export const toSchema = ({ fields, mandatory, oneOf }: PayloadRules): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(fields).map(([key, schema]) => [key, asSent(schema)])
  ),
  additionalProperties: false,
  minProperties: 1,
  ...(mandatory ? { required: mandatory } : {}),
  ...(oneOf ? { anyOf: oneOf.map((key) => ({ required: [key] })) } : {}),
});
