/** Addresses and wire formats of the management plugin. */
export const MANAGEMENT_APP_ID = 'management';

/** Ids of the built-in sections, also their paths below `/app/management`. */
export const SETTINGS_SECTION_ID = 'kibana/settings';
export const OBJECTS_SECTION_ID = 'kibana/objects';

export const API_PATHS = Object.freeze({
  /** `GET`: manageable types, see `TypesResponse`. */
  types: '/api/management/saved_objects/_types',
  /** `POST`, see `CopyRequest` and `CopyResponse`. */
  copyToTenant: '/api/management/saved_objects/_copy_to_tenant',
});
