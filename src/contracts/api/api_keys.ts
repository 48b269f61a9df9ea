/**
 * API keys: `/api/v1/account/api_keys` for the caller's own, `/api/v1/api_keys` for those of all
 * users. Requests send a key as `Authorization: ApiKey {key}`, as in OpenSearch 3.7 and
 * Elasticsearch.
 */
import { Type } from '@sinclair/typebox';
import { API_KEY_LIMITS } from '../limits/api_keys';
import { LOGIN_LIMITS } from '../limits/login';
import { closedObject, flag, integer, nullable, text, texts, stringEnum } from '../schema';
import type { Shape } from '../schema';

const { nameLength, roles, maxDays, defaultDays, perPage, searchLength } = API_KEY_LIMITS;
const { ownEntries, ownNames, ownNameLength } = API_KEY_LIMITS;

/** The API key of an `authorization` header, if it has the scheme `ApiKey`. */
export const apiKeyIn = (authorization: string | undefined): string | undefined =>
  /^apikey +(\S+) *$/i.exec(authorization ?? '')?.[1];

/** Whether a header contains an API key, valid or not. */
export const bringsApiKey = (authorization: string | undefined): boolean =>
  /^apikey(?: |$)/i.test(authorization ?? '');

const nameList = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: ownNameLength }), {
    minItems: 1,
    maxItems: ownNames,
    description,
  });

/**
 * Upper bound of a key's permissions, in the shape of a role: the key permits what is listed here
 * and permitted for its owner. Restrictions of documents and fields are those of the owner; nothing
 * here can lift them.
 */
export const API_KEY_PERMISSIONS = closedObject(
  {
    cluster_permissions: Type.Array(Type.String({ minLength: 1, maxLength: ownNameLength }), {
      maxItems: ownNames,
      default: [],
      description:
        'Action groups, actions and patterns. `restapi:admin/{endpoint}`, never a bare `*`, opens ' +
        'an endpoint of the management API.',
    }),
    index_permissions: Type.Array(
      closedObject({
        index_patterns: nameList('Names, wildcards and date math; no regular expressions.'),
        allowed_actions: nameList('Action groups, actions and patterns.'),
      }),
      { maxItems: ownEntries, default: [] }
    ),
    tenant_permissions: Type.Array(
      closedObject({
        tenant_patterns: nameList(
          'Names and wildcards; `global_tenant` and `__user__`, the private one of the owner.'
        ),
        allowed_actions: nameList('`kibana_all_write` to change what is there, else it is read.'),
      }),
      { maxItems: ownEntries, default: [] }
    ),
  },
  'The most that the key permits; its owner needs the permission as well, at each use.'
);
export type ApiKeyPermissions = Shape<typeof API_KEY_PERMISSIONS>;

const NARROWED = {
  roles: nullable(texts(), 'The only roles of its owner that count; null: all roles.'),
  permissions: nullable(
    API_KEY_PERMISSIONS,
    "The key's own permissions; null: those of the roles."
  ),
  isReadOnly: flag('Only requests that change nothing; tenants are read-only.'),
};

const API_KEY = closedObject({
  id: text('Identifies the key in requests; not secret.'),
  user: text('Its owner.'),
  name: text('Chosen by its owner.'),
  ...NARROWED,
  createdAt: text('ISO 8601.'),
  expiresAt: text('ISO 8601.'),
  lastUsedAt: nullable(text(), 'ISO 8601, at most a minute late.'),
  status: stringEnum(['active', 'expired']),
});
/** A key in a list, without the secret. */
export type ApiKey = Shape<typeof API_KEY>;

export const OWN_API_KEYS = closedObject({
  keys: Type.Array(API_KEY),
  roles: texts('Security roles of the caller, to which a key can be limited.'),
});
export type OwnApiKeys = Shape<typeof OWN_API_KEYS>;

export const API_KEY_BODY = closedObject({
  name: Type.String({ minLength: 1, maxLength: nameLength }),
  days: Type.Integer({
    minimum: 1,
    maximum: maxDays,
    default: defaultDays,
    description: 'Until which the key is valid.',
  }),
  roles: Type.Optional(
    Type.Array(Type.String({ maxLength: 256 }), {
      minItems: 1,
      maxItems: roles,
      description: 'Roles of the caller. Absent: all roles at the time of each use.',
    })
  ),
  permissions: Type.Optional(API_KEY_PERMISSIONS),
  isReadOnly: Type.Boolean({ default: false }),
  current_password: Type.String({ maxLength: LOGIN_LIMITS.passwordLength, writeOnly: true }),
});

export const CREATED_API_KEY = closedObject({
  key: API_KEY,
  token: text('What a client sends after `ApiKey`. Only in this response.'),
});
export type CreatedApiKey = Shape<typeof CREATED_API_KEY>;

/** Identifies a key. */
export const API_KEY_ID = Type.String({ pattern: '^[A-Za-z0-9_-]{12}$' });

export const API_KEY_SORTS = ['created', 'expires', 'used', 'name', 'user', 'roles'] as const;
export const API_KEY_STATUSES = ['active', 'expired'] as const;

export const API_KEYS_QUERY = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: API_KEY_LIMITS.ofAll, default: 1 }),
  per_page: Type.Integer({ minimum: 1, maximum: perPage, default: 25 }),
  search: Type.Optional(
    Type.String({ maxLength: searchLength, description: 'Part of the name of a key or its owner.' })
  ),
  user: Type.Optional(Type.String({ maxLength: 256, description: 'The owner.' })),
  status: Type.Optional(stringEnum(API_KEY_STATUSES)),
  sort: Type.Optional(stringEnum(API_KEY_SORTS)),
  order: Type.Optional(stringEnum(['asc', 'desc'])),
});

export const API_KEY_LIST = closedObject({
  total: integer('Of all pages.'),
  items: Type.Array(API_KEY),
});
export type ApiKeyList = Shape<typeof API_KEY_LIST>;
