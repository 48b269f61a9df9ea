/**
 * Entry point of the Security app. Source: specification section 2.1; registered only with API
 * access.
 */
import { type AppMountParameters, renderApp, t, type UnmountCallback } from '@sd/core/public';
import { createKit, type ListStorage } from '@sd/ui_kit';
import { accessClient, configurationClient, domainClient } from '../../services/admin_clients';
import { deviceStorage } from '../../services/device_storage';
import { EntityClient } from '../../services/entity_client';
import type { ConfirmLockout } from '../../services/lockout_confirmation';
import type { ScreenDeps } from '../../services/screen_deps';
import { AdminApp } from './admin_app';
import type { AdminServices } from '../../services/admin_context';
import { START_PAGE } from './paths';

const MEMORY: ListStorage = {
  get: (key) => deviceStorage.get('admin', key),
  set: (key, value) => deviceStorage.set('admin', key, value),
};

export function createAdminServices(deps: ScreenDeps, params: AppMountParameters): AdminServices {
  const { http, overlays } = deps.core;
  const kit = createKit(deps.core, params, {
    memory: MEMORY,
    root: {
      text: t('security.breadcrumb.root', 'Security'),
      path: START_PAGE,
    },
  });
  const ask: ConfirmLockout = async (lockout) => {
    const { confirmLockout } = await import('../../components/lockout_dialog');
    return confirmLockout(overlays, lockout);
  };
  return {
    ...deps,
    kit,
    entities: new EntityClient(http, ask),
    configuration: configurationClient(http),
    domains: domainClient(http, ask),
    access: accessClient(http),
  };
}

export function mountAdmin(deps: ScreenDeps, params: AppMountParameters): UnmountCallback {
  const services = createAdminServices(deps, params);
  const unmount = renderApp(params.element, <AdminApp services={services} />);
  return () => {
    unmount();
    services.kit.stop();
  };
}
