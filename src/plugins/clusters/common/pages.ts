/** Addresses of the plugin's pages below the route of the Security app. */
export const RESOURCES_PATH = '/resources';
export const COMPARE_PATH = '/compare/:left?/:right?';
