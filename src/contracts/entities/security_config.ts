/** The security configuration (`config.dynamic`). Authenticators' `config` is not validated. */
import { Type, type TProperties } from '@sinclair/typebox';
import { anyObject, closedObject, flag, integer, mapOf, text, texts, stringEnum } from '../schema';
import { FAILURE_LISTENER_FIELDS } from './documents';

/** Every field has a default. */
const block = <P extends TProperties>(properties: P) => Type.Partial(closedObject(properties));
const textOrNull = () => Type.Unsafe<string | null>({ type: ['string', 'null'] });

const COMPONENT = { type: text(), config: anyObject() };
const DOMAIN = {
  http_enabled: flag(),
  transport_enabled: flag('Accepted and without effect.'),
  description: text(),
};
const AUTHENTICATION_DOMAIN = block({
  ...DOMAIN,
  order: integer(),
  http_authenticator: block({ ...COMPONENT, challenge: flag() }),
  authentication_backend: block(COMPONENT),
});
const AUTHORIZATION_DOMAIN = block({ ...DOMAIN, authorization_backend: block(COMPONENT) });

const DYNAMIC_FIELDS = {
  filtered_alias_mode: stringEnum(['warn', 'disallow', 'nowarn']),
  disable_rest_auth: flag(),
  disable_intertransport_auth: flag(),
  respect_request_indices_options: flag(),
  do_not_fail_on_forbidden: flag(),
  do_not_fail_on_forbidden_empty: flag(),
  multi_rolespan_enabled: flag(),
  hosts_resolver_mode: stringEnum(['ip-only', 'ip-hostname', 'ip-hostname-lookup']),
  transport_userrname_attribute: textOrNull(),
  license: textOrNull(),
  privileges_evaluation_type: textOrNull(),
  privileges_evaluation_ignore_unauthorized_indices: flag(),
  kibana: block({
    multitenancy_enabled: flag(),
    private_tenant_enabled: flag(),
    default_tenant: text(),
    preferred_tenants: texts(),
    server_username: text(),
    opendistro_role: textOrNull(),
    index: text(),
    sign_in_options: texts(),
  }),
  http: block({
    anonymous_auth_enabled: flag(),
    xff: block({
      enabled: flag(),
      internalProxies: text('A regular expression.'),
      remoteIpHeader: text(),
    }),
  }),
  authc: mapOf(AUTHENTICATION_DOMAIN, 'Authentication domains by name.'),
  authz: mapOf(AUTHORIZATION_DOMAIN, 'Domains that fetch roles, by name.'),
  auth_failure_listeners: mapOf(
    block(FAILURE_LISTENER_FIELDS),
    'Limits for failed logins, by name.'
  ),
  on_behalf_of: block({
    enabled: flag(),
    signing_key: text('Base64, at least 32 bytes.'),
    encryption_key: text('Base64.'),
  }),
  api_tokens: block({
    enabled: flag(),
    max_tokens: integer(),
    max_duration_seconds: integer(),
  }),
};

/** The body of the security configuration. */
export const SECURITY_CONFIG_FIELDS = { dynamic: block(DYNAMIC_FIELDS) };
