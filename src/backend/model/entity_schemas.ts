/**
 * Fields of the entities and of the other payloads: names, types, meaning. Source: reference 1.8 to 1.19.
 * Validation (`payload_rules.ts`, `entity_shape.ts`) and the published API description read them here.
 */
import {
  flagSchema,
  integerSchema,
  mapSchema,
  objectSchema,
  textSchema,
  textsSchema,
  type JsonSchema,
} from './json_schema';

export type Fields = Readonly<Record<string, JsonSchema>>;

const PATTERNS = 'Exact names, wildcards (`*`, `?`) or `/regular expressions/`.';

export const INDEX_PERMISSION_FIELDS: Fields = {
  index_patterns: textsSchema(
    `${PATTERNS} \`\${user.name}\` and other attributes are substituted.`
  ),
  dls: textSchema('Document-level security: a query as JSON text. Placeholders are substituted.'),
  fls: textsSchema('Visible fields; with the prefix `~` hidden ones.'),
  masked_fields: textsSchema('`field`, `field::ALGORITHM` or `field::/regex/::replacement`.'),
  allowed_actions: textsSchema('Actions, patterns of actions, or names of action groups.'),
};

export const TENANT_PERMISSION_FIELDS: Fields = {
  tenant_patterns: textsSchema(PATTERNS),
  allowed_actions: textsSchema(
    '`kibana_all_write` for read and write; anything else is read only.'
  ),
};

export const USER_FIELDS: Fields = {
  password: { ...textSchema('Clear text; wins over `hash`.'), writeOnly: true },
  hash: {
    ...textSchema('A ready-made hash: argon2, bcrypt, or PBKDF2 as a cluster stores it.'),
    writeOnly: true,
  },
  backend_roles: textsSchema('Roles as the outside knows them; role mappings translate them.'),
  attributes: mapSchema(
    { type: 'string' },
    'Custom attributes, `${attr.internal.<key>}` in patterns and queries.'
  ),
  description: textSchema(),
  opendistro_security_roles: textsSchema('Security roles assigned directly.'),
};

export const ROLE_FIELDS: Fields = {
  cluster_permissions: textsSchema('Actions, patterns of actions, or names of action groups.'),
  index_permissions: { type: 'array', items: objectSchema(INDEX_PERMISSION_FIELDS) },
  tenant_permissions: { type: 'array', items: objectSchema(TENANT_PERMISSION_FIELDS) },
  description: textSchema(),
};

export const MAPPING_FIELDS: Fields = {
  backend_roles: textsSchema(`Any of them is enough. ${PATTERNS}`),
  and_backend_roles: textsSchema(`All of them are needed. ${PATTERNS}`),
  hosts: textsSchema(`Addresses, and host names when \`hosts_resolver_mode\` says so. ${PATTERNS}`),
  users: textsSchema(`Any of them is enough. ${PATTERNS}`),
  description: textSchema(),
};

export const ACTION_GROUP_FIELDS: Fields = {
  allowed_actions: textsSchema('Actions, patterns of actions, or names of other groups.'),
  type: textSchema('`cluster` or `index`, in any case.'),
  description: textSchema(),
};

export const TENANT_FIELDS: Fields = { description: textSchema() };

export const ACCOUNT_FIELDS: Fields = {
  password: { ...textSchema('The new password.'), writeOnly: true },
  hash: {
    ...textSchema('A ready-made hash instead, where the configuration allows it.'),
    writeOnly: true,
  },
  current_password: { ...textSchema(), writeOnly: true },
};

export const TENANCY_FIELDS: Fields = {
  default_tenant: textSchema('Empty, `global`, `private`, or the name of a tenant.'),
  private_tenant_enabled: flagSchema(),
  multitenancy_enabled: flagSchema(),
  sign_in_options: textsSchema('`BASIC`, `SAML`, `OPENID`, `ANONYMOUS`.'),
  preferred_tenants: { ...textsSchema(), maxItems: 100 },
};

export const NODES_DN_FIELDS: Fields = {
  nodes_dn: textsSchema('Distinguished names; wildcards and regular expressions are possible.'),
};

export const ALLOW_LIST_METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'HEAD',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'CONNECT',
] as const;

export const ALLOW_LIST_FIELDS: Fields = {
  enabled: flagSchema(),
  requests: mapSchema(
    { type: 'array', items: { type: 'string', enum: ALLOW_LIST_METHODS } },
    'Path to the methods that everybody may use.'
  ),
};

export const FAILURE_LISTENER_FIELDS: Fields = {
  type: { type: 'string', enum: ['ip', 'username'] },
  authentication_backend: textSchema('`internal`, with the type `username` only.'),
  allowed_tries: { ...integerSchema('Failures within the window that block.'), minimum: 1 },
  time_window_seconds: { ...integerSchema(), minimum: 0 },
  block_expiry_seconds: { ...integerSchema(), minimum: 0 },
  max_blocked_clients: { ...integerSchema(), minimum: 1 },
  max_tracked_clients: { ...integerSchema(), minimum: 1 },
  ignore_hosts: textsSchema('Addresses that are never blocked, with the type `ip`.'),
};

export const TOKEN_FIELDS: Fields = {
  description: textSchema('What the token is for.'),
  service: textSchema('Audience; `self-issued` by default.'),
  durationSeconds: { type: ['string', 'integer'], description: 'At most 600; 300 by default.' },
};

export const UPGRADE_FIELDS: Fields = {
  configs: textsSchema('Only these collections; all by default.'),
};

/** Set by the engine; super admins may send the first two. */
export const FLAG_FIELDS: Fields = {
  reserved: flagSchema('Shipped with the product; visible, and changed by super admins only.'),
  hidden: flagSchema('Seen and changed by super admins only.'),
};
export const STATIC_FIELD: Fields = {
  static: { ...flagSchema('Built in, never changed.'), readOnly: true },
};
