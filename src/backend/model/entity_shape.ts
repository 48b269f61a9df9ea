/**
 * From a payload to the entity as GET shows it, and back to the form a JSON patch works on.
 * Source: reference 1.5, 1.8 to 1.12, 2.3 (defaults of missing fields).
 */
import type { ResourceType } from '../contract/engine';
import { INDEX_PERMISSION_FIELDS, TENANT_PERMISSION_FIELDS, type Fields } from './entity_schemas';
import type { Entity } from './entity_types';

type Json = Readonly<Record<string, unknown>>;

export interface Flags {
  readonly reserved?: boolean;
  readonly hidden?: boolean;
  readonly static?: boolean;
}

/** A value inside the payload that cannot become the entity; the text says which and why. */
export class ShapeError extends Error {}

/**
 * Fills defaults and drops nulls. Scalars become strings where strings are wanted, as the engine's own
 * deserialiser does.
 * @throws {ShapeError} unknown nested keys, objects where strings are wanted
 */
export function normaliseEntity(type: ResourceType, source: Json, flags: Flags = {}): Entity {
  const marks = { reserved: flags.reserved ?? false, hidden: flags.hidden ?? false };
  const isStatic = { static: flags.static ?? false };
  const description = optional('description', text(source['description'], 'description'));
  switch (type) {
    case 'internalusers':
      return {
        hash: '',
        ...marks,
        backend_roles: texts(source['backend_roles'], 'backend_roles'),
        attributes: textMap(source['attributes'], 'attributes'),
        ...description,
        opendistro_security_roles: texts(
          source['opendistro_security_roles'],
          'opendistro_security_roles'
        ),
        ...isStatic,
      };
    case 'roles':
      return {
        ...marks,
        ...description,
        cluster_permissions: texts(source['cluster_permissions'], 'cluster_permissions'),
        index_permissions: objects(source['index_permissions'], 'index_permissions').map(
          indexPermission
        ),
        tenant_permissions: objects(source['tenant_permissions'], 'tenant_permissions').map(
          tenantPermission
        ),
        ...isStatic,
      };
    case 'rolesmapping':
      return {
        hosts: texts(source['hosts'], 'hosts'),
        users: texts(source['users'], 'users'),
        ...marks,
        backend_roles: texts(source['backend_roles'], 'backend_roles'),
        and_backend_roles: texts(source['and_backend_roles'], 'and_backend_roles'),
        ...description,
      };
    case 'actiongroups':
      return {
        ...marks,
        allowed_actions: texts(source['allowed_actions'], 'allowed_actions'),
        ...optional('type', text(source['type'], 'type')),
        ...description,
        ...isStatic,
      };
    case 'tenants':
      return { ...marks, ...description, ...isStatic };
  }
}

function indexPermission(source: Json, at: string) {
  onlyKeys(source, INDEX_PERMISSION_FIELDS, at);
  return {
    index_patterns: texts(source['index_patterns'], `${at}.index_patterns`),
    ...optional('dls', text(source['dls'], `${at}.dls`)),
    fls: texts(source['fls'], `${at}.fls`),
    masked_fields: texts(source['masked_fields'], `${at}.masked_fields`),
    allowed_actions: texts(source['allowed_actions'], `${at}.allowed_actions`),
  };
}

function tenantPermission(source: Json, at: string) {
  onlyKeys(source, TENANT_PERMISSION_FIELDS, at);
  return {
    tenant_patterns: texts(source['tenant_patterns'], `${at}.tenant_patterns`),
    allowed_actions: texts(source['allowed_actions'], `${at}.allowed_actions`),
  };
}

/** The entity without default-valued properties: false flags, empty lists and maps, the hash. */
export function withoutDefaults(entity: Entity): Record<string, unknown> {
  const kept = Object.entries(entity).filter(([key, value]) => key !== 'hash' && !isDefault(value));
  return Object.fromEntries(kept.map(([key, value]) => [key, structuredClone(value)]));
}

const isDefault = (value: unknown): boolean =>
  value === false || value === null || value === undefined || isEmptyContainer(value);

const isEmptyContainer = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function text(value: unknown, at: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object')
    throw new ShapeError(`Cannot deserialize value of [${at}]: a string is expected`);
  return String(value);
}

function texts(value: unknown, at: string): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value))
    throw new ShapeError(`Cannot deserialize value of [${at}]: an array is expected`);
  return value.map((element) => text(element, at)).filter((element) => element !== undefined);
}

function textMap(value: unknown, at: string): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value))
    throw new ShapeError(`Cannot deserialize value of [${at}]: an object is expected`);
  const entries = Object.entries(value).map(
    ([key, element]) => [key, text(element, `${at}.${key}`)] as const
  );
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined)
  );
}

interface Nested {
  map<T>(make: (source: Json, at: string) => T): readonly T[];
}

function objects(value: unknown, at: string): Nested {
  if (value === undefined || value === null) return { map: () => [] };
  if (!Array.isArray(value))
    throw new ShapeError(`Cannot deserialize value of [${at}]: an array is expected`);
  return {
    map: (make) =>
      value.map((element: unknown, index) => {
        if (!isJsonObject(element))
          throw new ShapeError(`Cannot deserialize value of [${at}]: an object is expected`);
        return make(element, `${at}[${index}]`);
      }),
  };
}

function onlyKeys(source: Json, known: Fields, at: string): void {
  const unknown = Object.keys(source).find((key) => !Object.hasOwn(known, key));
  if (unknown !== undefined) {
    throw new ShapeError(
      `Unrecognized field "${unknown.slice(0, 100)}" in [${at}], not marked as ignorable`
    );
  }
}

const optional = <K extends string>(key: K, value: string | undefined): { [P in K]?: string } =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: string };
