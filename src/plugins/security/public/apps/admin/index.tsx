/** The Security app. Source: specification section 2.1; registered only with API access. */
import {
  type AppMountParameters,
  guardUnsavedChanges,
  renderApp,
  type UnmountCallback,
} from '@sd/core/public';
import type { ScreenDeps } from '../../services/screen_deps';
import { AdminApp } from './admin_app';
import type { AdminServices } from './admin_context';

export function createAdminServices(deps: ScreenDeps, params: AppMountParameters): AdminServices {
  const navigation = guardUnsavedChanges(params, deps.core.overlays);
  return { ...deps, ...navigation, navigation: { count: 0 } };
}

export function mountAdmin(deps: ScreenDeps, params: AppMountParameters): UnmountCallback {
  const services = createAdminServices(deps, params);
  const unmount = renderApp(params.element, <AdminApp services={services} />);
  return () => {
    unmount();
    services.history.stop();
  };
}
