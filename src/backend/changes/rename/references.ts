/** What refers to a role, an action group or a tenant by name, and follows when it is renamed. */
import type { ResourceType } from '../../../contracts/entities';
import { ENGINE_ERRORS, englishText } from '../../../contracts/errors';
import type { EngineResponse } from '../../api/engine';
import { isJsonObject } from '../../model/entity_shape';
import { badRequest } from '../../model/responses';
import { getDynamic, getTenancy } from '../../model/security_config';

export const RENAMABLE = ['roles', 'actiongroups', 'tenants'] as const;
export type Renamable = (typeof RENAMABLE)[number];

interface Reference {
  /** Entities that can name the renamed one. */
  readonly types: readonly ResourceType[];
  /** Fields with such names, at any depth. */
  readonly fields: readonly string[];
  /** Endpoints that the caller must be allowed to change, besides that of the type. */
  readonly endpoints: ReadonlyArray<'ROLESMAPPING' | 'INTERNALUSERS' | 'ROLES'>;
}

export const REFERENCES: Readonly<Record<Renamable, Reference>> = {
  roles: {
    types: ['internalusers'],
    fields: ['opendistro_security_roles', 'roles'],
    endpoints: ['ROLESMAPPING', 'INTERNALUSERS'],
  },
  actiongroups: {
    types: ['roles', 'actiongroups'],
    fields: ['cluster_permissions', 'allowed_actions'],
    endpoints: ['ROLES'],
  },
  tenants: {
    types: ['roles'],
    fields: ['tenant_patterns'],
    endpoints: ['ROLES'],
  },
};

/** The value with another name in lists of these fields; the same value if nothing changes. */
export function renamedIn<T>(value: T, fields: readonly string[], from: string, to: string): T {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => renamedIn(item, fields, from, to));
    return items.some((item, index) => item !== value[index]) ? (items as T) : value;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const isNamed = fields.includes(key) && Array.isArray(item) && item.includes(from);
    if (!isNamed) return [key, renamedIn(item, fields, from, to)];
    return [key, [...new Set(item.map((name: unknown) => (name === from ? to : name)))]];
  });
  return entries.some(([key, item]) => item !== (value as Record<string, unknown>)[key])
    ? (Object.fromEntries(entries) as T)
    : value;
}

type Document = Readonly<Record<string, unknown>>;

/**
 * The tenancy settings that name a tenant, with its new name; `undefined` if none does.
 * @param document - the security configuration
 */
export function renamedTenancy(
  document: Document | undefined,
  from: string,
  to: string
): Document | undefined {
  const { default_tenant: initial, preferred_tenants: preferred } = getTenancy(document);
  if (initial !== from && !preferred.includes(from)) return undefined;
  return {
    ...(initial === from && { default_tenant: to }),
    ...(preferred.includes(from) && {
      preferred_tenants: preferred.map((name) => (name === from ? to : name)),
    }),
  };
}

/** The security configuration with these tenancy settings. */
export function withTenancy(document: Document | undefined, tenancy: Document): Document {
  const dynamic = getDynamic(document);
  const kibana = isJsonObject(dynamic['kibana']) ? dynamic['kibana'] : {};
  return { ...document, dynamic: { ...dynamic, kibana: { ...kibana, ...tenancy } } };
}

/** Returns the error for a role that the server's own configuration names. */
export const namedInConfiguration = (
  type: Renamable,
  name: string,
  configuredRoles: readonly string[]
): EngineResponse | undefined =>
  type === 'roles' && configuredRoles.includes(name)
    ? badRequest(englishText(ENGINE_ERRORS.namedInConfiguration, { name }))
    : undefined;
