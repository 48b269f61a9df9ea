/** Parts that the declarations of several calls share. */
import { CONFIRM_QUERY, MUST_CHANGE_PASSWORD } from '@sd/contracts';
import { Type } from '@sinclair/typebox';

/** Query for saving users; other entities do not accept it. */
export const SAVE_QUERY = Type.Object({
  ...CONFIRM_QUERY.properties,
  [MUST_CHANGE_PASSWORD]: Type.Optional(Type.Literal('true')),
});
export const NAME_VALUE = Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 }));
export const TIME_VALUE = Type.Optional(Type.String({ maxLength: 50 }));
export const LIST_VALUE = Type.Optional(Type.String({ maxLength: 2_000 }));
export const PAGE_VALUE = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }));
export const PER_PAGE_VALUE = Type.Optional(Type.Integer({ minimum: 1, maximum: 500 }));
