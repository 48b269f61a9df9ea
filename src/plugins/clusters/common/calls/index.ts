/** Calls of the plugin: what its browser part sends and its server handles. */
export * from './clusters';
export * from './comparisons';
export * from './everywhere';
export * from './resource_sharing';
