/** Connections to clusters: reads, changes and tests them. */
import type {
  ClusterCheck,
  ClusterConnectionBody,
  ClusterEntry,
  ClusterSettings,
  ClusterTest,
} from '@sd/contracts';
import { codeOf, errorText, type HttpSetup, statusOf } from '@sd/core/public';
import type { FormDataSource, SaveError } from '@sd/ui_kit';
import { CLUSTER_ERRORS, CLUSTERS_PATH, CONFIRM_CLUSTER } from '../../common';
import { readVersioned } from './entity_client';
import { json } from './http_helpers';

/** All that is read about clusters. */
export const CLUSTERS_KEY = ['clusters'] as const;

const pathOf = (id: string): string => `${CLUSTERS_PATH}/${encodeURIComponent(id)}`;
const NOT_FOUND = 404;

type Http = Pick<HttpSetup, 'get' | 'post' | 'put' | 'delete'>;

export const connectionStore = (http: Http): FormDataSource<ClusterConnectionBody> => ({
  key: CLUSTERS_KEY,
  read: async (id, signal) => {
    try {
      return await readVersioned<ClusterConnectionBody>(http, pathOf(id), signal);
    } catch (error) {
      if (statusOf(error) === NOT_FOUND) return undefined;
      throw error;
    }
  },
  // The form has asked.
  save: (id, settings, condition) =>
    'create' in condition
      ? http.post(pathOf(id), json(settings))
      : http.put(pathOf(id), {
          ...json(settings),
          headers: { 'if-match': condition.etag ?? '', [CONFIRM_CLUSTER]: id },
        }),
  classify: classifyError,
});

const FIELDS: Readonly<Record<string, string>> = {
  [CLUSTER_ERRORS.clusterExists.code]: 'id',
  [CLUSTER_ERRORS.clusterId.code]: 'id',
  [CLUSTER_ERRORS.clusterHost.code]: 'hosts',
  [CLUSTER_ERRORS.clusterBlocked.code]: 'hosts',
  [CLUSTER_ERRORS.clusterService.code]: 'username',
  [CLUSTER_ERRORS.clusterTokenTls.code]: 'credentials',
  [CLUSTER_ERRORS.clusterNoKey.code]: 'credentials',
};

function classifyError(error: unknown): SaveError {
  const code = codeOf(error) ?? '';
  if (code === CLUSTER_ERRORS.clusterStale.code) return { kind: 'conflict' };
  const message = errorText(error);
  const field = FIELDS[code];
  return field === undefined ? { kind: 'other', message } : { kind: 'field', field, message };
}

export const removeConnection = (
  http: Http,
  { id, version = '' }: Pick<ClusterEntry, 'id' | 'version'>
): Promise<unknown> =>
  http.delete(pathOf(id), { headers: { 'if-match': `"${version}"`, [CONFIRM_CLUSTER]: id } });

/** @throws the HTTP service's error; its text names what is wrong and the next step */
export const testSaved = (http: Http, id: string, signal?: AbortSignal): Promise<ClusterCheck> =>
  http.post(`${pathOf(id)}/_test`, { ...json({}), signal });

/**
 * Tests settings before they are saved.
 * @param id - of the saved connection whose secrets are used where none are sent
 * @throws as `testSaved`
 */
export const testUnsaved = (
  http: Http,
  id: string | undefined,
  settings: ClusterSettings,
  own: Pick<ClusterTest, 'username' | 'password'>
): Promise<ClusterCheck> =>
  http.post(`${CLUSTERS_PATH}/_test`, json({ ...(id !== undefined && { id }), settings, ...own }));
