/** Errors of the core and the engine. Plugins define their own in `common`. */
export * from './backend';
export * from './calls';
export * from './cluster_requests';
export * from './define';
export * from './engine';
export * from './entries';
export * from './saved_objects';
export * from './server';
export * from './settings';
export * from './statuses';
export * from './transfers';
export * from './validation';
