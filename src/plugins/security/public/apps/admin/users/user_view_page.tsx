/** Page of one internal user: effective permissions and their origins. */
import {
  EuiBadge,
  EuiButton,
  EuiCallOut,
  EuiSkeletonText,
  EuiSpacer,
  EuiTab,
  EuiTabs,
} from '@elastic/eui';
import { type ReactElement, Suspense } from 'react';
import type { EffectivePermissions, InternalUser } from '@sd/contracts';
import { send, t } from '@sd/core/public';
import { lazyPage, LoadError, PageHeader, useLink, usePage, useServerQuery } from '@sd/ui_kit';
import { READ_EFFECTIVE_PERMISSIONS } from '../../../../common';
import type { Versioned } from '../../../services/entity_client';
import { type AdminServices, useAdmin } from '../../../services/admin_context';
import { hasClusters } from '../../../services/clusters';
import { useFeature } from '../../../services/features';
import { resourceKey } from '../../../services/query_keys';
import { useRecentlyViewed } from '../../../services/use_recently_viewed';
import { hasRemovedRoles, isSuspended } from '../../../services/user_suspension';
import { USER_PAGES } from '../paths';
import { NoSuchUser } from '../not_found';
import { UserActions, useReactivate } from './user_actions';
import { useFactorsLoader, UserFactorBadges } from './user_factors';
import { UserPermissionsTab } from './user_permissions_tab';
import { UserRolesTab } from './user_roles_tab';

/** Data of the page of one user. */
export interface UserData extends Versioned<'internalusers'> {
  /** `undefined` if the backend does not report it. */
  readonly effective: EffectivePermissions | undefined;
}

/** @returns `undefined` if the user does not exist */
export async function loadUser(
  { entities, core: { http } }: Pick<AdminServices, 'entities' | 'core'>,
  name: string,
  isExplained: boolean,
  signal: AbortSignal
): Promise<UserData | undefined> {
  const found = await entities.find('internalusers', name, signal);
  if (!found) return undefined;
  const effective = isExplained
    ? await send(http, READ_EFFECTIVE_PERMISSIONS, { query: { user: name }, signal })
    : undefined;
  return { ...found, effective };
}

const HistoryTab = lazyPage(
  async () => (await import('../../../components/history/history_tab')).HistoryTab
);
const UserUsageTab = lazyPage(async () => (await import('./user_usage_tab')).UserUsageTab);
const UserSessionsTab = lazyPage(async () => (await import('./user_sessions_tab')).UserSessionsTab);
const ApiKeyList = lazyPage(async () => (await import('../api_keys/api_key_list')).ApiKeyList);
const UserClustersPanel = lazyPage(
  async () => (await import('../../../components/clusters/user_clusters_panel')).UserClustersPanel
);
const USER_HISTORY = ['internalusers'] as const;

export interface UserViewPageProps {
  readonly name: string;
  readonly tab: 'permissions' | 'roles' | 'usage' | 'sessions' | 'keys' | 'clusters' | 'history';
}

export function UserViewPage({ name, tab }: UserViewPageProps): ReactElement {
  const services = useAdmin();
  const isExplained = useFeature('effectivePermissions');
  const request = useServerQuery(resourceKey('internalusers', 'view', name), (signal) =>
    loadUser(services, name, isExplained, signal)
  );
  usePage([
    {
      text: t('security.common.users', 'Users'),
      path: USER_PAGES.list,
    },
    { text: name },
  ]);
  useRecentlyViewed('internalusers', name, request.data && USER_PAGES.view(name));
  if (request.data === undefined && !request.isLoading && request.error === undefined)
    return <NoSuchUser name={name} />;
  return (
    <>
      <PageHeader
        title={
          <>
            {name} {request.data && <UserBadges name={name} data={request.data} />}
          </>
        }
        description={request.data?.entity.description}
        actions={request.data && <UserActions name={name} user={request.data.entity} />}
      />
      {request.error !== undefined && (
        <LoadError error={request.error} onRetry={request.reload} isRetrying={request.isLoading} />
      )}
      {request.data ? (
        <UserTabs name={name} tab={tab} data={request.data} />
      ) : (
        request.isLoading && <EuiSkeletonText lines={6} />
      )}
    </>
  );
}

function UserBadges({
  name,
  data: { entity },
}: {
  readonly name: string;
  readonly data: UserData;
}): ReactElement {
  const loader = useFactorsLoader();
  return (
    <>
      {isSuspended(entity) && (
        <EuiBadge color="warning" iconType="minusCircle">
          {t('security.userView.suspended', 'Suspended')}
        </EuiBadge>
      )}
      {hasRemovedRoles(entity) && (
        <EuiBadge color="warning" iconType="minusCircle">
          {t('security.person.rolesRemoved', 'Suspended: roles removed')}
        </EuiBadge>
      )}
      {entity.reserved && (
        <EuiBadge color="hollow" iconType="lock">
          {t('security.customization.reserved', 'Reserved')}
        </EuiBadge>
      )}
      {loader && <UserFactorBadges name={name} loader={loader} />}
    </>
  );
}

interface UserTabsProps extends UserViewPageProps {
  readonly data: UserData;
}

function UserTabs({ name, tab, data }: UserTabsProps): ReactElement {
  const link = useLink();
  const { effective, entity } = data;
  const hasKeys = useFeature('apiKeys');
  const hasSessions = useFeature('sessions');
  const isConnected = hasClusters(useAdmin().core.application);
  return (
    <>
      {isSuspended(entity) && <Suspended name={name} user={entity} />}
      {/* In the narrowest windows the tabs wrap. */}
      <EuiTabs style={{ flexWrap: 'wrap' }}>
        <EuiTab {...link(USER_PAGES.view(name))} isSelected={tab === 'permissions'}>
          {t('security.common.permissions', 'Permissions')}
        </EuiTab>
        {effective && (
          <EuiTab {...link(USER_PAGES.roles(name))} isSelected={tab === 'roles'}>
            {t('security.userView.roles', 'Roles ({count, number})', {
              count: effective.roles.length,
            })}
          </EuiTab>
        )}
        {effective && (
          <EuiTab {...link(USER_PAGES.usage(name))} isSelected={tab === 'usage'}>
            {t('security.common.usage', 'Usage')}
          </EuiTab>
        )}
        {hasSessions && (
          <EuiTab {...link(USER_PAGES.sessions(name))} isSelected={tab === 'sessions'}>
            {t('security.common.sessions', 'Sessions')}
          </EuiTab>
        )}
        {hasKeys && (
          <EuiTab {...link(USER_PAGES.keys(name))} isSelected={tab === 'keys'}>
            {t('security.apiKeys.title', 'API keys')}
          </EuiTab>
        )}
        {isConnected && (
          <EuiTab {...link(USER_PAGES.clusters(name))} isSelected={tab === 'clusters'}>
            {t('security.common.clusters', 'Clusters')}
          </EuiTab>
        )}
        <EuiTab {...link(USER_PAGES.history(name))} isSelected={tab === 'history'}>
          {t('security.history.tab', 'History')}
        </EuiTab>
      </EuiTabs>
      <EuiSpacer size="m" />
      {tab === 'history' && (
        <Suspense fallback={<EuiSkeletonText lines={4} />}>
          <HistoryTab types={USER_HISTORY} name={name} />
        </Suspense>
      )}
      {tab === 'usage' && effective && (
        <Suspense fallback={<EuiSkeletonText lines={4} />}>
          <UserUsageTab name={name} effective={effective} />
        </Suspense>
      )}
      {tab === 'sessions' && hasSessions && (
        <Suspense fallback={<EuiSkeletonText lines={4} />}>
          <UserSessionsTab name={name} />
        </Suspense>
      )}
      {tab === 'keys' && hasKeys && (
        <Suspense fallback={<EuiSkeletonText lines={4} />}>
          <ApiKeyList user={name} />
        </Suspense>
      )}
      {tab === 'clusters' && isConnected && (
        <Suspense fallback={<EuiSkeletonText lines={4} />}>
          <UserClustersPanel user={name} path={USER_PAGES.view(name)} canChange />
        </Suspense>
      )}
      {tab === 'permissions' && effective && (
        <UserPermissionsTab name={name} user={entity} effective={effective} />
      )}
      {tab === 'roles' && effective && <UserRolesTab name={name} effective={effective} />}
      {['permissions', 'roles', 'usage'].includes(tab) && !effective && <ExplanationUnavailable />}
    </>
  );
}

function Suspended({
  name,
  user,
}: {
  readonly name: string;
  readonly user: InternalUser;
}): ReactElement {
  const canSuspend = useFeature('suspension');
  const reactivate = useReactivate(name);
  return (
    <>
      <EuiCallOut
        color="warning"
        iconType="minusCircle"
        title={t('security.userView.suspended', 'Suspended')}
      >
        <p>
          {t(
            'security.userView.suspendedText',
            'The access below applies again after you reactivate this user.'
          )}
        </p>
        {canSuspend && !user.reserved && (
          <EuiButton size="s" color="warning" onClick={reactivate}>
            {t('security.common.reactivate', 'Reactivate')}
          </EuiButton>
        )}
      </EuiCallOut>
      <EuiSpacer size="m" />
    </>
  );
}

const ExplanationUnavailable = (): ReactElement => (
  <EuiCallOut
    iconType="info"
    title={t(
      'security.userView.unexplained',
      "This server's backend can't show what a user can do. Check the roles and their mappings instead."
    )}
  />
);
