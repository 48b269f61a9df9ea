/** How a cluster is reached, from the sections that say so, older names of keys included. */
import type { CoreConfig } from './core_sections';

type ClusterSection = CoreConfig['opensearch'];

export interface ClusterAccess extends Omit<
  ClusterSection,
  'hosts' | 'audit' | 'requestHeadersWhitelist'
> {
  /** Of saved objects. */
  readonly dashboardsIndex: string;
}

export function clusterAccessOf({
  opensearch,
  opensearchDashboards,
  kibana,
}: Pick<CoreConfig, 'opensearch' | 'opensearchDashboards' | 'kibana'>): ClusterAccess {
  const { hosts: _hosts, audit: _audit, requestHeadersWhitelist: older, ...rest } = opensearch;
  return {
    ...rest,
    requestHeadersAllowlist: older ?? rest.requestHeadersAllowlist,
    dashboardsIndex: kibana.index ?? opensearchDashboards.index,
  };
}

/** What is set by an older name, each with the name that it has now. */
export function olderClusterKeys({
  opensearch,
  kibana,
}: Pick<CoreConfig, 'opensearch' | 'kibana'>): ReadonlyArray<
  readonly [older: string, now: string]
> {
  const older: Array<readonly [string, string]> = [];
  if (kibana.index !== undefined) older.push(['kibana.index', 'opensearchDashboards.index']);
  if (opensearch.requestHeadersWhitelist !== undefined)
    older.push(['opensearch.requestHeadersWhitelist', 'opensearch.requestHeadersAllowlist']);
  return older;
}
