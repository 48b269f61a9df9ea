/** What the plugin's browser and server parts share. */

/** Types of the saved objects that home knows and lists. */
export const SAVED_OBJECT_TYPES = [
  'dashboard',
  'visualization',
  'search',
  'index-pattern',
] as const;

export const HOME_APP_ID = 'home';
export * from './setup_status';
export * from './setup_status';
