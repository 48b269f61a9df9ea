/** Types shared by the browser and server parts of the plugin. */
export * from './calls';

/** Saved-object types that home registers and lists. */
export const SAVED_OBJECT_TYPES = [
  'dashboard',
  'visualization',
  'search',
  'index-pattern',
] as const;

export const HOME_APP_ID = 'home';
/** `GET`: `FindingCountsBody`. */
export const FINDING_COUNTS_PATH = '/api/v1/findings/counts';
/** `GET`: `ChangeRequestList`. */
export const CHANGE_REQUESTS_PATH = '/api/v1/change_requests';

/** Whether the user wants the tour of the demonstration; declared in a demonstration only. */
export const TOUR_SETTING = 'home:demonstrationTour';

/** Role that permits everything. Its holders can repair any configuration. */
export const FULL_ACCESS_ROLE = 'all_access';

export type { SetupFacts } from './setup_status';
