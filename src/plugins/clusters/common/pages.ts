/** Addresses of the plugin's pages below the route of the Security app. */
export const RESOURCES_PATH = '/resources';
export const COMPARE_PATH = '/compare/:left?/:right?';
export const CLUSTERS_PATH = '/clusters';
export const NEW_CLUSTER_PATH = '/clusters/create';
export const CLUSTER_PATH = '/clusters/edit/:name';

/** Route of the Security app. */
export const SECURITY_ROUTE = '/app/security';
