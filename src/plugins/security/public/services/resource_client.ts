/** Resource sharing. All methods reject with the HTTP service's fetch error. */
import type { ResourceSharing, SharedResources, ShareRequest } from '@sd/contracts';
import { type HttpSetup, useObservable } from '@sd/core/public';
import { useServerQuery } from '@sd/ui_kit';
import { BehaviorSubject } from 'rxjs';
import { RESOURCE_SHARING_PATH } from '../../common';
import { useAdmin } from './admin_context';
import { json } from './http_helpers';

/** Not invalidated by changes of the configuration. */
const SHARING_KEY = ['resource-sharing'] as const;
export const resourcesKey = (type: string) => [...SHARING_KEY, type] as const;
const NEVER = new BehaviorSubject(false);

/** Types that can be shared. Without a request on backends that cannot have any. */
export function useResourceSharing() {
  const { core, cluster } = useAdmin();
  const features = cluster?.entry.features ?? core.application.capabilities['securityFeatures'];
  const asks$ = cluster?.asks$ ?? NEVER;
  const asks = useObservable(asks$, asks$.value);
  return useServerQuery(
    SHARING_KEY,
    (signal) => core.http.get<ResourceSharing>(RESOURCE_SHARING_PATH, { signal }),
    { isOff: features?.['indices'] !== true || asks }
  );
}

export const resourcesOf = (
  http: Pick<HttpSetup, 'get'>,
  type: string,
  signal?: AbortSignal
): Promise<SharedResources> =>
  http.get<SharedResources>(`${RESOURCE_SHARING_PATH}/resources`, { query: { type }, signal });

export const shareResource = (
  http: Pick<HttpSetup, 'post'>,
  request: ShareRequest
): Promise<unknown> => http.post(`${RESOURCE_SHARING_PATH}/share`, json(request));
