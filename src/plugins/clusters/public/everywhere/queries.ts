/** One user on home and the connected clusters. Rejects with the HTTP service's fetch error. */
import {
  type ClusterEntry,
  CONFIRM_CLUSTER,
  type UserChange,
  type UserOnCluster,
} from '@sd/contracts';
import { type HttpSetup, send } from '@sd/core/public';
import { type Read, useServerQuery } from '@sd/ui_kit';
import { REACTIVATE_EVERYWHERE, READ_USER_EVERYWHERE, SUSPEND_EVERYWHERE } from '../../common';
import { useAdmin, useParts } from '../parts';

/** One request for each cluster, so that a slow one delays no other. */
export function useUserEverywhere(
  user: string,
  { id }: ClusterEntry
): Read<UserOnCluster | undefined> {
  const { SECURITY_KEY } = useParts();
  const { http } = useAdmin().core;
  return useServerQuery([...SECURITY_KEY, 'everywhere', user, id], (signal) =>
    findOnCluster(http, user, id, signal)
  );
}

async function findOnCluster(
  http: Pick<HttpSetup, 'get'>,
  user: string,
  cluster: string,
  signal?: AbortSignal
): Promise<UserOnCluster | undefined> {
  const { clusters } = await send(http, READ_USER_EVERYWHERE, { query: { user, cluster }, signal });
  return clusters[0];
}

export type SuspensionAction = 'suspend' | 'reactivate';

export async function changeEverywhere(
  http: Pick<HttpSetup, 'post'>,
  action: SuspensionAction,
  body: {
    readonly user: string;
    readonly cluster: string;
    readonly replacesPassword: boolean;
    readonly confirmsLockout: boolean;
  }
): Promise<UserChange | undefined> {
  const { user, cluster, replacesPassword, confirmsLockout } = body;
  const request = {
    body: {
      user,
      clusters: [cluster],
      ...(replacesPassword && { replace_password: true }),
      ...(confirmsLockout && { confirm_lockout: true }),
    },
    // The dialog names each cluster.
    headers: { [CONFIRM_CLUSTER]: cluster },
  };
  const { clusters } = await (action === 'suspend'
    ? send(http, SUSPEND_EVERYWHERE, request)
    : send(http, REACTIVATE_EVERYWHERE, request));
  return clusters[0];
}
