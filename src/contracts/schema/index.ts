/** Schema builders of the contracts. */
export * from './builders';
export type { JsonSchema } from './json_schema';
