/** Calls, errors and addresses of the plugin, for both of its sides. */
export * from './calls';
export * from './errors';
export * from './pages';
