/** The internal users. Source: reference security-plugin 1.7; searched, sorted and paged by the server. */
import { EuiButton } from '@elastic/eui';
import { FormattedMessage, i18n, useObservable } from '@sd/core/public';
import { type Facet, type ListAction, ListPage, useLink, useList } from '@sd/ui_kit';
import { type ReactElement, useMemo, useState } from 'react';
import { customizationFacet } from '../../../components/customization_facet';
import { ResourceDeleteDialog } from '../../../components/resource_delete_dialog';
import { resourceSource } from '../../../components/resource_list';
import { TOAST_LIFETIME_MS } from '../../../components/toast_lifetime';
import { useAdmin } from '../../../services/admin_context';
import { ROLE_PAGES, USER_PAGES } from '../routing/paths';
import { downloadUsers } from './export_users';
import { type UserItem, useUserColumns } from './user_columns';

const FACETS: readonly string[] = ['backend_roles', 'roles'];

const facets = (): readonly Facet[] => [
  {
    name: 'backend_roles',
    label: i18n.translate('security.users.facet.backendRoles', { defaultMessage: 'Backend roles' }),
  },
  {
    name: 'roles',
    label: i18n.translate('security.users.facet.roles', { defaultMessage: 'Roles' }),
  },
  customizationFacet(),
];

export function UserListPage(): ReactElement {
  const { client, core, kit, session } = useAdmin();
  const { history } = kit.services;
  const account = useObservable(session.account$, session.account);
  const ownName = account?.user_name;
  const link = useLink();
  const list = useList(useMemo(() => resourceSource(client, 'internalusers', FACETS), [client]));
  const columns = useUserColumns(ownName);
  const [namesToDelete, setNamesToDelete] = useState<readonly string[]>();
  const actions = useMemo(
    () => userActions({ ownName, open: (path) => history.push(path), remove: setNamesToDelete }),
    [history, ownName]
  );

  const finishDeleting = (deleted: readonly string[]) => {
    setNamesToDelete(undefined);
    if (deleted.length === 0) return;
    list.deselect(deleted);
    core.notifications.toasts.addSuccess({
      title: i18n.translate('security.users.deleted', {
        defaultMessage: '{count, plural, one {User "{name}" deleted.} other {# users deleted.}}',
        values: { count: deleted.length, name: deleted[0] },
      }),
      toastLifeTimeMs: TOAST_LIFETIME_MS,
    });
  };

  return (
    <ListPage<UserItem>
      id="users"
      title={i18n.translate('security.users.title', { defaultMessage: 'Internal users' })}
      description={
        <FormattedMessage
          id="security.users.intro"
          defaultMessage="The internal database keeps users in place of, or beside, a directory such as LDAP or Active Directory. To grant a role, give it to a user directly, or open it under <roles>Roles</roles> and choose “Manage mapping” among its mapped users."
          values={{ roles: (chunks) => <a {...link(ROLE_PAGES.list)}>{chunks}</a> }}
        />
      }
      list={list}
      searchLabel={i18n.translate('security.users.search', {
        defaultMessage: 'Search internal users',
      })}
      facets={facets()}
      columns={columns}
      actions={actions}
      create={
        <EuiButton
          fill
          iconType="plusCircle"
          {...link(USER_PAGES.create)}
          data-test-subj="create-user"
        >
          <FormattedMessage id="security.users.create" defaultMessage="Create internal user" />
        </EuiButton>
      }
      data-test-subj="user-list"
    >
      {namesToDelete && (
        <ResourceDeleteDialog
          resource="internalusers"
          names={namesToDelete}
          entities={i18n.translate('security.users.entities', { defaultMessage: 'user(s)' })}
          consequences={
            <FormattedMessage
              id="security.users.deletion"
              defaultMessage="Who is deleted cannot sign in any more, and open sessions end with their next request. Role mappings keep the name."
            />
          }
          onClose={finishDeleting}
        />
      )}
    </ListPage>
  );
}

interface UserActionDeps {
  /** Name of the person at the screen. */
  readonly ownName: string | undefined;
  readonly open: (path: string) => void;
  readonly remove: (names: readonly string[]) => void;
}

function userActions({
  ownName,
  open,
  remove,
}: UserActionDeps): ReadonlyArray<ListAction<UserItem>> {
  const reserved = (users: readonly UserItem[]): string | undefined =>
    users.some(({ entity }) => entity.reserved)
      ? i18n.translate('security.users.reservedSelected', {
          defaultMessage: 'Reserved users cannot be changed or deleted.',
        })
      : undefined;
  const own = (users: readonly UserItem[]): string | undefined =>
    users.some(({ name }) => name === ownName)
      ? i18n.translate('security.users.ownSelected', {
          defaultMessage: 'You cannot delete your own user.',
        })
      : undefined;
  return [
    {
      id: 'edit',
      label: i18n.translate('security.users.edit', { defaultMessage: 'Edit' }),
      iconType: 'pencil',
      isForOne: true,
      run: ([user]) => user && open(USER_PAGES.edit(user.name)),
      disabledReason: reserved,
    },
    {
      id: 'duplicate',
      label: i18n.translate('security.users.duplicate', { defaultMessage: 'Duplicate' }),
      iconType: 'copy',
      isForOne: true,
      run: ([user]) => user && open(USER_PAGES.duplicate(user.name)),
    },
    {
      id: 'export',
      label: i18n.translate('security.users.export', { defaultMessage: 'Export JSON' }),
      iconType: 'download',
      run: downloadUsers,
    },
    {
      id: 'delete',
      label: i18n.translate('security.users.delete', { defaultMessage: 'Delete' }),
      iconType: 'trash',
      run: (users) => remove(users.map(({ name }) => name)),
      disabledReason: (users) => own(users) ?? reserved(users),
    },
  ];
}
