/** Unsaved changes inside an app: the guard that forms report to, and the history that asks it. */
import type { AppMountParameters } from '../application/types';
import { i18n } from '../i18n';
import type { OverlayStart } from '../overlays/types';
import { GuardedHistory } from './guarded_history';
import { UnsavedChangesGuard } from './unsaved_changes_guard';

export { GuardedHistory } from './guarded_history';
export { UnsavedChangesGuard } from './unsaved_changes_guard';

/** For an app's router. */
export interface GuardedNavigation {
  readonly guard: UnsavedChangesGuard;
  readonly history: GuardedHistory;
}

/**
 * Asks before unsaved changes are given up, whether the move leaves the app or only the screen. The app reports through
 * `guard.setDirty`, routes by `history`, and calls `history.stop()` when it unmounts.
 * @param isSamePlace - whether a move between two paths of the app loses nothing; unless told, between equal ones
 */
export function guardUnsavedChanges(
  { history, onAppLeave }: Pick<AppMountParameters, 'history' | 'onAppLeave'>,
  overlays: Pick<OverlayStart, 'openConfirm'>,
  isSamePlace?: (from: string, to: string) => boolean
): GuardedNavigation {
  const title = i18n.translate('core.unsavedChanges.title', {
    defaultMessage: 'Leave without saving?',
  });
  const text = i18n.translate('core.unsavedChanges.text', {
    defaultMessage: 'Your changes have not been saved and will be lost.',
  });
  const guard = new UnsavedChangesGuard(() =>
    overlays.openConfirm(text, {
      title,
      cancelButtonText: i18n.translate('core.unsavedChanges.stay', {
        defaultMessage: 'Keep editing',
      }),
      confirmButtonText: i18n.translate('core.unsavedChanges.leave', { defaultMessage: 'Leave' }),
      buttonColor: 'danger',
    })
  );
  onAppLeave((actions) => (guard.isActive ? actions.confirm(text, title) : actions.default()));
  return { guard, history: new GuardedHistory(history, guard, isSamePlace) };
}
