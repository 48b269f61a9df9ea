/** The connected clusters with their state, and the way to more. */
import {
  EuiBadge,
  EuiButton,
  EuiButtonEmpty,
  EuiCallOut,
  EuiLink,
  EuiLoadingSpinner,
  EuiPanel,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import { BACKEND_ERRORS, type ClusterEntry } from '@sd/contracts';
import { codeOf, errorText, t } from '@sd/core/public';
import {
  DASH,
  DeleteDialog,
  deleteEach,
  LoadError,
  PageHeader,
  PageLoading,
  Panel,
  Table,
  type TableColumn,
  useChanged,
  useKit,
  useLink,
  usePage,
  useServerQuery,
  WrappingText,
} from '@sd/ui_kit';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { HOME_CLUSTER } from '../../../../common';
import { ClusterCredentials } from '../../../components/clusters/cluster_frame';
import {
  environmentColor,
  environmentText,
  nameOf,
} from '../../../components/clusters/environment';
import { HISTORY_PAGES } from '../../../components/history/history_pages';
import { useAdmin } from '../../../services/admin_context';
import { CLUSTERS_KEY, removeConnection, testSaved } from '../../../services/cluster_connections';
import { isConnected$, listClusters, onCluster } from '../../../services/clusters';
import { useFeature } from '../../../services/features';
import { missingRightText, useMay } from '../../../services/rights';
import { ADMIN_ROUTE } from '../../../services/paths';
import { CLUSTER_PAGES, START_PAGE } from '../paths';
import { clustersTitle, credentialsText } from './cluster_texts';

export function ClustersPage(): ReactElement {
  const { core, page, cluster } = useAdmin();
  const { history } = useKit();
  const changed = useChanged();
  const { data, error, reload, isLoading } = useServerQuery(
    CLUSTERS_KEY,
    (signal) => listClusters(core.http, signal),
    { isFresh: true }
  );
  // The history of another cluster does not have the connections of this installation.
  const hasHistory = useFeature('history') && (cluster?.entry.is_home ?? true);
  const [entering, setEntering] = useState<ClusterEntry>();
  const [removed, setRemoved] = useState<ClusterEntry>();
  const columns = useMemo(() => columnsOf(setEntering), []);
  const link = useLink();
  const isFull = useMay()('full');
  const objection = ({ is_from_file: isFromFile }: ClusterEntry) => {
    if (!isFull) return { disabledReason: missingRightText() };
    return isFromFile ? { disabledReason: fromFileText() } : {};
  };
  usePage([{ text: clustersTitle() }]);
  useEffect(() => {
    if (data) isConnected$.next(data.length > 1);
  }, [data]);
  const openPage = (path: string, id: string): void =>
    page.assign(core.http.basePath.prepend(onCluster(ADMIN_ROUTE + path, id)));
  return (
    <>
      <PageHeader
        title={clustersTitle()}
        description={t(
          'security.clustersPage.intro',
          'Manage the security of several clusters from here.'
        )}
        actions={
          isFull && (
            <EuiButton fill iconType="plusCircle" {...link(CLUSTER_PAGES.create)}>
              {t('security.clusterForm.add', 'Add cluster')}
            </EuiButton>
          )
        }
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
            menu={{
              nameOf,
              itemsOf: (entry) => [
                {
                  id: 'open',
                  label: t('security.clustersPage.open', 'Manage this cluster'),
                  iconType: 'sortRight',
                  onClick: () => openPage(START_PAGE, entry.id),
                },
                ...(entry.is_home
                  ? []
                  : [
                      {
                        id: 'edit',
                        label: t('security.clustersPage.edit', 'Edit connection'),
                        iconType: 'pencil',
                        onClick: () => history.push(CLUSTER_PAGES.edit(entry.id)),
                        ...objection(entry),
                      },
                      ...(hasHistory && !entry.is_from_file
                        ? [
                            {
                              id: 'history',
                              label: t('security.history.tab', 'History'),
                              iconType: 'clock',
                              onClick: () =>
                                history.push(HISTORY_PAGES.of('connections', entry.id)),
                            },
                          ]
                        : []),
                      {
                        id: 'remove',
                        label: t('security.clustersPage.remove', 'Remove connection'),
                        iconType: 'trash',
                        onClick: () => setRemoved(entry),
                        ...objection(entry),
                      },
                    ]),
              ],
            }}
          />
        </EuiPanel>
      )}
      {data?.length === 1 && (
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
      )}
      {entering && (
        <>
          <EuiSpacer size="m" />
          <Panel title={t('security.clusters.logIn', 'Log in to {name}', { name: entering.name })}>
            <ClusterCredentials
              key={entering.id}
              entry={entering}
              onDone={() => {
                setEntering(undefined);
                changed(CLUSTERS_KEY);
              }}
            />
          </Panel>
        </>
      )}
      {removed && (
        <DeleteDialog
          items={[{ id: removed.id, name: removed.name }]}
          title={t('security.clustersPage.removeTitle', 'Remove the connection to {name}?', {
            name: removed.name,
          })}
          consequences={t(
            'security.clustersPage.removeText',
            'Stored and entered credentials for it are deleted. The cluster itself does not change.'
          )}
          itemsLabel={clustersTitle()}
          confirmLabel={t('security.clustersPage.removeButton', 'Remove')}
          run={deleteEach([{ id: removed.id, name: removed.name }], () =>
            removeConnection(core.http, removed)
          )}
          onClose={(done) => {
            setRemoved(undefined);
            changed(CLUSTERS_KEY);
            // The address names the removed one.
            if (done.includes(cluster?.entry.id ?? '')) openPage(CLUSTER_PAGES.list, HOME_CLUSTER);
          }}
        />
      )}
    </>
  );
}

const fromFileText = (): string =>
  t('security.clustersPage.fromFile', 'It is in the configuration file of the server.');

const columnsOf = (
  ask: (entry: ClusterEntry) => void
): ReadonlyArray<TableColumn<ClusterEntry>> => [
  {
    id: 'name',
    name: t('security.clusterForm.name', 'Name'),
    render: (entry) => <Name entry={entry} />,
  },
  {
    id: 'hosts',
    name: t('security.clusterForm.hosts', 'Addresses'),
    render: ({ hosts }) => (hosts ? <WrappingText text={hosts.join(', ')} /> : DASH),
  },
  {
    id: 'credentials',
    name: t('security.clusterForm.credentials', 'Credentials'),
    render: ({ credentials }) => (credentials ? credentialsText(credentials) : DASH),
  },
  {
    id: 'state',
    name: t('security.clustersPage.state', 'State'),
    render: (entry) => (entry.is_home ? DASH : <State entry={entry} ask={ask} />),
  },
];

function Name({ entry }: { readonly entry: ClusterEntry }): ReactElement {
  const { core } = useAdmin();
  const path = onCluster(ADMIN_ROUTE + START_PAGE, entry.id);
  const { environment } = entry;
  return (
    <>
      <EuiLink href={core.http.basePath.prepend(path)}>{nameOf(entry)}</EuiLink>
      {environment && (
        <>
          {' '}
          <EuiBadge color={environmentColor(entry)}>{environmentText(environment)}</EuiBadge>
        </>
      )}
      {entry.is_from_file && (
        <div className="sdTable__second">
          {t('security.clustersPage.filed', 'From the configuration file')}
        </div>
      )}
    </>
  );
}

interface StateProps {
  readonly entry: ClusterEntry;
  readonly ask: (entry: ClusterEntry) => void;
}

/** Each cluster is tested by itself, so that a slow one delays no other row. */
function State({ entry, ask }: StateProps): ReactElement {
  const { core } = useAdmin();
  const { id, name, credentials, user_name: user = '' } = entry;
  const { data, error, reload, isLoading } = useServerQuery(
    [...CLUSTERS_KEY, 'test', id, user],
    (signal) => testSaved(core.http, id, signal)
  );
  if (data)
    return (
      <EuiText size="s">
        <EuiBadge color="success">{t('security.clustersPage.reached', 'Connected')}</EuiBadge>{' '}
        {t(
          'security.clustersPage.as',
          '{version, select, none {as {user}} other {OpenSearch {version}, as {user}}}',
          { user: data.user_name, version: data.version ?? 'none' }
        )}
      </EuiText>
    );
  if (error === undefined)
    return (
      <EuiLoadingSpinner size="m" aria-label={t('security.clustersPage.testing', 'Testing')} />
    );
  const asks =
    codeOf(error) === BACKEND_ERRORS.clusterCredentials.code && credentials === 'session';
  if (asks)
    return (
      <EuiButton size="s" onClick={() => ask(entry)}>
        {t('security.clusters.logIn', 'Log in to {name}', { name })}
      </EuiButton>
    );
  return (
    <EuiText size="s">
      <EuiBadge color="danger">{t('security.clustersPage.failed', 'Not connected')}</EuiBadge>{' '}
      {errorText(error)}{' '}
      <EuiButtonEmpty size="xs" iconType="refresh" isLoading={isLoading} onClick={() => reload()}>
        {t('security.clustersPage.again', 'Test again')}
      </EuiButtonEmpty>
    </EuiText>
  );
}
