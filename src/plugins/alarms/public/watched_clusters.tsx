/** Connected clusters whose new findings make alarms, and why others do not. */
import { EuiBadge, EuiSpacer, EuiText, EuiTitle } from '@elastic/eui';
import type { WatchedCluster, WatchProblem } from '@sd/contracts';
import { t } from '@sd/core/public';
import { type LinkProps, Table, type TableColumn, useLink, WrappingText } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { alarmsTitle } from './texts';
import { timeLabel } from './time_label';

export function WatchedClusters({
  clusters,
}: {
  readonly clusters: readonly WatchedCluster[];
}): ReactElement | null {
  const link = useLink();
  if (clusters.length === 0) return null;
  const title = t('alarms.clusters', 'Findings of connected clusters');
  return (
    <>
      <EuiSpacer size="l" />
      <EuiTitle size="xs">
        <h2>{title}</h2>
      </EuiTitle>
      <EuiSpacer size="s" />
      <Table<WatchedCluster>
        caption={title}
        items={clusters}
        idOf={({ id }) => id}
        columns={toColumns(link)}
        empty=""
      />
    </>
  );
}

const toColumns = (
  link: (path: string) => LinkProps
): ReadonlyArray<TableColumn<WatchedCluster>> => [
  {
    id: 'name',
    name: t('alarms.cluster', 'Cluster'),
    width: '12rem',
    render: ({ id, name, not_watched: problem }) =>
      problem === 'not_connected' ? (
        <WrappingText text={name} />
      ) : (
        <a {...link(`/clusters/edit/${encodeURIComponent(id)}`)}>
          <WrappingText text={name} />
        </a>
      ),
  },
  {
    id: 'watched',
    name: alarmsTitle(),
    render: ({ not_watched: problem, checked_at: at }) => (
      <>
        <EuiBadge color={problem ? (problem === 'not_allowed' ? 'hollow' : 'warning') : 'success'}>
          {problem
            ? t('alarms.clusterOff', 'Not watched')
            : at === undefined
              ? t('alarms.clusterPending', 'Not checked yet')
              : t('alarms.clusterOn', 'Watched')}
        </EuiBadge>
        {problem && <EuiText size="xs">{problemText(problem)}</EuiText>}
      </>
    ),
  },
  {
    id: 'open',
    name: t('alarms.open', 'Open findings'),
    render: ({ open, added, gone }) =>
      open === undefined
        ? null
        : t(
            'alarms.openCounts',
            '{open, number}{changed, plural, =0 {} other { ({added, number} new, {gone, number} gone)}}',
            { open, added, gone, changed: added + gone }
          ),
  },
  {
    id: 'checked',
    name: t('alarms.checked', 'Last check'),
    render: ({ checked_at: at }) => (at === undefined ? null : timeLabel(at)),
  },
];

const problemText = (problem: WatchProblem): string =>
  ({
    not_allowed: t(
      'alarms.notAllowed',
      'To watch it, add its ID to opensearch_security.alarms.clusters in the configuration file.'
    ),
    not_connected: t('alarms.notConnected', 'No cluster with this ID is connected.'),
    no_credentials: t(
      'alarms.noCredentials',
      'Its connection stores no credentials. The server uses those of administrators only for their own requests.'
    ),
    rejected: t(
      'alarms.rejected',
      'The cluster rejects the stored credentials. Enter them again in the settings of the cluster.'
    ),
    rights: t(
      'alarms.clusterRights',
      'The stored user may not read roles, role mappings, action groups and internal users with the REST API.'
    ),
    unreachable: t(
      'alarms.unreachable',
      'The last check failed. Test the connection in the settings of the cluster.'
    ),
  })[problem];
