/** Page of one internal user: effective permissions and their origins. */
import { EuiBadge, EuiButton, EuiCallOut, EuiSkeletonText, EuiSpacer } from '@elastic/eui';
import type { ReactElement } from 'react';
import type { EffectivePermissions, InternalUser } from '@sd/contracts';
import { send, t } from '@sd/core/public';
import { lazyPage, LoadError, PageHeader, usePage, useServerQuery } from '@sd/ui_kit';
import { READ_EFFECTIVE_PERMISSIONS } from '../../../../common';
import { EntityTabs, type OwnTab } from '../../../components/entity_tabs';
import type { Versioned } from '../../../services/entity_client';
import { type AdminServices, useAdmin } from '../../../services/admin_context';
import { useHasTab } from '../../../services/entity_parts';
import { useFeature } from '../../../services/features';
import { resourceKey } from '../../../services/query_keys';
import { useRecentlyViewed } from '../../../services/use_recently_viewed';
import { hasRemovedRoles, isSuspended } from '../../../services/user_suspension';
import { USER_PAGES } from '../paths';
import { NoSuchPage, NoSuchUser } from '../not_found';
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
const UserSessionsTab = lazyPage(async () => (await import('./user_sessions_tab')).UserSessionsTab);
const ApiKeyList = lazyPage(async () => (await import('../api_keys/api_key_list')).ApiKeyList);
const USER_HISTORY = ['internalusers'] as const;

const OWN_TABS: readonly string[] = ['permissions', 'roles', 'sessions', 'keys', 'history'];

export interface UserViewPageProps {
  readonly name: string;
  /** Path of one of the tabs. */
  readonly tab: string;
}

export function UserViewPage(props: UserViewPageProps): ReactElement {
  const isAdded = useHasTab('user', props.tab);
  return isAdded || OWN_TABS.includes(props.tab) ? <UserView {...props} /> : <NoSuchPage />;
}

function UserView({ name, tab }: UserViewPageProps): ReactElement {
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
  const { effective, entity } = data;
  const hasKeys = useFeature('apiKeys');
  const hasSessions = useFeature('sessions');
  const own: readonly (OwnTab | false)[] = [
    {
      path: 'permissions',
      title: t('security.common.permissions', 'Permissions'),
      order: 10,
      href: USER_PAGES.view(name),
      content: effective ? (
        <UserPermissionsTab name={name} user={entity} effective={effective} />
      ) : (
        <ExplanationUnavailable />
      ),
    },
    effective !== undefined && {
      path: 'roles',
      title: t('security.userView.roles', 'Roles ({count, number})', {
        count: effective.roles.length,
      }),
      order: 20,
      href: USER_PAGES.roles(name),
      content: <UserRolesTab name={name} effective={effective} />,
    },
    hasSessions && {
      path: 'sessions',
      title: t('security.common.sessions', 'Sessions'),
      order: 40,
      href: USER_PAGES.sessions(name),
      content: <UserSessionsTab name={name} />,
    },
    hasKeys && {
      path: 'keys',
      title: t('security.apiKeys.title', 'API keys'),
      order: 50,
      href: USER_PAGES.keys(name),
      content: <ApiKeyList user={name} />,
    },
    {
      path: 'history',
      title: t('security.history.tab', 'History'),
      order: 90,
      href: USER_PAGES.history(name),
      content: <HistoryTab types={USER_HISTORY} name={name} />,
    },
  ];
  return (
    <>
      {isSuspended(entity) && <Suspended name={name} user={entity} />}
      <EntityTabs
        entity="user"
        own={own.filter((one) => one !== false)}
        path={tab}
        fallback={effective ? undefined : <ExplanationUnavailable />}
        hrefOf={(path) => USER_PAGES.tab(name, path)}
        props={{ name, user: entity, ...(effective && { effective }) }}
      />
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
