/** Action groups. */
import { Type } from '@sinclair/typebox';
import { optional, text, texts, type Shape } from '../schema';
import { ACTION_GROUP_TYPES } from './field_rules';
import { FLAG_FIELDS, STATIC_FIELD } from './flags';

export const ACTION_GROUP_FIELDS = {
  allowed_actions: texts('Actions, patterns of actions, or names of other groups.'),
  type: optional(
    text(`${ACTION_GROUP_TYPES.map((type) => `\`${type}\``).join(' or ')}, in any case.`)
  ),
  description: optional(text()),
};

export const ACTION_GROUP = Type.Object({
  ...FLAG_FIELDS,
  ...ACTION_GROUP_FIELDS,
  ...STATIC_FIELD,
});
export type ActionGroup = Shape<typeof ACTION_GROUP>;
