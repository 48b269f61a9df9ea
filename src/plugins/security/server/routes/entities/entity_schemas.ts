/**
 * Bodies of the entities an administrator writes (reference security-plugin 3.3). Beyond the original ones they take
 * every key the engine keeps (`and_backend_roles`, `type`, `description`, `opendistro_security_roles`), so that a save
 * loses nothing a screen does not show. Unknown keys are refused; what is inside the nested objects is the engine's to judge.
 */
import { Type, type TObject } from '@sinclair/typebox';
import type { ResourceName } from '../../../common';

const strings = Type.Optional(Type.Array(Type.String()));
const description = Type.Optional(Type.String());
const objects = Type.Optional(Type.Array(Type.Unknown()));

export const ENTITY_BODIES: Readonly<Record<ResourceName, TObject>> = Object.freeze({
  internalusers: Type.Object({
    description,
    password: Type.Optional(Type.String()),
    backend_roles: strings,
    attributes: Type.Optional(Type.Unknown()),
    opendistro_security_roles: strings,
  }),
  actiongroups: Type.Object({
    description,
    type: Type.Optional(Type.String()),
    allowed_actions: Type.Array(Type.String()),
  }),
  rolesmapping: Type.Object({
    description,
    backend_roles: strings,
    and_backend_roles: strings,
    hosts: strings,
    users: strings,
  }),
  roles: Type.Object({
    description,
    cluster_permissions: strings,
    tenant_permissions: objects,
    index_permissions: objects,
  }),
  tenants: Type.Object({ description: Type.String() }),
});

/** In sentences. */
export const ENTITY_WORDS: Readonly<Record<ResourceName, string>> = Object.freeze({
  internalusers: 'internal user',
  actiongroups: 'action group',
  rolesmapping: 'role mapping',
  roles: 'role',
  tenants: 'tenant',
});

export const RESOURCE_NAMES = Object.keys(ENTITY_BODIES) as readonly ResourceName[];
