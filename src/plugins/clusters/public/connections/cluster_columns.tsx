/** Columns of the connected clusters. */
import {
  EuiBadge,
  EuiButton,
  EuiButtonEmpty,
  EuiLink,
  EuiLoadingSpinner,
  EuiText,
} from '@elastic/eui';
import { BACKEND_ERRORS, type ClusterEntry } from '@sd/contracts';
import { getErrorCode, errorText, send, t } from '@sd/core/public';
import { DASH, type TableColumn, useServerQuery, WrappingText } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { TEST_CLUSTER } from '../../common';
import { CLUSTERS_KEY } from '../choice';
import { environmentColor, environmentText } from '../frame/environment';
import { useAdmin, useParts } from '../parts';
import { credentialsText } from './cluster_texts';

/** @param logIn - opens the login to a cluster that needs the administrator's credentials */
export const clusterColumns = (
  logIn: (entry: ClusterEntry) => void
): ReadonlyArray<TableColumn<ClusterEntry>> => [
  {
    id: 'name',
    name: t('clusters.common.name', 'Name'),
    render: (entry) => <Name entry={entry} />,
  },
  {
    id: 'hosts',
    name: t('clusters.clusterForm.hosts', 'Addresses'),
    render: ({ hosts }) => (hosts ? <WrappingText text={hosts.join(', ')} /> : DASH),
  },
  {
    id: 'credentials',
    name: t('clusters.clusterForm.credentials', 'Credentials'),
    render: ({ credentials }) => (credentials ? credentialsText(credentials) : DASH),
  },
  {
    id: 'state',
    name: t('clusters.common.state', 'State'),
    render: (entry) => (entry.is_home ? DASH : <State entry={entry} logIn={logIn} />),
  },
];

function Name({ entry }: { readonly entry: ClusterEntry }): ReactElement {
  const { ADMIN_ROUTE, clusterName, onCluster, START_PAGE } = useParts();
  const { core } = useAdmin();
  const path = onCluster(ADMIN_ROUTE + START_PAGE, entry.id);
  const { environment } = entry;
  return (
    <>
      <EuiLink href={core.http.basePath.prepend(path)}>{clusterName(entry)}</EuiLink>
      {environment && (
        <>
          {' '}
          <EuiBadge color={environmentColor(entry)}>{environmentText(environment)}</EuiBadge>
        </>
      )}
      {entry.is_from_file && (
        <div className="sdTable__second">
          {t('clusters.clustersPage.filed', 'From the configuration file')}
        </div>
      )}
    </>
  );
}

interface StateProps {
  readonly entry: ClusterEntry;
  readonly logIn: (entry: ClusterEntry) => void;
}

/** Each cluster is tested by itself, so that a slow one delays no other row. */
function State({ entry, logIn }: StateProps): ReactElement {
  const { core } = useAdmin();
  const { id, name, credentials, user_name: user = '' } = entry;
  const { data, error, reload, isLoading } = useServerQuery(
    [...CLUSTERS_KEY, 'test', id, user],
    (signal) => send(core.http, TEST_CLUSTER, { params: { id }, signal })
  );
  if (data)
    return (
      <EuiText size="s">
        <EuiBadge color="success">{t('clusters.clustersPage.reached', 'Connected')}</EuiBadge>{' '}
        {t(
          'clusters.clustersPage.as',
          '{version, select, none {as {user}} other {OpenSearch {version}, as {user}}}',
          { user: data.user_name, version: data.version ?? 'none' }
        )}
      </EuiText>
    );
  if (error === undefined)
    return (
      <EuiLoadingSpinner size="m" aria-label={t('clusters.clustersPage.testing', 'Testing')} />
    );
  const isLoginMissing =
    getErrorCode(error) === BACKEND_ERRORS.clusterCredentials.code && credentials === 'session';
  if (isLoginMissing)
    return (
      <EuiButton size="s" onClick={() => logIn(entry)}>
        {t('clusters.clusters.logIn', 'Log in to {name}', { name })}
      </EuiButton>
    );
  return (
    <EuiText size="s">
      <EuiBadge color="danger">{t('clusters.clustersPage.failed', 'Not connected')}</EuiBadge>{' '}
      {errorText(error)}{' '}
      <EuiButtonEmpty size="xs" iconType="refresh" isLoading={isLoading} onClick={() => reload()}>
        {t('clusters.clustersPage.again', 'Test again')}
      </EuiButtonEmpty>
    </EuiText>
  );
}
