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
