/**
 * The internal users. Source: docs/reference/security-app.md#internal-users; searched, sorted and
 * paged by the server.
 */
import { FormattedMessage, i18n, useObservable } from '@sd/core/public';
import { type Facet, useLink } from '@sd/ui_kit';
import { type ReactElement, useMemo } from 'react';
import { EntityListPage, type OwnDeletionProps } from '../../../components/entity_list_page';
import { resourceSource } from '../../../components/resource_list';
import { useAdmin } from '../../../services/admin_context';
import { ROLE_PAGES, USER_PAGES } from '../routing/paths';
import { downloadUsers } from './export_users';
import { type UserItem, useUserColumns } from './user_columns';
import { UserDeletion } from './user_deletion';

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
];

export function UserListPage(): ReactElement {
  const { entities, session } = useAdmin();
  const ownName = useObservable(session.account$, session.account)?.user_name;
  const link = useLink();
  return (
    <EntityListPage<UserItem>
      resource="internalusers"
      id="users"
      testSubject="user-list"
      pages={USER_PAGES}
      source={useMemo(() => resourceSource(entities, 'internalusers', FACETS), [entities])}
      columns={useUserColumns(ownName)}
      facets={facets()}
      title={i18n.translate('security.users.title', { defaultMessage: 'Internal users' })}
      description={
        <FormattedMessage
          id="security.users.intro"
          defaultMessage="The internal database keeps users in place of, or beside, a directory such as LDAP or Active Directory. To grant a role, give it to a user directly, or open it under <roles>Roles</roles> and choose “Manage mapping” among its mapped users."
          values={{ roles: (chunks) => <a {...link(ROLE_PAGES.list)}>{chunks}</a> }}
        />
      }
      searchLabel={i18n.translate('security.users.search', {
        defaultMessage: 'Search internal users',
      })}
      create={{
        text: <FormattedMessage id="security.users.create" defaultMessage="Create internal user" />,
        testSubject: 'create-user',
      }}
      reserved={reserved}
      undeletable={(users) =>
        users.some(({ name }) => name === ownName)
          ? i18n.translate('security.users.ownSelected', {
              defaultMessage: 'You cannot delete your own user.',
            })
          : undefined
      }
      moreActions={[
        {
          id: 'export',
          label: i18n.translate('security.users.export', { defaultMessage: 'Export JSON' }),
          iconType: 'download',
          run: downloadUsers,
        },
      ]}
      deletion={Deletion}
    />
  );
}

const Deletion = ({ items, onClose }: OwnDeletionProps<UserItem>): ReactElement => (
  <UserDeletion names={items.map(({ name }) => name)} onClose={onClose} />
);

const reserved = (users: readonly UserItem[]): string | undefined =>
  users.some(({ entity }) => entity.reserved)
    ? i18n.translate('security.users.reservedSelected', {
        defaultMessage: 'Reserved users cannot be changed or deleted.',
      })
    : undefined;
