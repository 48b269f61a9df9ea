/** Calls of the plugin: what its browser part sends and its server handles. */
export * from './access';
