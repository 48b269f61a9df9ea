/** Results of tests of connections: each names the part that is wrong and the next step. */
import type { ConnectionCheck, ConnectionFault } from '@sd/core/server';
import {
  BACKEND_ERRORS,
  type ClusterCheck,
  type ClusterEntry,
  CodedError,
  type ErrorDefinition,
} from '@sd/contracts';
import { CLUSTER_ERRORS } from '../../common';

const FAULTS: Readonly<Record<ConnectionFault, ErrorDefinition>> = {
  forbidden: CLUSTER_ERRORS.clusterBlocked,
  address: CLUSTER_ERRORS.clusterAddress,
  tls: CLUSTER_ERRORS.clusterTls,
  version: CLUSTER_ERRORS.clusterVersion,
  credentials: CLUSTER_ERRORS.clusterPassword,
  plugin: CLUSTER_ERRORS.clusterPlugin,
  rights: CLUSTER_ERRORS.clusterRights,
};

/**
 * @param check - `undefined` if the server responds and the caller has no credentials for it
 * @throws {CodedError} for a failed test
 */
export function checkResult(
  check: ConnectionCheck | undefined,
  credentials?: ClusterEntry['credentials']
): ClusterCheck {
  if (!check)
    throw new CodedError(
      credentials === 'token' ? BACKEND_ERRORS.clusterToken : BACKEND_ERRORS.clusterCredentials
    );
  if (!check.ok) throw new CodedError(FAULTS[check.fault]);
  const { userName, version } = check;
  return { user_name: userName, ...(version !== undefined && { version }) };
}
