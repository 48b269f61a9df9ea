export * from './calls';
export * from './errors';

/** The page, within the Security app. */
export const ALARMS_PATH = '/findings/alarms';
