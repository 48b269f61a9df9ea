/** One user on home and the connected clusters. Rejects with the HTTP service's fetch error. */
import {
  type ClusterEntry,
  CONFIRM_CLUSTER,
  type PersonChange,
  type PersonOnCluster,
} from '@sd/contracts';
import { type HttpSetup, send } from '@sd/core/public';
import { type Read, useServerQuery } from '@sd/ui_kit';
import { REACTIVATE_PERSON, READ_PERSON, SUSPEND_PERSON } from '../../common';
import { useAdmin, useParts } from '../parts';

/** One request for each cluster, so that a slow one delays no other. */
export function usePerson(user: string, { id }: ClusterEntry): Read<PersonOnCluster | undefined> {
  const { SECURITY_KEY } = useParts();
  const { http } = useAdmin().core;
  return useServerQuery([...SECURITY_KEY, 'person', user, id], (signal) =>
    personOn(http, user, id, signal)
  );
}

async function personOn(
  http: Pick<HttpSetup, 'get'>,
  user: string,
  cluster: string,
  signal?: AbortSignal
): Promise<PersonOnCluster | undefined> {
  const { clusters } = await send(http, READ_PERSON, { query: { user, cluster }, signal });
  return clusters[0];
}

export type PersonAction = 'suspend' | 'reactivate';

export async function changePerson(
  http: Pick<HttpSetup, 'post'>,
  action: PersonAction,
  body: {
    readonly user: string;
    readonly cluster: string;
    readonly replacesPassword: boolean;
    readonly confirmsLockout: boolean;
  }
): Promise<PersonChange | undefined> {
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
    ? send(http, SUSPEND_PERSON, request)
    : send(http, REACTIVATE_PERSON, request));
  return clusters[0];
}
