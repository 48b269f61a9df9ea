/**
 * The entities of the security configuration, in the shape in which `GET /<type>/<name>` shows them.
 * Source: reference 1.8 to 1.12. Absent optional properties are left out, never null.
 */
export type { ResourceType } from '../contract/engine';

interface EntityFlags {
  readonly reserved: boolean;
  readonly hidden: boolean;
  /** Built into the engine. Role mappings have no such flag. */
  readonly static?: boolean;
}

export interface InternalUser extends EntityFlags {
  /** Always the empty string: hashes are kept apart and never leave the store. */
  readonly hash: '';
  readonly backend_roles: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly opendistro_security_roles: readonly string[];
}

interface IndexPermission {
  readonly index_patterns: readonly string[];
  readonly dls?: string;
  readonly fls: readonly string[];
  readonly masked_fields: readonly string[];
  readonly allowed_actions: readonly string[];
}

interface TenantPermission {
  readonly tenant_patterns: readonly string[];
  readonly allowed_actions: readonly string[];
}

export interface Role extends EntityFlags {
  readonly description?: string;
  readonly cluster_permissions: readonly string[];
  readonly index_permissions: readonly IndexPermission[];
  readonly tenant_permissions: readonly TenantPermission[];
}

export interface RoleMapping extends EntityFlags {
  readonly hosts: readonly string[];
  readonly users: readonly string[];
  readonly backend_roles: readonly string[];
  readonly and_backend_roles: readonly string[];
  readonly description?: string;
}

export interface ActionGroup extends EntityFlags {
  readonly allowed_actions: readonly string[];
  readonly type?: string;
  readonly description?: string;
}

interface Tenant extends EntityFlags {
  readonly description?: string;
}

export type Entity = InternalUser | Role | RoleMapping | ActionGroup | Tenant;

export interface EntityByType {
  readonly internalusers: InternalUser;
  readonly roles: Role;
  readonly rolesmapping: RoleMapping;
  readonly actiongroups: ActionGroup;
  readonly tenants: Tenant;
}
