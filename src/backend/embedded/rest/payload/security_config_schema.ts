/** Fields of `config.dynamic`. Source: reference 2.2. The `config` of an authenticator or backend is passed on as it is. */
import { FAILURE_LISTENER_FIELDS, type Fields } from '../../../model/entity_schemas';
import {
  flagSchema,
  integerSchema,
  mapSchema,
  objectSchema,
  textSchema,
  textsSchema,
  type JsonSchema,
} from '../../../model/json_schema';
import { fitted } from '../../../model/schema_fit';

const COMPONENT = objectSchema({ type: textSchema(), config: { type: 'object' } });
const DOMAIN: Fields = {
  http_enabled: flagSchema(),
  transport_enabled: flagSchema('Accepted and without effect.'),
  description: textSchema(),
};
const AUTHENTICATION_DOMAIN = objectSchema({
  ...DOMAIN,
  order: integerSchema(),
  http_authenticator: objectSchema({ ...COMPONENT.properties, challenge: flagSchema() }),
  authentication_backend: COMPONENT,
});
const AUTHORIZATION_DOMAIN = objectSchema({ ...DOMAIN, authorization_backend: COMPONENT });

const DYNAMIC_FIELDS: Fields = {
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
  kibana: objectSchema({
    multitenancy_enabled: flagSchema(),
    private_tenant_enabled: flagSchema(),
    default_tenant: textSchema(),
    preferred_tenants: textsSchema(),
    server_username: textSchema(),
    opendistro_role: { type: ['string', 'null'] },
    index: textSchema(),
    sign_in_options: textsSchema(),
  }),
  http: objectSchema({
    anonymous_auth_enabled: flagSchema(),
    xff: objectSchema({
      enabled: flagSchema(),
      internalProxies: textSchema('A regular expression.'),
      remoteIpHeader: textSchema(),
    }),
  }),
  authc: mapSchema(AUTHENTICATION_DOMAIN, 'Authentication domains by name.'),
  authz: mapSchema(AUTHORIZATION_DOMAIN, 'Domains that fetch roles, by name.'),
  auth_failure_listeners: mapSchema(
    objectSchema(FAILURE_LISTENER_FIELDS),
    'Limits for failed sign-ins, by name.'
  ),
  on_behalf_of: objectSchema({
    enabled: flagSchema(),
    signing_key: textSchema('Base64, at least 32 bytes.'),
    encryption_key: textSchema('Base64.'),
  }),
  api_tokens: objectSchema({
    enabled: flagSchema(),
    max_tokens: integerSchema(),
    max_duration_seconds: integerSchema(),
  }),
};

export const SECURITY_CONFIG_FIELDS: Fields = { dynamic: objectSchema(DYNAMIC_FIELDS) };
const DOCUMENT: JsonSchema = objectSchema(SECURITY_CONFIG_FIELDS);

/**
 * The document as it is stored.
 * @throws {MisfitError} an unknown key, or a value of another kind, at any depth
 */
export const fittedSecurityConfig = (
  document: Readonly<Record<string, unknown>>
): Record<string, unknown> => fitted(DOCUMENT, document) as Record<string, unknown>;
