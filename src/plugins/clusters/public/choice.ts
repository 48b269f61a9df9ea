/** The clusters that administrators choose among. */
import type { ClusterCheck, ClusterEntry } from '@sd/contracts';
import { type HttpSetup, send } from '@sd/core/public';
import { ENTER_CLUSTER_CREDENTIALS, LIST_CLUSTERS } from '../common';

/** All that is read about clusters. */
export const CLUSTERS_KEY = ['clusters'] as const;

/** Home first. */
export const listClusters = async (
  http: Pick<HttpSetup, 'get'>,
  signal?: AbortSignal
): Promise<readonly ClusterEntry[]> => (await send(http, LIST_CLUSTERS, { signal })).clusters;

/** @throws the HTTP service's error; its text names what is wrong and the next step */
export const enterCredentials = (
  http: Pick<HttpSetup, 'put'>,
  id: string,
  body: { readonly username: string; readonly password: string }
): Promise<ClusterCheck> => send(http, ENTER_CLUSTER_CREDENTIALS, { params: { id }, body });
