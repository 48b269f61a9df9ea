/** Entry point of the Security app. */
import { type AppMountParameters, renderApp, t, type UnmountCallback } from '@sd/core/public';
import { englishText, CLUSTER_REQUEST_ERRORS } from '@sd/contracts';
import { createKit, type ListStorage } from '@sd/ui_kit';
import { HOME_CLUSTER } from '../../../common';
import { reasonInterceptor } from '../../components/reason_interceptor';
import {
  chosenCluster,
  type ChosenCluster,
  clusterIn,
  clusterInterceptor,
  keepCluster,
  visitedCluster$,
} from '../../services/clusters';
import { deviceStorage } from '../../services/device_storage';
import { Domains } from '../../services/domains';
import { EntityClient } from '../../services/entity_client';
import { hasPage } from '../../services/page_rights';
import type { ConfirmLockout } from '../../services/lockout_confirmation';
import type { ScreenDeps } from '../../services/screen_deps';
import { AdminApp } from './admin_app';
import type { AdminServices } from '../../services/admin_context';
import { START_PAGE } from './paths';

const MEMORY: ListStorage = {
  get: (key) => deviceStorage.get('admin', key),
  set: (key, value) => deviceStorage.set('admin', key, value),
};

export function createAdminServices(
  deps: ScreenDeps,
  params: AppMountParameters,
  cluster?: ChosenCluster
): AdminServices {
  const { http, overlays } = deps.core;
  const kit = createKit(deps.core, params, {
    memory: MEMORY,
    root: {
      text: t('security.common.security', 'Security'),
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
    ...(cluster && { cluster }),
    entities: new EntityClient(http, ask, (path) => hasPage(path, deps.addedPages)),
    domains: new Domains(http, ask),
  };
}

export async function mountAdmin(
  deps: ScreenDeps,
  params: AppMountParameters
): Promise<UnmountCallback> {
  const cluster = await getCluster(deps, params);
  const services = createAdminServices(deps, params, cluster);
  const { http, overlays } = deps.core;
  const stops = [
    ...(cluster ? [http.intercept(clusterInterceptor(cluster, deps.core))] : []),
    http.intercept(reasonInterceptor(http, overlays)),
  ];
  visitedCluster$.next(cluster);
  const unmount = renderApp(params.element, <AdminApp services={services} />);
  return () => {
    unmount();
    visitedCluster$.next(undefined);
    for (const stop of stops) stop();
    services.kit.stop();
  };
}

/** The cluster that the address names; `undefined` for home. */
async function getCluster(
  { core, clusterSources: [source] }: ScreenDeps,
  { history }: AppMountParameters
): Promise<ChosenCluster | undefined> {
  const id = clusterIn(history.location.search);
  if (id === HOME_CLUSTER) return undefined;
  const entry = (await source?.list(core.http))?.find((one) => one.id === id);
  if (!entry) throw new Error(englishText(CLUSTER_REQUEST_ERRORS.unknownCluster, { id }));
  keepCluster(history, id);
  return chosenCluster(entry);
}
