/** SQL fragments with their parameters, in order. */

/** SQLite receives integers only as `bigint`; a `number` is a floating-point value. */
export type SqlValue = string | number | bigint;

export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}
