/** The connected clusters with their state, and the way to more. */
import { EuiButton, EuiCallOut, EuiPanel, EuiSpacer } from '@elastic/eui';
import type { ClusterEntry } from '@sd/contracts';
import { t } from '@sd/core/public';
import {
  DeleteDialog,
  deleteEach,
  LoadError,
  PageHeader,
  PageLoading,
  Panel,
  Table,
  useChanged,
  useLink,
  usePage,
  useServerQuery,
} from '@sd/ui_kit';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { HOME_CLUSTER } from '../../../../common';
import { ClusterCredentials } from '../../../components/clusters/cluster_frame';
import { clusterName } from '../../../components/clusters/environment';
import { useAdmin } from '../../../services/admin_context';
import { CLUSTERS_KEY, removeConnection } from '../../../services/cluster_connections';
import { isConnected$, listClusters } from '../../../services/clusters';
import { useMay } from '../../../services/rights';
import { CLUSTER_PAGES } from '../paths';
import { clusterColumns } from './cluster_columns';
import { useClusterMenu, useOpenCluster } from './cluster_menu';
import { clustersTitle } from './cluster_texts';

export function ClustersPage(): ReactElement {
  const { http } = useAdmin().core;
  const { data, error, reload, isLoading } = useServerQuery(
    CLUSTERS_KEY,
    (signal) => listClusters(http, signal),
    { isFresh: true }
  );
  const [loggingIn, setLoggingIn] = useState<ClusterEntry>();
  const [toRemove, setToRemove] = useState<ClusterEntry>();
  const columns = useMemo(() => clusterColumns(setLoggingIn), []);
  const menuItems = useClusterMenu(setToRemove);
  usePage([{ text: clustersTitle() }]);
  useEffect(() => {
    if (data) isConnected$.next(data.length > 1);
  }, [data]);
  return (
    <>
      <PageHeader
        title={clustersTitle()}
        description={t(
          'security.clustersPage.intro',
          'Manage the security of several clusters from here.'
        )}
        actions={<AddButton />}
      />
      {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
      {!data && error === undefined && <PageLoading />}
      {data && (
        <EuiPanel grow={false} hasBorder hasShadow={false} paddingSize="m">
          <Table<ClusterEntry>
            caption={clustersTitle()}
            items={data}
            idOf={({ id }) => id}
            columns={columns}
            isLoading={isLoading}
            menu={{ nameOf: clusterName, itemsOf: menuItems }}
          />
        </EuiPanel>
      )}
      {data?.length === 1 && <FirstClusterHint />}
      {loggingIn && <ClusterLogin entry={loggingIn} onDone={() => setLoggingIn(undefined)} />}
      {toRemove && <RemoveDialog entry={toRemove} onClose={() => setToRemove(undefined)} />}
    </>
  );
}

function AddButton(): ReactElement | null {
  const link = useLink();
  if (!useMay()('full')) return null;
  return (
    <EuiButton fill iconType="plusCircle" {...link(CLUSTER_PAGES.create)}>
      {t('security.common.addCluster', 'Add cluster')}
    </EuiButton>
  );
}

const FirstClusterHint = (): ReactElement => (
  <>
    <EuiSpacer size="m" />
    <EuiCallOut
      size="s"
      title={t(
        'security.clustersPage.empty',
        'Add a cluster to manage it here, compare it with this installation, and promote changes.'
      )}
    />
  </>
);

interface ClusterLoginProps {
  readonly entry: ClusterEntry;
  readonly onDone: () => void;
}

function ClusterLogin({ entry, onDone }: ClusterLoginProps): ReactElement {
  const changed = useChanged();
  return (
    <>
      <EuiSpacer size="m" />
      <Panel title={t('security.clusters.logIn', 'Log in to {name}', { name: entry.name })}>
        <ClusterCredentials
          key={entry.id}
          entry={entry}
          onDone={() => {
            onDone();
            changed(CLUSTERS_KEY);
          }}
        />
      </Panel>
    </>
  );
}

interface RemoveDialogProps {
  readonly entry: ClusterEntry;
  readonly onClose: () => void;
}

function RemoveDialog({ entry, onClose }: RemoveDialogProps): ReactElement {
  const { core, cluster } = useAdmin();
  const openCluster = useOpenCluster();
  const changed = useChanged();
  const items = [{ id: entry.id, name: entry.name }];
  return (
    <DeleteDialog
      items={items}
      title={t('security.clustersPage.removeTitle', 'Remove the connection to {name}?', {
        name: entry.name,
      })}
      consequences={t(
        'security.clustersPage.removeText',
        'Stored and entered credentials for it are deleted. The cluster itself does not change.'
      )}
      itemsLabel={clustersTitle()}
      confirmLabel={t('security.common.remove', 'Remove')}
      run={deleteEach(items, () => removeConnection(core.http, entry))}
      onClose={(done) => {
        onClose();
        changed(CLUSTERS_KEY);
        // The address names the removed one.
        if (done.includes(cluster?.entry.id ?? '')) openCluster(CLUSTER_PAGES.list, HOME_CLUSTER);
      }}
    />
  );
}
