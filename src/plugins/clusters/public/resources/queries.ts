/** Resource sharing. */
import { send, useObservable } from '@sd/core/public';
import { useServerQuery } from '@sd/ui_kit';
import { BehaviorSubject } from 'rxjs';
import { READ_RESOURCE_SHARING } from '../../common';
import { useAdmin } from '../parts';

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
    (signal) => send(core.http, READ_RESOURCE_SHARING, { signal }),
    { isOff: features?.['indices'] !== true || asks }
  );
}
