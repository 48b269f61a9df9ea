/** Role page: permissions and users. */
import { EuiButton, EuiCallOut, EuiSkeletonText, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, parseQueryParams, t } from '@sd/core/public';
import {
  Actions,
  ActionsMenu,
  lazyPage,
  LoadError,
  PageHeader,
  useAppLocation,
  useLink,
  usePage,
  useServerQuery,
} from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { EntityTabs, type OwnTab } from '../../../components/entity_tabs';
import { renameLabel, useRenameReason } from '../../../components/rename_action';
import { RenameDialog } from '../../../components/rename_dialog';
import { resourceKey } from '../../../services/query_keys';
import { useAdmin } from '../../../services/admin_context';
import { useHasTab } from '../../../services/entity_parts';
import { useFeature } from '../../../services/features';
import { useLackingText, useMay } from '../../../services/rights';
import { useRecentlyViewed } from '../../../services/use_recently_viewed';
import { ROLE_PAGES } from '../paths';
import { MappedUsersTab } from './mapped_users_tab';
import { mappingRows } from './mapping_rows';
import { NoSuchPage, NoSuchRole } from '../not_found';
import { loadRole, type RoleData } from './role_data';
import { RoleDeletion } from './role_deletion';
import { RoleNextStep } from './role_next_step';
import { RolePermissionsTab } from './role_permissions_tab';

const HistoryTab = lazyPage(
  async () => (await import('../../../components/history/history_tab')).HistoryTab
);
const ROLE_HISTORY = ['roles', 'rolesmapping'] as const;

const OWN_TABS: readonly string[] = ['permissions', 'mapuser', 'history'];

export interface RoleViewPageProps {
  readonly name: string;
  /** Path of one of the tabs. */
  readonly tab: string;
}

export function RoleViewPage(props: RoleViewPageProps): ReactElement {
  const isAdded = useHasTab('role', props.tab);
  return isAdded || OWN_TABS.includes(props.tab) ? <RoleView {...props} /> : <NoSuchPage />;
}

function RoleView({ name, tab }: RoleViewPageProps): ReactElement {
  const { entities } = useAdmin();
  const canSearch = useFeature('find');
  const request = useServerQuery(resourceKey('roles', 'view', name), (signal) =>
    loadRole(entities, name, canSearch, signal)
  );
  usePage([
    {
      text: t('security.common.roles', 'Roles'),
      path: ROLE_PAGES.list,
    },
    { text: name },
  ]);
  useRecentlyViewed('roles', name, request.data && ROLE_PAGES.view(name));
  if (request.data === undefined && !request.isLoading && request.error === undefined)
    return <NoSuchRole name={name} />;
  return (
    <>
      <PageHeader
        title={name}
        description={request.data?.role.description}
        actions={request.data && <RoleHeaderActions name={name} tab={tab} data={request.data} />}
      />
      {request.error !== undefined && (
        <LoadError error={request.error} onRetry={request.reload} isRetrying={request.isLoading} />
      )}
      {request.data ? (
        <RoleTabs name={name} tab={tab} data={request.data} />
      ) : (
        request.isLoading && <EuiSkeletonText lines={6} />
      )}
    </>
  );
}

interface RoleTabsProps extends RoleViewPageProps {
  readonly data: RoleData;
}

function RoleTabs({ name, tab, data }: RoleTabsProps): ReactElement {
  const { search } = useAppLocation();
  const { role, mapping, holders } = data;
  const isUnassigned = holders === 0 && !role.reserved && mappingRows(mapping).length === 0;
  const copiedFrom = parseQueryParams(search).get('copiedFrom') ?? undefined;
  const own: readonly OwnTab[] = [
    {
      path: 'permissions',
      title: t('security.common.permissions', 'Permissions'),
      order: 10,
      href: ROLE_PAGES.view(name),
      content: <RolePermissionsTab name={name} data={data} />,
    },
    {
      path: 'mapuser',
      title:
        holders === undefined
          ? t('security.common.mappedUsers', 'Mapped users')
          : t('security.roleView.mappedUsers', 'Mapped users ({count, number})', {
              count: holders,
            }),
      order: 20,
      href: ROLE_PAGES.mappedUsers(name),
      content: <MappedUsersTab name={name} data={data} />,
    },
    {
      path: 'history',
      title: t('security.history.tab', 'History'),
      order: 90,
      href: ROLE_PAGES.history(name),
      content: <HistoryTab types={ROLE_HISTORY} name={name} />,
    },
  ];
  return (
    <>
      {role.reserved && (
        <>
          <ReservedCallOut name={name} />
          <EuiSpacer size="m" />
        </>
      )}
      {tab === 'permissions' && isUnassigned && (
        <RoleNextStep name={name} {...(copiedFrom !== undefined && { copiedFrom })} />
      )}
      <EntityTabs
        entity="role"
        own={own}
        path={tab}
        hrefOf={(path) => ROLE_PAGES.tab(name, path)}
        props={{ name, role }}
      />
    </>
  );
}

function RoleHeaderActions({ name, tab, data }: RoleTabsProps): ReactElement {
  const { history } = useAdmin().kit.services;
  const link = useLink();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isRenaming, setIsRenaming] = useState(false);
  const renameReason = useRenameReason();
  const may = useMay();
  const mayChange = may(['PUT ROLES']);
  const objection = (reason: string | undefined) =>
    reason === undefined ? {} : { disabledReason: reason };
  const lacking = useLackingText();
  const duplicate = t('security.roleView.duplicate', 'Duplicate role');
  // The mapped users tab has its own button.
  const manageMapping = tab !== 'mapuser' &&
    data.mapping?.reserved !== true &&
    may(['PUT ROLESMAPPING']) && (
      <EuiButton {...link(ROLE_PAGES.mapUser(name))} iconType="users" data-test-subj="map-users">
        {t('security.mappedUsers.manage', 'Manage mapping')}
      </EuiButton>
    );
  if (data.role.reserved) {
    return (
      <Actions>
        {manageMapping}
        {mayChange && (
          <EuiButton {...link(ROLE_PAGES.duplicate(name))} iconType="copy">
            {duplicate}
          </EuiButton>
        )}
      </Actions>
    );
  }
  return (
    <>
      <Actions>
        <ActionsMenu
          items={[
            {
              id: 'duplicate',
              label: duplicate,
              iconType: 'copy',
              onClick: () => history.push(ROLE_PAGES.duplicate(name)),
              ...objection(lacking(['PUT ROLES'])),
            },
            {
              id: 'rename',
              label: renameLabel(),
              iconType: 'tag',
              onClick: () => setIsRenaming(true),
              ...objection(renameReason('roles')),
            },
            {
              id: 'delete',
              label: t('security.roleView.delete', 'Delete role'),
              iconType: 'trash',
              onClick: () => setIsDeleting(true),
              ...objection(lacking(['DELETE ROLES'])),
            },
          ]}
        />
        {manageMapping}
        {mayChange && (
          <EuiButton fill iconType="pencil" {...link(ROLE_PAGES.edit(name))}>
            {t('security.roleView.edit', 'Edit role')}
          </EuiButton>
        )}
      </Actions>
      {isRenaming && (
        <RenameDialog
          resource="roles"
          name={name}
          onClose={(to) => {
            setIsRenaming(false);
            if (to !== undefined) history.replace(ROLE_PAGES.view(to));
          }}
        />
      )}
      {isDeleting && (
        <RoleDeletion
          roles={[{ name, ...(data.mapping && { mapping: data.mapping }) }]}
          deletedText={() => t('security.roleView.deleted', '{name} deleted.', { name })}
          onClose={(deleted) => {
            setIsDeleting(false);
            if (deleted.length > 0) history.push(ROLE_PAGES.list);
          }}
        />
      )}
    </>
  );
}

function ReservedCallOut({ name }: { readonly name: string }): ReactElement {
  const link = useLink();
  return (
    <EuiCallOut
      iconType="lock"
      title={
        <span style={{ display: 'block', maxInlineSize: 800 }}>
          {t(
            'security.roleView.reservedTitle',
            'This role is reserved for the security plugin environment. Permissions can not be customized.'
          )}
        </span>
      }
    >
      <p>
        <FormattedMessage
          id="security.roleView.reservedText"
          defaultMessage="Make use of this role by mapping users. You can also <create>create your own role</create> or <duplicate>duplicate</duplicate> this one for further customization."
          values={{
            create: (chunks) => <a {...link(ROLE_PAGES.create)}>{chunks}</a>,
            duplicate: (chunks) => <a {...link(ROLE_PAGES.duplicate(name))}>{chunks}</a>,
          }}
        />
      </p>
    </EuiCallOut>
  );
}
