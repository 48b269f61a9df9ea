/**
 * What an app answers when somebody is about to leave it (docs/reference/core.md#leaving-an-app).
 */
import {
  type AppLeaveAction,
  type AppLeaveActionFactory,
  AppLeaveActionType,
  type AppLeaveConfirmAction,
  type AppLeaveHandler,
} from './types';

const factory: AppLeaveActionFactory = {
  confirm: (text, title) => ({
    type: AppLeaveActionType.confirm,
    text,
    ...(title === undefined ? {} : { title }),
  }),
  default: () => ({ type: AppLeaveActionType.default }),
};

/** No handler: nothing stands in the way. */
export const getLeaveAction = (handler?: AppLeaveHandler): AppLeaveAction =>
  handler === undefined ? factory.default() : handler(factory);

export const isConfirmAction = (action: AppLeaveAction): action is AppLeaveConfirmAction =>
  action.type === AppLeaveActionType.confirm;
