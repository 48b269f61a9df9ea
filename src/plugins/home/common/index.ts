/** Types shared by the browser and server parts of the plugin. */

/** Saved-object types that home registers and lists. */
export const SAVED_OBJECT_TYPES = [
  'dashboard',
  'visualization',
  'search',
  'index-pattern',
] as const;

export const HOME_APP_ID = 'home';
export * from './setup_status';
export * from './setup_status';
