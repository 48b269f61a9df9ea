/** Entry of the lazily loaded frame: navigation, headings, the guard over unsaved changes. */
import {
  i18n,
  renderApp,
  type AppMountParameters,
  type CoreStart,
  type UnmountCallback,
} from '@sd/core/public';
import { GuardedHistory } from '../services/guarded_history';
import { LeaveGuard } from '../services/leave_guard';
import { findSection } from '../services/section_registry';
import type { ManagementSection } from '../types';
import { ManagementApp } from './management_app';

export interface ManagementAppDeps {
  readonly core: CoreStart;
  /** In the order of the navigation. */
  readonly sections: readonly ManagementSection[];
}

const leaveTitle = (): string =>
  i18n.translate('management.leave.title', { defaultMessage: 'Leave without saving?' });
const leaveText = (): string =>
  i18n.translate('management.leave.text', {
    defaultMessage: 'Your changes have not been saved and will be lost.',
  });

export function mountManagementApp(
  { element, history, onAppLeave }: AppMountParameters,
  { core, sections }: ManagementAppDeps
): UnmountCallback {
  const guard = new LeaveGuard(() =>
    core.overlays.openConfirm(leaveText(), {
      title: leaveTitle(),
      cancelButtonText: i18n.translate('management.leave.stay', { defaultMessage: 'Keep editing' }),
      confirmButtonText: i18n.translate('management.leave.leave', { defaultMessage: 'Leave' }),
      buttonColor: 'danger',
    })
  );
  onAppLeave((actions) =>
    guard.isActive ? actions.confirm(leaveText(), leaveTitle()) : actions.default()
  );
  const isSamePlace = (from: string, to: string) =>
    findSection(sections, from) === findSection(sections, to);
  const guarded = new GuardedHistory(history, guard, isSamePlace);
  const unmount = renderApp(
    element,
    <ManagementApp core={core} sections={sections} history={guarded} guard={guard} />
  );
  return () => {
    unmount();
    guarded.stop();
  };
}
