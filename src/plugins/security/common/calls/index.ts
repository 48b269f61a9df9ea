/** Calls of the plugin: what its browser part sends and its server handles. */
export * from './access';
export * from './alarms';
export * from './guardrails';
export * from './findings';
export * from './api_keys';
export * from './factors';
export * from './change_requests';
export * from './drift';
export * from './comparisons';
export * from './resource_sharing';
export * from './person';
export * from './sessions';
export * from './clusters';
export * from './records';
export * from './account';
export * from './configuration';
