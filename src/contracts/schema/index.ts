/** The words in which contracts are written. */
export * from './builders';
export type { JsonSchema } from './json_schema';
