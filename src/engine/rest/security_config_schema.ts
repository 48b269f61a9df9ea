/** Fields of `config.dynamic`. Source: reference 2.2. What is deeper is passed on as it is. */
import type { Fields } from '../model/entity_schemas';
import { flagSchema, mapSchema, objectSchema, textSchema, textsSchema } from '../model/json_schema';

const DOMAIN = mapSchema({ type: 'object' });

export const DYNAMIC_FIELDS: Fields = {
  filtered_alias_mode: { type: 'string', enum: ['warn', 'disallow', 'nowarn'] },
  disable_rest_auth: flagSchema(),
  disable_intertransport_auth: flagSchema(),
  respect_request_indices_options: flagSchema(),
  do_not_fail_on_forbidden: flagSchema(),
  do_not_fail_on_forbidden_empty: flagSchema(),
  multi_rolespan_enabled: flagSchema(),
  hosts_resolver_mode: { type: 'string', enum: ['ip-only', 'ip-hostname', 'ip-hostname-lookup'] },
  transport_userrname_attribute: { type: ['string', 'null'] },
  license: { type: ['string', 'null'] },
  privileges_evaluation_type: { type: ['string', 'null'] },
  privileges_evaluation_ignore_unauthorized_indices: flagSchema(),
  kibana: objectSchema(
    {
      multitenancy_enabled: flagSchema(),
      private_tenant_enabled: flagSchema(),
      default_tenant: textSchema(),
      preferred_tenants: textsSchema(),
      server_username: textSchema(),
      opendistro_role: { type: ['string', 'null'] },
      index: textSchema(),
      sign_in_options: textsSchema(),
    },
    { additionalProperties: true }
  ),
  http: objectSchema(
    { anonymous_auth_enabled: flagSchema(), xff: { type: 'object' } },
    { additionalProperties: true }
  ),
  authc: { ...DOMAIN, description: 'Authentication domains by name.' },
  authz: { ...DOMAIN, description: 'Domains that fetch roles, by name.' },
  auth_failure_listeners: { ...DOMAIN, description: 'Limits for failed sign-ins, by name.' },
  on_behalf_of: objectSchema(
    {
      enabled: flagSchema(),
      signing_key: textSchema('Base64, at least 32 bytes.'),
      encryption_key: textSchema('Base64.'),
    },
    { additionalProperties: true }
  ),
  api_tokens: { type: 'object' },
};

export const SECURITY_CONFIG_FIELDS: Fields = { dynamic: objectSchema(DYNAMIC_FIELDS) };
