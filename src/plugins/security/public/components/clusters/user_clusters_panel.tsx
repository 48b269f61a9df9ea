/** One user on home and every connected cluster. Each row loads by itself. */
import { EuiBadge, EuiButton, EuiLink, EuiLoadingSpinner, EuiSpacer, EuiText } from '@elastic/eui';
import type { ClusterEntry, PersonOnCluster } from '@sd/contracts';
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
import { useAdmin } from '../../services/admin_context';
import { listClusters, onCluster } from '../../services/clusters';
import { ADMIN_ROUTE } from '../../services/paths';
import { type PersonAction, usePerson } from '../../services/person';
import { SECURITY_KEY } from '../../services/query_keys';
import { ClusterCredentials } from './cluster_frame';
import { environmentColor, environmentText, clusterName } from './environment';

const PersonDialog = lazyPage(
  async () => (await import('./user_suspension_dialog')).UserSuspensionDialog
);
const CLUSTERS_KEY = ['clusters'] as const;

interface UserClustersPanelProps {
  readonly user: string;
  /** Page of the user, within the app. */
  readonly path: string;
  /** Offers to suspend and reactivate. */
  readonly canChange?: boolean;
}

export function UserClustersPanel({
  user,
  path,
  canChange = false,
}: UserClustersPanelProps): ReactElement {
  const { core } = useAdmin();
  const changed = useChanged();
  const { data, error, reload, isLoading } = useServerQuery(CLUSTERS_KEY, (signal) =>
    listClusters(core.http, signal)
  );
  const [loginEntry, setLoginEntry] = useState<ClusterEntry>();
  const [action, setAction] = useState<PersonAction>();
  const columns = useMemo(() => clusterColumns(user, path, setLoginEntry), [user, path]);
  const refresh = (): void => {
    changed(CLUSTERS_KEY);
    changed(SECURITY_KEY);
  };
  return (
    <Panel
      title={t('security.person.title', 'On all clusters')}
      actions={
        canChange &&
        data && (
          <Actions>
            <EuiButton size="s" iconType="play" onClick={() => setAction('reactivate')}>
              {t('security.person.reactivate', 'Reactivate everywhere')}
            </EuiButton>
            <EuiButton
              size="s"
              color="danger"
              iconType="minusCircle"
              onClick={() => setAction('suspend')}
            >
              {t('security.person.suspend', 'Suspend everywhere')}
            </EuiButton>
          </Actions>
        )
      }
    >
      {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
      <Table<ClusterEntry>
        caption={t('security.person.caption', '{user} on all clusters', { user })}
        items={data ?? []}
        idOf={({ id }) => id}
        columns={columns}
        isLoading={isLoading}
      />
      {loginEntry && (
        <>
          <EuiSpacer size="m" />
          <Panel
            title={t('security.clusters.logIn', 'Log in to {name}', { name: loginEntry.name })}
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
          <PersonDialog
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
  user: string,
  path: string,
  logIn: (entry: ClusterEntry) => void
): ReadonlyArray<TableColumn<ClusterEntry>> => {
  const cell = (show: (found: PersonOnCluster, entry: ClusterEntry) => ReactElement | string) =>
    function render(entry: ClusterEntry) {
      return <Cell user={user} entry={entry} show={show} />;
    };
  return [
    {
      id: 'cluster',
      name: t('security.common.cluster', 'Cluster'),
      render: (entry) => <ClusterName path={path} entry={entry} />,
    },
    {
      id: 'state',
      name: t('security.common.user', 'User'),
      render: (entry) => <State user={user} entry={entry} logIn={logIn} />,
    },
    {
      id: 'roles',
      name: t('security.common.roles', 'Roles'),
      render: cell(({ roles = [] }, entry) => (
        <TruncatedList
          items={roles.map(roleText)}
          label={`${rolesLabel()}: ${clusterName(entry)}`}
        />
      )),
    },
    {
      id: 'administrator',
      name: t('security.userPermissions.api', 'Can administer security'),
      render: cell(({ is_administrator: isAdministrator }) => {
        if (isAdministrator === undefined) return DASH;
        return isAdministrator ? (
          <EuiBadge color="accent">{t('security.common.yes', 'Yes')}</EuiBadge>
        ) : (
          t('security.userPermissions.no', 'No')
        );
      }),
    },
    {
      id: 'comparison',
      name: t('security.person.comparison', 'Compared with this installation'),
      render: cell((found) => <Comparison {...found} />),
    },
  ];
};

const rolesLabel = (): string => t('security.common.roles', 'Roles');

const roleText = ({ role, exists }: NonNullable<PersonOnCluster['roles']>[number]): string =>
  exists ? role : t('security.userRoles.missing', "{role} (doesn't exist)", { role });

interface RowProps {
  readonly user: string;
  readonly entry: ClusterEntry;
}

function ClusterName({
  path,
  entry,
}: {
  readonly path: string;
  readonly entry: ClusterEntry;
}): ReactElement {
  const { core } = useAdmin();
  const page = onCluster(ADMIN_ROUTE + path, entry.id);
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
  readonly show: (found: PersonOnCluster, entry: ClusterEntry) => ReactElement | string;
}

/** A dash while the cluster has not answered; the column of the state says why. */
function Cell({ user, entry, show }: CellProps): ReactElement {
  const { data } = usePerson(user, entry);
  return <>{data?.roles ? show(data, entry) : DASH}</>;
}

function State({
  user,
  entry,
  logIn,
}: RowProps & { readonly logIn: (entry: ClusterEntry) => void }): ReactElement {
  const { data, error, isLoading } = usePerson(user, entry);
  if (!data) {
    if (error !== undefined) return <EuiText size="s">{errorText(error)}</EuiText>;
    return isLoading ? (
      <EuiLoadingSpinner size="m" aria-label={t('security.person.loading', 'Loading')} />
    ) : (
      <>{DASH}</>
    );
  }
  const problem = data.problem && errorText({ body: data.problem });
  switch (data.state) {
    case 'credentials':
      return entry.credentials === 'session' ? (
        <EuiButton size="s" onClick={() => logIn(entry)}>
          {t('security.clusters.logIn', 'Log in to {name}', { name: entry.name })}
        </EuiButton>
      ) : (
        <Problem label={t('security.common.rejected', 'Rejected')} text={problem} />
      );
    case 'refused':
      return <Problem label={t('security.person.refused', 'Not allowed')} text={problem} />;
    case 'unreachable':
      return <Problem label={t('security.person.unreachable', 'Unreachable')} text={problem} />;
    case 'missing':
      return <>{t('security.person.missing', 'No internal user')}</>;
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

function Found({ suspension, is_reserved: isReserved }: PersonOnCluster): ReactElement {
  switch (suspension) {
    case 'suspended':
      return <EuiBadge color="warning">{t('security.userView.suspended', 'Suspended')}</EuiBadge>;
    case 'roles_removed':
      return (
        <EuiBadge color="warning">
          {t('security.person.rolesRemoved', 'Suspended: roles removed')}
        </EuiBadge>
      );
    default:
      return (
        <>
          {isReserved
            ? t('security.person.reserved', 'Active, reserved')
            : t('security.common.active', 'Active')}
        </>
      );
  }
}

function Comparison({ more, less, different }: PersonOnCluster): ReactElement {
  if (!more || !less || !different) return <>{DASH}</>;
  const lists = [
    [t('security.person.more', 'More'), more],
    [t('security.person.less', 'Less'), less],
    [t('security.person.different', 'Same name, different permissions'), different],
  ] as const;
  const shown = lists.filter(([, items]) => items.length > 0);
  if (shown.length === 0) return <>{t('security.person.same', 'The same')}</>;
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
