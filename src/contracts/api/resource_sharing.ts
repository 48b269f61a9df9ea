/** `/api/v1/resource_sharing`: resources of plugins that users share with each other. */
import { Type } from '@sinclair/typebox';
import { RESOURCE_SHARING_LIMITS as LIMITS } from '../limits/resource_sharing';
import {
  closedObject,
  flag,
  integer,
  mapOf,
  nullable,
  optional,
  text,
  texts,
  type Shape,
} from '../schema';

export const RESOURCE_SHARING = closedObject({
  is_enabled: flag('Whether the cluster has resource sharing, from 3.3, and it is turned on.'),
  types: Type.Array(closedObject({ type: text(), access_levels: texts() })),
});
export type ResourceSharing = Shape<typeof RESOURCE_SHARING>;

const name = Type.String({ minLength: 1, maxLength: LIMITS.nameLength });
const names = optional(Type.Array(name, { maxItems: LIMITS.recipients }));
const RECIPIENTS = closedObject({
  users: optional(
    Type.Array(name, {
      maxItems: LIMITS.recipients,
      description: '`*`: everybody, before 3.7; since then nobody.',
    })
  ),
  roles: names,
  backend_roles: names,
});
export type Recipients = Shape<typeof RECIPIENTS>;

const sharedWith = mapOf(RECIPIENTS, 'By access level.');

const SHARED_RESOURCE = closedObject({
  id: text(),
  owner: text(),
  tenant: optional(text()),
  share_with: sharedWith,
  general_access: optional(text('The access level of everybody, from 3.7.')),
  can_share: flag('Whether the caller may change it.'),
});
export type SharedResource = Shape<typeof SHARED_RESOURCE>;

export const RESOURCES_QUERY = closedObject({ type: name });
export const SHARED_RESOURCES = closedObject({
  total: integer(),
  resources: Type.Array(SHARED_RESOURCE, {
    description: 'Those that the caller owns or that are shared with the caller.',
  }),
});
export type SharedResources = Shape<typeof SHARED_RESOURCES>;

const change = optional(
  Type.Record(name, RECIPIENTS, { maxProperties: LIMITS.levels, description: 'By access level.' })
);
export const SHARE_BODY = closedObject({
  type: name,
  id: name,
  add: change,
  revoke: change,
  general_access: optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: LIMITS.nameLength,
        description: 'The access level of everybody, from 3.7; null for none.',
      })
    )
  ),
});
export type ShareRequest = Shape<typeof SHARE_BODY>;

export const SHARE_RESPONSE = closedObject({ share_with: sharedWith });
