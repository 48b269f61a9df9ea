/** Calls of the plugin: what its browser part sends and its server handles. */
export * from './comparisons';
export * from './resource_sharing';
