/** Decisions for many users or roles, actions and indices: `POST /api/v1/access/matrix`. */
import { Type } from '@sinclair/typebox';
import { EXPLAIN_LIMITS } from '../limits/explain';
import { closedObject, flag, optional, text, type Shape } from '../schema';
import { OUTCOME } from './decision';
import { NOT_CONSIDERED } from './not_considered';

const LIMITS = EXPLAIN_LIMITS;
const name = Type.String({ minLength: 1, maxLength: LIMITS.nameLength });

const COLUMN = closedObject({
  action: name,
  index: optional(
    Type.String({
      minLength: 1,
      maxLength: LIMITS.indexNameLength,
      description: 'A name or a pattern. Absent: no index, or all of them.',
    })
  ),
});
export type MatrixColumn = Shape<typeof COLUMN>;

export const MATRIX_BODY = closedObject({
  of: Type.Union([Type.Literal('users'), Type.Literal('roles')], {
    description: 'Internal users with all their roles, or single roles.',
  }),
  names: Type.Array(name, { minItems: 1, maxItems: LIMITS.matrixRows }),
  columns: Type.Array(COLUMN, { minItems: 1, maxItems: LIMITS.matrixColumns }),
});
export type MatrixRequest = Shape<typeof MATRIX_BODY>;

const ROW = closedObject({
  name: text(),
  exists: flag(),
  cells: Type.Array(OUTCOME, { description: 'In the order of the columns.' }),
});
export type MatrixRow = Shape<typeof ROW>;

export const ACCESS_MATRIX = closedObject({
  rows: Type.Array(ROW, { description: 'In the order of the names.' }),
  not_considered: NOT_CONSIDERED,
});
export type AccessMatrix = Shape<typeof ACCESS_MATRIX>;
