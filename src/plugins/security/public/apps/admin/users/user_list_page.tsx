/** The internal users. Source: reference security-plugin 1.7; searched, sorted and paged by the server. */
import { EuiButton, EuiFlexGroup, EuiFlexItem, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n, useObservable } from '@sd/core/public';
import { type ReactElement, useState } from 'react';
import { type ActionItem, ActionsMenu } from '../../../components/actions_menu';
import { DeleteDialog } from '../../../components/delete_dialog';
import { customizationFacet, type Facet, FacetBar } from '../../../components/facet_bar';
import { PageHeader } from '../../../components/page_header';
import { Panel } from '../../../components/panel';
import { ResourceTable } from '../../../components/resource_table';
import { ResultCount } from '../../../components/result_count';
import { TOAST_LIFETIME_MS } from '../../../components/texts';
import { useResourceList } from '../../../components/use_resource_list';
import { useAdmin } from '../admin_context';
import { ROLE_PAGES, USER_PAGES } from '../routing/paths';
import { useLink } from '../routing/use_link';
import { usePage } from '../routing/use_page';
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
  const { client, core, session } = useAdmin();
  const account = useObservable(session.account$, session.account);
  const link = useLink();
  const list = useResourceList('internalusers', FACETS);
  const columns = useUserColumns(account?.user_name);
  const [namesToDelete, setNamesToDelete] = useState<readonly string[]>();
  const title = i18n.translate('security.users.title', { defaultMessage: 'Internal users' });
  usePage([{ text: title }]);
  const total = list.request.data?.total;

  const finishDeleting = (deleted: readonly string[]) => {
    setNamesToDelete(undefined);
    if (deleted.length === 0) return;
    list.select([]);
    core.notifications.toasts.addSuccess({
      title: i18n.translate('security.users.deleted', {
        defaultMessage: '{count, plural, one {User "{name}" deleted.} other {# users deleted.}}',
        values: { count: deleted.length, name: deleted[0] },
      }),
      toastLifeTimeMs: TOAST_LIFETIME_MS,
    });
    list.request.reload();
  };

  return (
    <>
      <PageHeader
        title={title}
        description={
          <FormattedMessage
            id="security.users.intro"
            defaultMessage="The internal database keeps users in place of, or beside, a directory such as LDAP or Active Directory. To grant a role, give it to a user directly, or open it under <roles>Roles</roles> and choose “Manage mapping” among its mapped users."
            values={{ roles: (chunks) => <a {...link(ROLE_PAGES.list)}>{chunks}</a> }}
          />
        }
      />
      <Panel
        title={
          total === undefined ? (
            title
          ) : (
            <FormattedMessage
              id="security.users.titleCount"
              defaultMessage="Internal users ({total})"
              values={{ total }}
            />
          )
        }
        actions={
          <EuiFlexGroup gutterSize="s" responsive={false} wrap>
            <EuiFlexItem grow={false}>
              <UserActions
                selection={list.selection}
                currentName={account?.user_name}
                onDelete={setNamesToDelete}
              />
            </EuiFlexItem>
            <EuiFlexItem grow={false}>
              <EuiButton
                fill
                iconType="plusCircle"
                {...link(USER_PAGES.create)}
                data-test-subj="create-user"
              >
                <FormattedMessage
                  id="security.users.create"
                  defaultMessage="Create internal user"
                />
              </EuiButton>
            </EuiFlexItem>
          </EuiFlexGroup>
        }
      >
        <FacetBar
          searchLabel={i18n.translate('security.users.search', {
            defaultMessage: 'Search internal users',
          })}
          facets={facets()}
          values={list.request.data?.facets ?? {}}
          state={list.state}
          change={list.change}
        />
        <ResultCount total={list.request.isLoading ? undefined : total} />
        <EuiSpacer size="s" />
        <ResourceTable list={list} columns={columns} caption={title} data-test-subj="user-list" />
      </Panel>
      {namesToDelete && (
        <DeleteDialog
          names={namesToDelete}
          entities={i18n.translate('security.users.entities', { defaultMessage: 'user(s)' })}
          remove={(names) => client.bulkDelete('internalusers', names)}
          onClose={finishDeleting}
        />
      )}
    </>
  );
}

interface UserActionsProps {
  readonly selection: readonly UserItem[];
  readonly currentName: string | undefined;
  readonly onDelete: (names: readonly string[]) => void;
}

function UserActions({ selection, currentName, onDelete }: UserActionsProps): ReactElement {
  const { history } = useAdmin();
  const [first] = selection;
  const oneOnly =
    selection.length === 1
      ? undefined
      : i18n.translate('security.users.selectOne', { defaultMessage: 'Select exactly one user.' });
  const some =
    selection.length > 0
      ? undefined
      : i18n.translate('security.users.selectSome', {
          defaultMessage: 'Select at least one user.',
        });
  const reserved = selection.some(({ entity }) => entity.reserved)
    ? i18n.translate('security.users.reservedSelected', {
        defaultMessage: 'Reserved users cannot be changed or deleted.',
      })
    : undefined;
  const own = selection.some(({ name }) => name === currentName)
    ? i18n.translate('security.users.ownSelected', {
        defaultMessage: 'You cannot delete your own user.',
      })
    : undefined;
  const items: readonly ActionItem[] = [
    {
      id: 'edit',
      label: <FormattedMessage id="security.users.edit" defaultMessage="Edit" />,
      iconType: 'pencil',
      onClick: () => first && history.push(USER_PAGES.edit(first.name)),
      disabledReason: oneOnly ?? reserved,
    },
    {
      id: 'duplicate',
      label: <FormattedMessage id="security.users.duplicate" defaultMessage="Duplicate" />,
      iconType: 'copy',
      onClick: () => first && history.push(USER_PAGES.duplicate(first.name)),
      disabledReason: oneOnly,
    },
    {
      id: 'export',
      label: <FormattedMessage id="security.users.export" defaultMessage="Export JSON" />,
      iconType: 'download',
      onClick: () => downloadUsers(selection),
      disabledReason: some,
    },
    {
      id: 'delete',
      label: <FormattedMessage id="security.users.delete" defaultMessage="Delete" />,
      iconType: 'trash',
      onClick: () => onDelete(selection.map(({ name }) => name)),
      disabledReason: some ?? own ?? reserved,
    },
  ];
  return <ActionsMenu items={items} />;
}
