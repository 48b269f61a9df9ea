/** One user on home and every connected cluster. Each row loads by itself. */
import { EuiBadge, EuiButton, EuiLink, EuiLoadingSpinner, EuiSpacer, EuiText } from '@elastic/eui';
import type { ClusterEntry, UserOnCluster } from '@sd/contracts';
import { errorText, t } from '@sd/core/public';
import {
  Actions,
  DASH,
  lazyPage,
  LoadError,
  Panel,
  Table,
  type TableColumn,
  TruncatedList,
  useChanged,
  useServerQuery,
} from '@sd/ui_kit';
import { type ReactElement, Suspense, useMemo, useState } from 'react';
import type { AdminParts, EntityPartProps } from '@sd/plugins/security/public';
import { CLUSTERS_KEY, listClusters } from '../choice';
import { ClusterCredentials } from '../frame/cluster_frame';
import { environmentColor, environmentText } from '../frame/environment';
import { useAdmin, useParts, withParts } from '../parts';
import { type SuspensionAction, useUserEverywhere } from './queries';

const EverywhereDialog = lazyPage(
  async () => (await import('./user_suspension_dialog')).UserSuspensionDialog
);

/** On the page of a user, where the user can be suspended and reactivated. */
export const userClustersTab = withParts(({ name }: EntityPartProps['user']) => (
  <UserClustersPanel user={name} canChange />
));

/** Below an answer of the access explorer. */
export const userClustersPanel = withParts(({ name }: EntityPartProps['explanation']) => (
  <UserClustersPanel user={name} canChange={false} />
));

interface UserClustersPanelProps {
  readonly user: string;
  /** Offers to suspend and reactivate. */
  readonly canChange: boolean;
}

function UserClustersPanel({ user, canChange }: UserClustersPanelProps): ReactElement {
  const parts = useParts();
  const { SECURITY_KEY } = parts;
  const { core } = useAdmin();
  const changed = useChanged();
  const { data, error, reload, isLoading } = useServerQuery(CLUSTERS_KEY, (signal) =>
    listClusters(core.http, signal)
  );
  const [loginEntry, setLoginEntry] = useState<ClusterEntry>();
  const [action, setAction] = useState<SuspensionAction>();
  const columns = useMemo(() => clusterColumns(parts, user, setLoginEntry), [parts, user]);
  const refresh = (): void => {
    changed(CLUSTERS_KEY);
    changed(SECURITY_KEY);
  };
  return (
    <Panel
      title={t('clusters.everywhere.title', 'On all clusters')}
      actions={
        canChange &&
        data && (
          <Actions>
            <EuiButton size="s" iconType="play" onClick={() => setAction('reactivate')}>
              {t('clusters.everywhere.reactivate', 'Reactivate everywhere')}
            </EuiButton>
            <EuiButton
              size="s"
              color="danger"
              iconType="minusCircle"
              onClick={() => setAction('suspend')}
            >
              {t('clusters.everywhere.suspend', 'Suspend everywhere')}
            </EuiButton>
          </Actions>
        )
      }
    >
      {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
      <Table<ClusterEntry>
        caption={t('clusters.everywhere.caption', '{user} on all clusters', { user })}
        items={data ?? []}
        idOf={({ id }) => id}
        columns={columns}
        isLoading={isLoading}
      />
      {loginEntry && (
        <>
          <EuiSpacer size="m" />
          <Panel
            title={t('clusters.clusters.logIn', 'Log in to {name}', { name: loginEntry.name })}
          >
            <ClusterCredentials
              key={loginEntry.id}
              entry={loginEntry}
              onDone={() => {
                setLoginEntry(undefined);
                refresh();
              }}
            />
          </Panel>
        </>
      )}
      {action && data && (
        <Suspense fallback={null}>
          <EverywhereDialog
            user={user}
            action={action}
            clusters={data}
            onClose={() => {
              setAction(undefined);
              refresh();
            }}
          />
        </Suspense>
      )}
    </Panel>
  );
}

const clusterColumns = (
  { clusterName }: AdminParts,
  user: string,
  logIn: (entry: ClusterEntry) => void
): ReadonlyArray<TableColumn<ClusterEntry>> => {
  const cell = (show: (found: UserOnCluster, entry: ClusterEntry) => ReactElement | string) =>
    function render(entry: ClusterEntry) {
      return <Cell user={user} entry={entry} show={show} />;
    };
  return [
    {
      id: 'cluster',
      name: t('clusters.common.cluster', 'Cluster'),
      render: (entry) => <ClusterName user={user} entry={entry} />,
    },
    {
      id: 'state',
      name: t('clusters.common.user', 'User'),
      render: (entry) => <State user={user} entry={entry} logIn={logIn} />,
    },
    {
      id: 'roles',
      name: t('clusters.common.roles', 'Roles'),
      render: cell(({ roles = [] }, entry) => (
        <TruncatedList
          items={roles.map(roleText)}
          label={`${rolesLabel()}: ${clusterName(entry)}`}
        />
      )),
    },
    {
      id: 'administrator',
      name: t('clusters.userPermissions.api', 'Can administer security'),
      render: cell(({ is_administrator: isAdministrator }) => {
        if (isAdministrator === undefined) return DASH;
        return isAdministrator ? (
          <EuiBadge color="accent">{t('clusters.common.yes', 'Yes')}</EuiBadge>
        ) : (
          t('clusters.userPermissions.no', 'No')
        );
      }),
    },
    {
      id: 'comparison',
      name: t('clusters.everywhere.comparison', 'Compared with this installation'),
      render: cell((found) => <Comparison {...found} />),
    },
  ];
};

const rolesLabel = (): string => t('clusters.common.roles', 'Roles');

const roleText = ({ role, exists }: NonNullable<UserOnCluster['roles']>[number]): string =>
  exists ? role : t('clusters.userRoles.missing', "{role} (doesn't exist)", { role });

interface RowProps {
  readonly user: string;
  readonly entry: ClusterEntry;
}

function ClusterName({ user, entry }: RowProps): ReactElement {
  const { ADMIN_ROUTE, clusterName, onCluster, USER_PAGES } = useParts();
  const { core } = useAdmin();
  const page = onCluster(ADMIN_ROUTE + USER_PAGES.view(user), entry.id);
  return (
    <>
      <EuiLink href={core.http.basePath.prepend(page)}>{clusterName(entry)}</EuiLink>
      {entry.environment && (
        <>
          {' '}
          <EuiBadge color={environmentColor(entry)}>{environmentText(entry.environment)}</EuiBadge>
        </>
      )}
    </>
  );
}

interface CellProps extends RowProps {
  readonly show: (found: UserOnCluster, entry: ClusterEntry) => ReactElement | string;
}

/** A dash while the cluster has not answered; the column of the state says why. */
function Cell({ user, entry, show }: CellProps): ReactElement {
  const { data } = useUserEverywhere(user, entry);
  return <>{data?.roles ? show(data, entry) : DASH}</>;
}

function State({
  user,
  entry,
  logIn,
}: RowProps & { readonly logIn: (entry: ClusterEntry) => void }): ReactElement {
  const { data, error, isLoading } = useUserEverywhere(user, entry);
  if (!data) {
    if (error !== undefined) return <EuiText size="s">{errorText(error)}</EuiText>;
    return isLoading ? (
      <EuiLoadingSpinner size="m" aria-label={t('clusters.everywhere.loading', 'Loading')} />
    ) : (
      <>{DASH}</>
    );
  }
  const problem = data.problem && errorText({ body: data.problem });
  switch (data.state) {
    case 'credentials':
      return entry.credentials === 'session' ? (
        <EuiButton size="s" onClick={() => logIn(entry)}>
          {t('clusters.clusters.logIn', 'Log in to {name}', { name: entry.name })}
        </EuiButton>
      ) : (
        <Problem label={t('clusters.common.rejected', 'Rejected')} text={problem} />
      );
    case 'refused':
      return <Problem label={t('clusters.everywhere.refused', 'Not allowed')} text={problem} />;
    case 'unreachable':
      return <Problem label={t('clusters.everywhere.unreachable', 'Unreachable')} text={problem} />;
    case 'missing':
      return <>{t('clusters.everywhere.missing', 'No internal user')}</>;
    case 'found':
      return <Found {...data} />;
  }
}

const Problem = ({
  label,
  text,
}: {
  readonly label: string;
  readonly text: string | undefined;
}): ReactElement => (
  <EuiText size="s">
    <EuiBadge color="warning">{label}</EuiBadge> {text}
  </EuiText>
);

function Found({ suspension, is_reserved: isReserved }: UserOnCluster): ReactElement {
  switch (suspension) {
    case 'suspended':
      return <EuiBadge color="warning">{t('clusters.userView.suspended', 'Suspended')}</EuiBadge>;
    case 'roles_removed':
      return (
        <EuiBadge color="warning">
          {t('clusters.everywhere.rolesRemoved', 'Suspended: roles removed')}
        </EuiBadge>
      );
    default:
      return (
        <>
          {isReserved
            ? t('clusters.everywhere.reserved', 'Active, reserved')
            : t('clusters.common.active', 'Active')}
        </>
      );
  }
}

function Comparison({ more, less, different }: UserOnCluster): ReactElement {
  if (!more || !less || !different) return <>{DASH}</>;
  const lists = [
    [t('clusters.everywhere.more', 'More'), more],
    [t('clusters.everywhere.less', 'Less'), less],
    [t('clusters.everywhere.different', 'Same name, different permissions'), different],
  ] as const;
  const shown = lists.filter(([, items]) => items.length > 0);
  if (shown.length === 0) return <>{t('clusters.everywhere.same', 'The same')}</>;
  return (
    <>
      {shown.map(([label, items]) => (
        <div key={label}>
          <EuiText size="xs" color="subdued">
            {label}
          </EuiText>
          <TruncatedList items={items} label={label} />
        </div>
      ))}
    </>
  );
}
