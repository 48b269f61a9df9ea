import { Type } from '@sinclair/typebox';
import { CONFIRM_LOCKOUT } from './parameters';

/** Query of every change that can lock administrators out. */
export const CONFIRM_QUERY = Type.Object({
  [CONFIRM_LOCKOUT]: Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')])),
});
