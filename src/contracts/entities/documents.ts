/** Bodies of the engine's other resources: account, tokens, and single documents. */
import { Type, type TObject } from '@sinclair/typebox';
import { flag, integer, mapOf, optional, text, texts, stringEnum, type Shape } from '../schema';

const secret = (description?: string) => optional(text(description, { writeOnly: true }));

export const ACCOUNT_FIELDS = {
  password: secret('The new password.'),
  hash: secret('A ready-made hash instead, where the configuration allows it.'),
  current_password: secret(),
};

export const TENANCY_FIELDS = {
  default_tenant: text('Empty, `global`, `private`, or the name of a tenant.'),
  private_tenant_enabled: flag(),
  multitenancy_enabled: flag(),
  sign_in_options: texts('`BASIC`, `SAML`, `OPENID`, `ANONYMOUS`.'),
  preferred_tenants: texts(undefined, { maxItems: 100 }),
};

export const NODES_DN_FIELDS = {
  nodes_dn: texts('Distinguished names; wildcards and regular expressions are possible.'),
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

export const ALLOW_LIST_FIELDS = {
  enabled: flag(),
  requests: mapOf(
    Type.Array(stringEnum(ALLOW_LIST_METHODS)),
    'Path to the methods that everybody may use.'
  ),
};

/** What happens to a change that breaks a promise. */
export const ON_BREACH = ['refuse', 'ask'] as const;

export const GUARDRAIL_RULES = ['only', 'never', 'always'] as const;

/** One promise about access; `GuardrailPromise` is its type. */
export const GUARDRAIL_FIELDS = {
  description: optional(text('Why the promise is made.')),
  rule: stringEnum(
    GUARDRAIL_RULES,
    '`only`: nobody but these people may. `never`: these people may not. `always`: they may.'
  ),
  users: optional(texts('User names.')),
  backend_roles: optional(texts('Names of backend roles.')),
  roles: optional(texts('Names of roles.')),
  action: text(
    '`read`, `write`, `delete`, `manage`, `administer`, or the exact name of a permission.'
  ),
  index: optional(text('Index name or wildcard pattern. Not for cluster permissions.')),
  on_breach: optional(
    stringEnum(
      ON_BREACH,
      'A change that breaks the promise: `refuse` it (default), or `ask` for a reason, which the change history keeps.'
    )
  ),
};

export type GuardrailPromise = Shape<TObject<typeof GUARDRAIL_FIELDS>>;

export const FAILURE_LISTENER_FIELDS = {
  type: stringEnum(['ip', 'username']),
  authentication_backend: text('`internal`, with the type `username` only.'),
  allowed_tries: integer('Failures within the window that block.', { minimum: 1 }),
  time_window_seconds: integer(undefined, { minimum: 0 }),
  block_expiry_seconds: integer(undefined, { minimum: 0 }),
  max_blocked_clients: integer(undefined, { minimum: 1 }),
  max_tracked_clients: integer(undefined, { minimum: 1 }),
  ignore_hosts: texts('Addresses that are never blocked, with the type `ip`.'),
};

export const TOKEN_FIELDS = {
  description: text('What the token is for.'),
  service: text('Audience; `self-issued` by default.'),
  durationSeconds: Type.Unsafe<string | number>({
    type: ['string', 'integer'],
    description: 'At most 600; 300 by default.',
  }),
};

export const UPGRADE_FIELDS = {
  configs: texts('Only these collections; all by default.'),
};
