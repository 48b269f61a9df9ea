/** The connected clusters with their state, and the way to more. */
import { EuiButton, EuiCallOut, EuiPanel, EuiSpacer } from '@elastic/eui';
import { type ClusterEntry, HOME_CLUSTER } from '@sd/contracts';
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
import { ClusterCredentials } from '../frame/cluster_frame';
import { CLUSTERS_KEY, listClusters } from '../choice';
import { useAdmin, useParts, withParts } from '../parts';
import { CLUSTER_PAGES } from '../paths';
import { clustersTitle } from '../texts';
import { removeConnection } from './connection_store';
import { clusterColumns } from './cluster_columns';
import { useClusterMenu, useOpenCluster } from './cluster_menu';

function ClustersPage(): ReactElement {
  const { clusterName, isConnected$ } = useParts();
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
  }, [data, isConnected$]);
  return (
    <>
      <PageHeader
        title={clustersTitle()}
        description={t(
          'clusters.clustersPage.intro',
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

export const clustersPage = withParts(ClustersPage);

function AddButton(): ReactElement | null {
  const { useMay } = useParts();
  const link = useLink();
  if (!useMay()('full')) return null;
  return (
    <EuiButton fill iconType="plusCircle" {...link(CLUSTER_PAGES.create)}>
      {t('clusters.common.addCluster', 'Add cluster')}
    </EuiButton>
  );
}

const FirstClusterHint = (): ReactElement => (
  <>
    <EuiSpacer size="m" />
    <EuiCallOut
      size="s"
      title={t(
        'clusters.clustersPage.empty',
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
      <Panel title={t('clusters.clusters.logIn', 'Log in to {name}', { name: entry.name })}>
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
      title={t('clusters.clustersPage.removeTitle', 'Remove the connection to {name}?', {
        name: entry.name,
      })}
      consequences={t(
        'clusters.clustersPage.removeText',
        'Stored and entered credentials for it are deleted. The cluster itself does not change.'
      )}
      itemsLabel={clustersTitle()}
      confirmLabel={t('clusters.common.remove', 'Remove')}
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
