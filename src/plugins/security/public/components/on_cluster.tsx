/** Screens that read and change a cluster of their own choice, whatever the one of the page is. */
import type { ClusterEntry } from '@sd/contracts';
import type { HttpFetchOptions, HttpHandler, HttpSetup } from '@sd/core/public';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { CLUSTER_HEADER, CONFIRM_CLUSTER } from '../../common';
import { AdminContext, type AdminServices, useAdmin } from '../services/admin_context';
import { chosenCluster } from '../services/clusters';

interface OnClusterProps {
  readonly entry: ClusterEntry;
  readonly children: ReactNode;
}

/** The screens ask before each change, because the requests confirm it. */
export function OnCluster({ entry, children }: OnClusterProps): ReactElement {
  const services = useAdmin();
  const there = useMemo(() => servicesOn(services, entry), [services, entry]);
  return <AdminContext.Provider value={there}>{children}</AdminContext.Provider>;
}

function servicesOn(services: AdminServices, entry: ClusterEntry): AdminServices {
  const { http } = services.core;
  const on = (method: 'get' | 'post' | 'delete') =>
    ((path: string, options: HttpFetchOptions = {}) =>
      http[method](path, {
        ...options,
        headers: {
          ...options.headers,
          [CLUSTER_HEADER]: entry.id,
          ...(entry.confirm_changes && { [CONFIRM_CLUSTER]: entry.id }),
        },
      })) as HttpHandler;
  const there = Object.assign(Object.create(http) as HttpSetup, {
    get: on('get'),
    post: on('post'),
    delete: on('delete'),
  });
  const { cluster: _cluster, ...others } = services;
  return {
    ...others,
    ...(!entry.is_home && { cluster: chosenCluster(entry) }),
    core: { ...services.core, http: there },
    entities: services.entities.on(there),
  };
}
