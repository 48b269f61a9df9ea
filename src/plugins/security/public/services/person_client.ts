/** One user on home and the connected clusters. Rejects with the HTTP service's fetch error. */
import type {
  ClusterEntry,
  PersonChange,
  PersonChanges,
  PersonEverywhere,
  PersonOnCluster,
} from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import { type Read, useServerQuery } from '@sd/ui_kit';
import { CONFIRM_CLUSTER, PERSON_PATH } from '../../common';
import { useAdmin } from './admin_context';
import { json } from './http_helpers';
import { SECURITY_KEY } from './query_keys';

/** One request for each cluster, so that a slow one delays no other. */
export function usePerson(user: string, { id }: ClusterEntry): Read<PersonOnCluster | undefined> {
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
  const { clusters } = await http.get<PersonEverywhere>(PERSON_PATH, {
    query: { user, cluster },
    signal,
  });
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
  const { clusters } = await http.post<PersonChanges>(`${PERSON_PATH}/_${action}`, {
    ...json({
      user,
      clusters: [cluster],
      ...(replacesPassword && { replace_password: true }),
      ...(confirmsLockout && { confirm_lockout: true }),
    }),
    // The dialog names each cluster.
    headers: { [CONFIRM_CLUSTER]: cluster },
  });
  return clusters[0];
}
