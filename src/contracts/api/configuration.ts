/**
 * The security configuration as screens read and change it: `/api/v1/configuration/*`,
 * `/api/v1/search/*`, `/api/v1/permissions`.
 */
import { Type, type TObject, type TSchema } from '@sinclair/typebox';
import { ENTITIES, type EntityByType, type ResourceType, type RoleMapping } from '../entities';
import { COMPLIANCE_FIELDS, VISIBLE_AUDIT_FIELDS } from '../entities/audit_document';
import { FIND_LIMITS } from '../limits/find';
import {
  closedObject,
  flag,
  integer,
  mapOf,
  optional,
  text,
  texts,
  stringEnum,
  type Shape,
} from '../schema';
import { LOCKOUT } from './engine_envelopes';

/** `{ message }` with the new `etag`; the response of every change. */
export const CHANGE_RESPONSE = closedObject({ message: text() });
export type ChangeResponse = Shape<typeof CHANGE_RESPONSE>;

/** A new name for a role, an action group or a tenant. */
export const RENAME_BODY = closedObject({
  to: Type.String({ minLength: 1, maxLength: 256, description: 'The new name.' }),
});

export const RENAME_RESPONSE = closedObject({
  message: text(),
  moved: mapOf(
    integer(),
    'Number of changed entries that refer to it: `rolesmapping`, `internalusers`, `roles`, ' +
      '`actiongroups`, `apikeys`, `config`; for a tenant also `objects`, its saved objects.'
  ),
  entries: mapOf(
    texts(),
    'Names of these entries before the rename, by kind, if the kind has names.'
  ),
});
export type RenameResponse = Shape<typeof RENAME_RESPONSE>;

/** The whole collection. */
export const listResponse = (resource: ResourceType): TObject =>
  closedObject({
    total: integer(),
    data: mapOf(ENTITIES[resource].responseSchema, 'Name to entity.'),
  });
export interface ListResponse<R extends ResourceType> {
  readonly total: number;
  readonly data: Readonly<Record<string, EntityByType[R]>>;
}

export const SEARCH_QUERY = closedObject({
  search: optional(Type.String({ maxLength: FIND_LIMITS.searchLength })),
  filters: optional(
    Type.String({
      maxLength: FIND_LIMITS.filtersLength,
      description: 'JSON: facet to the values of which an entity has one.',
    })
  ),
  sort_field: optional(
    text('`name`, `description`, `changed`, `customization` or a facet; `name` for any other.')
  ),
  sort_order: optional(stringEnum(['asc', 'desc'])),
  page: optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  per_page: optional(Type.Integer({ minimum: 1, maximum: FIND_LIMITS.perPage })),
  facets: optional(
    Type.String({
      maxLength: 1_000,
      description: 'Comma-separated facets whose values to return.',
    })
  ),
  counts: optional(
    stringEnum(
      ['true'],
      'Returns the number of matches per value of `facets`, ignoring the filter of the facet itself.'
    )
  ),
  fresh: optional(
    stringEnum(
      ['true'],
      'Waits until the backend has read its configuration again, if its data have an age.'
    )
  ),
});
export type SearchQuery = Shape<typeof SEARCH_QUERY>;

const searchItem = (entity: TSchema) =>
  closedObject({
    name: text(),
    entity,
    version: text('The `etag` of the entity.'),
    mapping: optional(
      Type.Unsafe<RoleMapping>({
        ...ENTITIES.rolesmapping.responseSchema,
        description: 'Roles only.',
      })
    ),
    user_count: optional(
      integer('Roles only: internal users who have it. Absent without permission to read users.')
    ),
    roles: optional(texts('Internal users only: effective security roles.')),
    changed_at: optional(Type.Number({ description: 'Epoch milliseconds.' })),
    changed_outside: optional(
      flag(
        'It is not what its last recorded change made of it: it was changed without this product.'
      )
    ),
    mapping_changed_outside: optional(
      flag('Roles only: the same for the role mapping of that name.')
    ),
  });
const searchResponse = (entity: TSchema) =>
  closedObject({
    total: integer(),
    page: integer(),
    per_page: integer(),
    items: Type.Array(searchItem(entity)),
    unfiltered_total: integer('Without search and filters.'),
    facets: mapOf(texts(), 'Facet to its values.'),
    facet_counts: optional(mapOf(mapOf(integer()), 'Facet to value to number.')),
    age_seconds: optional(
      integer(
        'Age of the configuration, except for changes through this server; absent if it is always current.'
      )
    ),
  });
export const SEARCH_RESPONSE = searchResponse(
  Type.Union(Object.values(ENTITIES).map(({ responseSchema }) => responseSchema))
);
type AnyItem = Shape<ReturnType<typeof searchItem>>;
export type SearchItem<R extends ResourceType> = Omit<AnyItem, 'entity'> & {
  readonly entity: EntityByType[R];
};
export type SearchResponse<R extends ResourceType> = Omit<
  Shape<ReturnType<typeof searchResponse>>,
  'items'
> & { readonly items: readonly SearchItem<R>[] };

export const BULK_DELETE_BODY = closedObject({
  names: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 1_000 }),
});
export type BulkDeleteRequest = Shape<typeof BULK_DELETE_BODY>;

const BULK_DELETE_RESULT = closedObject({
  name: text(),
  status: integer(),
  message: text('In English.'),
  code: optional(text('Permanent error code.')),
  params: optional(
    mapOf(
      Type.Unsafe<string | number>({ type: ['string', 'number'] }),
      "Parameters of the code's text."
    )
  ),
  lockout: optional(LOCKOUT),
  asks_reason: optional(flag('A reason in `x-change-reason` lets the deletion pass.')),
});
export type BulkDeleteResult = Shape<typeof BULK_DELETE_RESULT>;

/** Each name is deleted independently. */
export const BULK_DELETE_RESPONSE = closedObject({ results: Type.Array(BULK_DELETE_RESULT) });
export type BulkDeleteResponse = Shape<typeof BULK_DELETE_RESPONSE>;

export const PERMISSION_CATALOGUE = closedObject(
  { cluster: texts(), index: texts() },
  'Names of single permissions, ascending.'
);
export type PermissionCatalogue = Shape<typeof PERMISSION_CATALOGUE>;

/** Fields that screens know. A backend may add others, which are kept and sent back. */
const open = { additionalProperties: true } as const;
const AUDIT_CONFIG = Type.Object(
  {
    enabled: flag(),
    audit: Type.Object(
      {
        ...VISIBLE_AUDIT_FIELDS,
        // Categories of a newer backend are displayed unchanged.
        disabled_rest_categories: texts(),
        disabled_transport_categories: texts(),
      },
      open
    ),
    compliance: Type.Object(COMPLIANCE_FIELDS, open),
  },
  open
);
export type AuditConfig = Shape<typeof AUDIT_CONFIG>;

export const AUDIT_RESPONSE = Type.Object(
  { config: AUDIT_CONFIG, _readonly: optional(texts('JSON pointers to read-only settings.')) },
  open
);

/** The content differs between backends. */
const SECURITY_CONFIG = Type.Object({ config: optional(Type.Unknown()) }, open);
export type SecurityConfig = Shape<typeof SECURITY_CONFIG>;

/** No current engine exposes its cache entries. */
export const CACHE_RESPONSE = closedObject({ total: integer(), data: mapOf(Type.Unknown()) });
export const SECURITY_CONFIG_RESPONSE = closedObject({ total: integer(), data: SECURITY_CONFIG });
export type SecurityConfigResponse = Shape<typeof SECURITY_CONFIG_RESPONSE>;

export const CONFIGURATION_FILE = closedObject({
  file: text('Its name in the folder of a cluster.'),
  text: text('YAML or CSV, without hashes and other secrets.'),
  entries: integer(),
});
export type ConfigurationFile = Shape<typeof CONFIGURATION_FILE>;
