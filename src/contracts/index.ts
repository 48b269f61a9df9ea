/**
 * Contracts between the server, the browser and all backends: entities, APIs, limits. Imports no
 * other module of this repository.
 */
export * from './api';
export * from './calls';
export * from './configuration_files';
export * from './entities';
export * from './errors';
export * from './limits';
export * from './releases';
export type { Immutable, JsonSchema, Shape } from './schema';
