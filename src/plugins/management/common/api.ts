/** Ids of the management plugin. */
export const MANAGEMENT_APP_ID = 'management';

/** Ids of the built-in sections, also their paths below `/app/management`. */
export const SETTINGS_SECTION_ID = 'kibana/settings';
export const OBJECTS_SECTION_ID = 'kibana/objects';
