/** Responses to tests of connections: each names the part that is wrong and the next step. */
import type {
  ConnectionCheck,
  ConnectionFault,
  ResponseFactory,
  RouteResponse,
} from '@sd/core/server';
import { BACKEND_ERRORS, type ClusterEntry, type ErrorDefinition } from '@sd/contracts';
import { CLUSTER_ERRORS } from '../../common';
import { refused } from '../errors';

const FAULTS: Readonly<Record<ConnectionFault, ErrorDefinition>> = {
  forbidden: CLUSTER_ERRORS.clusterBlocked,
  address: CLUSTER_ERRORS.clusterAddress,
  tls: CLUSTER_ERRORS.clusterTls,
  version: CLUSTER_ERRORS.clusterVersion,
  credentials: CLUSTER_ERRORS.clusterPassword,
  plugin: CLUSTER_ERRORS.clusterPlugin,
  rights: CLUSTER_ERRORS.clusterRights,
};
export const FAULT_ERRORS = Object.values(FAULTS);

/** @param check - `undefined` if the server responds and the caller has no credentials for it */
export function checkResponse(
  check: ConnectionCheck | undefined,
  response: ResponseFactory,
  credentials?: ClusterEntry['credentials']
): RouteResponse {
  if (!check)
    return refused(
      response,
      credentials === 'token' ? BACKEND_ERRORS.clusterToken : BACKEND_ERRORS.clusterCredentials
    );
  if (!check.ok) return refused(response, FAULTS[check.fault]);
  const { userName, version } = check;
  const body = { user_name: userName, ...(version !== undefined && { version }) };
  return response.ok({ body });
}
