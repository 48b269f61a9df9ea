/** The Security app. Source: specification section 2.1; registered only with API access. */
import { type AppMountParameters, i18n, renderApp, type UnmountCallback } from '@sd/core/public';
import type { ScreenDeps } from '../../services/screen_deps';
import { AdminApp } from './admin_app';
import type { AdminServices } from './admin_context';
import { GuardedHistory } from './routing/guarded_history';
import { LeaveGuard } from './routing/leave_guard';

const leaveTitle = (): string =>
  i18n.translate('security.leave.title', { defaultMessage: 'Leave without saving?' });
const leaveText = (): string =>
  i18n.translate('security.leave.text', {
    defaultMessage: 'Your changes have not been saved and will be lost.',
  });

export function createAdminServices(
  deps: ScreenDeps,
  { history, onAppLeave }: AppMountParameters
): AdminServices {
  const guard = new LeaveGuard(() =>
    deps.core.overlays.openConfirm(leaveText(), {
      title: leaveTitle(),
      cancelButtonText: i18n.translate('security.leave.stay', { defaultMessage: 'Keep editing' }),
      confirmButtonText: i18n.translate('security.leave.leave', { defaultMessage: 'Leave' }),
      buttonColor: 'danger',
    })
  );
  onAppLeave((actions) =>
    guard.isActive ? actions.confirm(leaveText(), leaveTitle()) : actions.default()
  );
  return { ...deps, guard, history: new GuardedHistory(history, guard), navigation: { count: 0 } };
}

export function mountAdmin(deps: ScreenDeps, params: AppMountParameters): UnmountCallback {
  const services = createAdminServices(deps, params);
  const unmount = renderApp(params.element, <AdminApp services={services} />);
  return () => {
    unmount();
    services.history.stop();
  };
}
