/** Connections to clusters: reads and changes them. */
import {
  type ClusterConnectionBody,
  type ClusterEntry,
  type ClusterSettings,
  CONFIRM_CLUSTER,
} from '@sd/contracts';
import {
  getErrorCode,
  errorText,
  type HttpSetup,
  send,
  sendForResponse,
  getErrorStatus,
} from '@sd/core/public';
import type { FormDataSource, SaveError } from '@sd/ui_kit';
import {
  ADD_CONNECTION,
  CHANGE_CONNECTION,
  CLUSTER_ERRORS,
  READ_CONNECTION,
  REMOVE_CONNECTION,
} from '../../common';
import type { AdminParts } from '@sd/plugins/security/public';
import { CLUSTERS_KEY } from '../choice';

const NOT_FOUND = 404;

type Http = Pick<HttpSetup, 'get' | 'post' | 'put' | 'delete'>;

export const connectionStore = (
  http: Http,
  versioned: AdminParts['addVersion']
): FormDataSource<ClusterConnectionBody> => ({
  key: CLUSTERS_KEY,
  read: async (id, signal) => {
    try {
      return versioned(await sendForResponse(http, READ_CONNECTION, { params: { id }, signal }));
    } catch (error) {
      if (getErrorStatus(error) === NOT_FOUND) return undefined;
      throw error;
    }
  },
  // The form has asked.
  save: (id, settings, condition) =>
    'create' in condition
      ? send(http, ADD_CONNECTION, { params: { id }, body: settings as ClusterSettings })
      : send(http, CHANGE_CONNECTION, {
          params: { id },
          body: settings as ClusterSettings,
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
  const code = getErrorCode(error) ?? '';
  if (code === CLUSTER_ERRORS.clusterStale.code) return { kind: 'conflict' };
  const message = errorText(error);
  const field = FIELDS[code];
  return field === undefined ? { kind: 'other', message } : { kind: 'field', field, message };
}

export const removeConnection = (
  http: Http,
  { id, version = '' }: Pick<ClusterEntry, 'id' | 'version'>
): Promise<unknown> =>
  send(http, REMOVE_CONNECTION, {
    params: { id },
    headers: { 'if-match': `"${version}"`, [CONFIRM_CLUSTER]: id },
  });
