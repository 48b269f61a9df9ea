/** Addresses of the pages, within the Security app. */

export const REQUESTS_PATH = '/changeRequests';
export const REQUEST_PATH = '/changeRequests/view/:name';
export const DRIFT_PATH = '/drift';
