/** Pieces of SQL with their parameters, in order. */

/** Whole numbers reach SQLite as `bigint` only; a `number` is a floating-point one. */
export type SqlValue = string | number | bigint;

export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}
