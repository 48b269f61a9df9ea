/** What the findings plugin offers others, for tests of those plugins. */
import type { DocumentStore, PrivilegedBackend } from '../../src/core/server';
import { coreMock } from '../../src/core/server/testing/mocks';
import { ClusterRegistry } from '../../src/plugins/clusters/server/connections/cluster_registry';
import { FindingRecords } from '../../src/plugins/findings/server/findings/finding_records';
import { createServerFindings } from '../../src/plugins/findings/server/findings/server_findings';
import type { ClustersConfig } from '../../src/plugins/clusters/server/config';
import { ROUTE_TOOLS } from '../../src/plugins/security/server/route_tools';
import type { ServerFindings } from '../../src/plugins/findings/server';
import { clustersConfig, findingsConfig } from './security_server';

export interface FindingsDeps {
  readonly backend: PrivilegedBackend;
  readonly registry?: ClusterRegistry;
  /** Of findings; by default that of the backend. */
  readonly store?: DocumentStore;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

export const recordsOf = ({ backend, store, now }: FindingsDeps): FindingRecords =>
  new FindingRecords(store ?? backend.documents('findings'), now);

export const serverFindings = (deps: FindingsDeps): ServerFindings =>
  createServerFindings({
    config: findingsConfig(),
    backend: { ...deps.backend, clusters: deps.registry ?? { stored: new Map() } },
    records: recordsOf(deps),
  });

/** Connections to clusters, without home. */
export const openRegistry = (
  { documents, connectionKey, connect }: PrivilegedBackend,
  clusters: ClustersConfig['clusters'] = {}
): Promise<ClusterRegistry> =>
  ClusterRegistry.open({
    config: clustersConfig({ clusters }),
    tools: ROUTE_TOOLS,
    store: documents('connections'),
    connectionKey,
    connect,
    enteredBy: () => undefined,
    logger: coreMock.createLogger(),
  });
