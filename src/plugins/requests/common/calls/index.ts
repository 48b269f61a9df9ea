/** Calls of the plugin: what its browser part sends and its server handles. */
export * from './change_requests';
export * from './drift';
