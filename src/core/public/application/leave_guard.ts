/**
 * Asks for confirmation before the user leaves an app with unsaved changes, on navigation, on
 * browser back and forward, and when the tab closes.
 */
import type { History, UnregisterCallback } from 'history';
import {
  type AppLeaveAction,
  type AppLeaveActionFactory,
  AppLeaveActionType,
  type AppLeaveConfirmAction,
  type AppLeaveHandler,
} from './types';
import type { OverlayStart } from '../overlays/types';
import type { CurrentApp } from './current_app';
import { browserLog } from '../utils/browser_log';

/** Builds the return values of a leave handler (docs/reference/core.md#leaving-an-app). */
const factory: AppLeaveActionFactory = {
  confirm: (text, title) => ({
    type: AppLeaveActionType.confirm,
    text,
    ...(title === undefined ? {} : { title }),
  }),
  default: () => ({ type: AppLeaveActionType.default }),
};

/** Without a handler, leaving needs no confirmation. */
const getLeaveAction = (handler?: AppLeaveHandler): AppLeaveAction =>
  handler === undefined ? factory.default() : handler(factory);

const isConfirmAction = (action: AppLeaveAction): action is AppLeaveConfirmAction =>
  action.type === AppLeaveActionType.confirm;

interface LeaveGuardDeps {
  readonly current: CurrentApp;
  readonly history: History;
  readonly overlays: OverlayStart;
}

/** Marks blocks of this guard for `confirmGoing`; history never displays it. */
const ASK = 'core.application.leave';

export class LeaveGuard {
  private deps?: LeaveGuardDeps;
  private unblock?: UnregisterCallback;

  start(deps: LeaveGuardDeps): void {
    this.deps = deps;
    this.unblock = deps.history.block(({ pathname }, action) => {
      // Pushes are confirmed earlier, by `mayLeaveFor`.
      if (action !== 'POP') return undefined;
      const isLeaving = deps.current.findAppId(pathname) !== deps.current.id;
      return isLeaving && this.getConfirmAction() !== undefined ? ASK : undefined;
    });
    window.addEventListener('beforeunload', this.onBeforeUnload);
  }

  stop(): void {
    this.unblock?.();
    window.removeEventListener('beforeunload', this.onBeforeUnload);
    this.deps = undefined;
  }

  /** Navigation inside the current app needs no confirmation. */
  async mayLeaveFor(appId: string): Promise<boolean> {
    return appId === this.deps?.current.id || (await this.confirm());
  }

  /**
   * `getUserConfirmation` of the history. If the user declines, history returns to the previous
   * location.
   */
  confirmGoing = (_message: string, callback: (mayGo: boolean) => void): void => {
    this.confirm().then(callback, (error: unknown) => {
      browserLog.error(error);
      callback(true);
    });
  };

  private async confirm(): Promise<boolean> {
    const action = this.getConfirmAction();
    if (action === undefined || this.deps === undefined) return true;
    return this.deps.overlays.openConfirm(action.text, {
      ...(action.title === undefined ? {} : { title: action.title }),
      'data-test-subj': 'appLeaveConfirmModal',
    });
  }

  private getConfirmAction(): AppLeaveConfirmAction | undefined {
    try {
      const action = getLeaveAction(this.deps?.current.leaveHandler);
      return isConfirmAction(action) ? action : undefined;
    } catch (error) {
      // A handler that throws must not prevent the user from leaving.
      browserLog.error(error);
      return undefined;
    }
  }

  private onBeforeUnload = (event: BeforeUnloadEvent): void => {
    const action = this.getConfirmAction();
    if (action === undefined) return;
    event.preventDefault();
    event.returnValue = action.text;
  };
}
