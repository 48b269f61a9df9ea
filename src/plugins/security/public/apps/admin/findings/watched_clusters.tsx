/** Connected clusters whose new findings make alarms, and why others do not. */
import { EuiBadge, EuiSpacer, EuiText, EuiTitle } from '@elastic/eui';
import type { WatchedCluster, WatchProblem } from '@sd/contracts';
import { t } from '@sd/core/public';
import { type LinkProps, Table, type TableColumn, useLink, WrappingText } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { timeLabel } from '../../../components/history/change_texts';
import { CLUSTER_PAGES } from '../paths';

export function WatchedClusters({
  clusters,
}: {
  readonly clusters: readonly WatchedCluster[];
}): ReactElement | null {
  const link = useLink();
  if (clusters.length === 0) return null;
  const title = t('security.alarms.clusters', 'Findings of connected clusters');
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
        columns={columnsOf(link)}
        empty=""
      />
    </>
  );
}

const columnsOf = (
  link: (path: string) => LinkProps
): ReadonlyArray<TableColumn<WatchedCluster>> => [
  {
    id: 'name',
    name: t('security.common.cluster', 'Cluster'),
    width: '12rem',
    render: ({ id, name, not_watched: problem }) =>
      problem === 'not_connected' ? (
        <WrappingText text={name} />
      ) : (
        <a {...link(CLUSTER_PAGES.edit(id))}>
          <WrappingText text={name} />
        </a>
      ),
  },
  {
    id: 'watched',
    name: t('security.common.alarms', 'Alarms'),
    render: ({ not_watched: problem, checked_at: at }) => (
      <>
        <EuiBadge color={problem ? (problem === 'not_allowed' ? 'hollow' : 'warning') : 'success'}>
          {problem
            ? t('security.alarms.clusterOff', 'Not watched')
            : at === undefined
              ? t('security.alarms.clusterPending', 'Not checked yet')
              : t('security.alarms.clusterOn', 'Watched')}
        </EuiBadge>
        {problem && <EuiText size="xs">{problemText(problem)}</EuiText>}
      </>
    ),
  },
  {
    id: 'open',
    name: t('security.alarms.open', 'Open findings'),
    render: ({ open, added, gone }) =>
      open === undefined
        ? null
        : t(
            'security.alarms.openCounts',
            '{open, number}{changed, plural, =0 {} other { ({added, number} new, {gone, number} gone)}}',
            { open, added, gone, changed: added + gone }
          ),
  },
  {
    id: 'checked',
    name: t('security.alarms.checked', 'Last check'),
    render: ({ checked_at: at }) => (at === undefined ? null : timeLabel(at)),
  },
];

const problemText = (problem: WatchProblem): string =>
  ({
    not_allowed: t(
      'security.alarms.notAllowed',
      'To watch it, add its ID to opensearch_security.alarms.clusters in the configuration file.'
    ),
    not_connected: t('security.alarms.notConnected', 'No cluster with this ID is connected.'),
    no_credentials: t(
      'security.alarms.noCredentials',
      'Its connection stores no credentials. The server uses those of administrators only for their own requests.'
    ),
    rejected: t(
      'security.alarms.rejected',
      'The cluster rejects the stored credentials. Enter them again in the settings of the cluster.'
    ),
    rights: t(
      'security.alarms.clusterRights',
      'The stored user may not read roles, role mappings, action groups and internal users with the REST API.'
    ),
    unreachable: t(
      'security.alarms.unreachable',
      'The last check failed. Test the connection in the settings of the cluster.'
    ),
  })[problem];
