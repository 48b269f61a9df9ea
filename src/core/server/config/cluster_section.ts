/** Builds the cluster connection settings from the configuration sections. */
import type { CoreConfig } from './core_sections';

export interface ClusterAccess extends Omit<CoreConfig['opensearch'], 'hosts' | 'audit'> {
  /** Index of saved objects. */
  readonly dashboardsIndex: string;
}

export function findClusterAccess({
  opensearch,
  opensearchDashboards,
}: Pick<CoreConfig, 'opensearch' | 'opensearchDashboards'>): ClusterAccess {
  const { hosts: _hosts, audit: _audit, ...rest } = opensearch;
  return { ...rest, dashboardsIndex: opensearchDashboards.index };
}
