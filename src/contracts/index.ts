/**
 * What every side and every backend agrees on: entities, interfaces, limits. Imports nothing of
 * ours.
 */
export * from './api';
export * from './entities';
export * from './errors';
export * from './limits';
export type { Immutable, JsonSchema, Shape } from './schema';
