/** Addresses of this plugin and what travels between its two parts. */
export const MANAGEMENT_APP_ID = 'management';

/** Ids of the built-in sections, which are also their addresses below `/app/management`. */
export const SETTINGS_SECTION_ID = 'kibana/settings';
export const OBJECTS_SECTION_ID = 'kibana/objects';

export const API_PATHS = Object.freeze({
  /** `GET`: types people may manage, see `TypesResponse`. */
  types: '/api/management/saved_objects/_types',
  /** `POST`, see `CopyRequest` and `CopyResponse`. */
  copyToTenant: '/api/management/saved_objects/_copy_to_tenant',
});

/** Objects one request may name; references come on top. */
export const MAX_CHOSEN_OBJECTS = 1_000;

export interface ObjectKey {
  readonly type: string;
  readonly id: string;
}

/** A type of saved object as the list shows it. */
export interface ManagedType {
  readonly name: string;
  /** Attribute that names an object to people. */
  readonly titleField: string;
  readonly isExportable: boolean;
  /** Objects of this type in the tenant. */
  readonly total: number;
}

export interface TypesResponse {
  /** By name, ascending. */
  readonly types: readonly ManagedType[];
}

export interface CopyRequest {
  readonly objects: readonly ObjectKey[];
  /** Wire name of the target: '' global, `__user__` private, else the tenant's name. */
  readonly tenant: string;
  /** Whether what the objects refer to is copied too, and what that refers to. */
  readonly includeReferences: boolean;
  readonly overwrite: boolean;
}

/**
 * `conflict`: the target has an object of this type and id, and overwriting was not asked for; it stays as it was.
 * `missing`: the object, or the one referred to, does not exist in the current tenant.
 */
type CopyStatus = 'copied' | 'overwritten' | 'conflict' | 'missing' | 'failed';

export interface CopyResult extends ObjectKey {
  readonly title?: string;
  readonly status: CopyStatus;
  /** Why it failed. */
  readonly message?: string;
  /** Whether it came along because another object refers to it. */
  readonly isReference: boolean;
}

export interface CopyResponse {
  readonly tenant: string;
  /** Objects copied and overwritten. */
  readonly successCount: number;
  readonly results: readonly CopyResult[];
}
