export * from './calls';
export * from './errors';

/** The page, within the Security app. */
export const ALARMS_PATH = '/findings/alarms';
/** Where the page of findings is in the Security app. */
export const FINDINGS_PATH = '/findings';
