/**
 * Entities of the security configuration as the engine's REST API shows them. Fields that a screen does not
 * know are kept and sent back: the index signature is deliberate.
 */
interface EntityFlags {
  readonly reserved?: boolean;
  readonly hidden?: boolean;
  readonly static?: boolean;
  readonly description?: string;
}

export interface IndexPermission {
  readonly index_patterns: readonly string[];
  /** JSON text of a query. */
  readonly dls?: string;
  /** Field patterns; a leading `~` excludes. */
  readonly fls: readonly string[];
  readonly masked_fields: readonly string[];
  readonly allowed_actions: readonly string[];
}
export interface TenantPermission {
  readonly tenant_patterns: readonly string[];
  readonly allowed_actions: readonly string[];
}
export interface Role extends EntityFlags {
  readonly cluster_permissions: readonly string[];
  readonly index_permissions: readonly IndexPermission[];
  readonly tenant_permissions: readonly TenantPermission[];
}
export interface RoleMapping extends EntityFlags {
  readonly users: readonly string[];
  readonly backend_roles: readonly string[];
  readonly and_backend_roles: readonly string[];
  readonly hosts: readonly string[];
}
export interface InternalUser extends EntityFlags {
  readonly backend_roles: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly opendistro_security_roles?: readonly string[];
}
export interface ActionGroup extends EntityFlags {
  readonly allowed_actions: readonly string[];
  readonly type?: 'cluster' | 'index' | 'all' | 'kibana' | 'unknown';
}
export type Tenant = EntityFlags;

export interface EntityByResource {
  readonly roles: Role;
  readonly rolesmapping: RoleMapping;
  readonly internalusers: InternalUser;
  readonly actiongroups: ActionGroup;
  readonly tenants: Tenant;
}
export type ResourceName = keyof EntityByResource;
