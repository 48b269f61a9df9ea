/** Calls of the plugin: what its browser part sends and its server handles. */
export * from './access';
export * from './api_keys';
export * from './factors';
export * from './sessions';
export * from './records';
export * from './account';
export * from './configuration';
export * from './login';
export * from './pages';
export * from './configuration_files';
export * from './entities';
