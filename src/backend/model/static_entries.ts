/**
 * Entries built into the engine. Source: docs/reference/engine.md#built-in-entries; unchanged
 * copies of the original files are in `./data`.
 */
import demoConfig from './data/demo-config.json';
import staticActionGroups from './data/static-action-groups.json';
import staticRoles from './data/static-roles.json';
import staticTenants from './data/static-tenants.json';
import type { ResourceType } from '../api/engine';
import type { Entity } from '../../contracts/entities';
import { normaliseEntity } from './payload';

export interface BuiltInEntry {
  readonly type: ResourceType;
  readonly name: string;
  readonly entity: Entity;
}

/** Static roles, action groups and tenants. They cannot be changed, and come with the program. */
export function staticEntries(): readonly BuiltInEntry[] {
  return [
    ...listEntries('roles', staticRoles),
    ...listEntries('actiongroups', staticActionGroups),
    ...listEntries('tenants', staticTenants),
  ];
}

/** Initial entries of a new configuration: the reserved roles and the default mappings. */
export function defaultEntries(): readonly BuiltInEntry[] {
  return [
    ...listEntries('roles', demoConfig.roles),
    ...listEntries('rolesmapping', demoConfig.roles_mapping),
  ];
}

/** `config.dynamic` and the audit configuration of a new installation. */
export const defaultSecurityConfig = (): Record<string, unknown> =>
  structuredClone(demoConfig.config);
export const defaultAllowList = (): Record<string, unknown> =>
  structuredClone(demoConfig.allowlist);

const LOGIN = 'AUTHENTICATED';

/** Unlike the original file, records logins; an audit log without them answers few questions. */
export function defaultAuditConfig(): Record<string, unknown> {
  const { audit, ...rest } = structuredClone(demoConfig.audit);
  const withLogins = (categories: string[]) => categories.filter((one) => one !== LOGIN);
  return {
    ...rest,
    audit: {
      ...audit,
      disabled_rest_categories: withLogins(audit.disabled_rest_categories),
      disabled_transport_categories: withLogins(audit.disabled_transport_categories),
    },
  };
}

function listEntries(
  type: ResourceType,
  byName: Readonly<Record<string, unknown>>
): readonly BuiltInEntry[] {
  return Object.entries(byName).map(([name, source]) => {
    const flags = source as { reserved?: boolean; hidden?: boolean; static?: boolean };
    return { type, name, entity: normaliseEntity(type, source as Record<string, unknown>, flags) };
  });
}
