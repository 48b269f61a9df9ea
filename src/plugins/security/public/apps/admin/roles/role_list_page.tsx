/** The roles of the cluster. Source: reference security-plugin 1.6.1; searched, sorted and paged by the server. */
import { EuiButton, EuiFlexGroup, EuiFlexItem, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type ReactElement, useState } from 'react';
import type { SearchItem } from '../../../../common';
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
import { ROLE_PAGES } from '../routing/paths';
import { useLink } from '../routing/use_link';
import { usePage } from '../routing/use_page';
import { useRoleColumns } from './role_columns';

type RoleItem = SearchItem<'roles'>;

const FACETS: readonly string[] = [
  'cluster_permissions',
  'index_patterns',
  'users',
  'backend_roles',
  'tenants',
];

const facets = (): readonly Facet[] => [
  {
    name: 'cluster_permissions',
    label: i18n.translate('security.roles.facet.cluster', {
      defaultMessage: 'Cluster permissions',
    }),
  },
  {
    name: 'index_patterns',
    label: i18n.translate('security.roles.facet.index', { defaultMessage: 'Index permissions' }),
  },
  {
    name: 'users',
    label: i18n.translate('security.roles.facet.users', { defaultMessage: 'Internal users' }),
  },
  {
    name: 'backend_roles',
    label: i18n.translate('security.roles.facet.backendRoles', { defaultMessage: 'Backend roles' }),
  },
  {
    name: 'tenants',
    label: i18n.translate('security.roles.facet.tenants', { defaultMessage: 'Tenants' }),
  },
  customizationFacet(),
];

export function RoleListPage(): ReactElement {
  const { client, core } = useAdmin();
  const link = useLink();
  const list = useResourceList('roles', FACETS);
  const columns = useRoleColumns();
  const [namesToDelete, setNamesToDelete] = useState<readonly string[]>();
  const title = i18n.translate('security.roles.title', { defaultMessage: 'Roles' });
  usePage([{ text: title }]);
  const total = list.request.data?.total;

  const finishDeleting = (deleted: readonly string[]) => {
    setNamesToDelete(undefined);
    if (deleted.length === 0) return;
    list.select([]);
    core.notifications.toasts.addSuccess({
      title: i18n.translate('security.roles.deleted', {
        defaultMessage: '{count, plural, one {Role "{name}" deleted.} other {# roles deleted.}}',
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
            id="security.roles.intro"
            defaultMessage="Roles control who may do what. A role combines permissions on the cluster and on indices, security of documents and fields, and access to tenants. Map users or backend roles to a role to grant it."
          />
        }
      />
      <Panel
        title={
          total === undefined ? (
            title
          ) : (
            <FormattedMessage
              id="security.roles.titleCount"
              defaultMessage="Roles ({total})"
              values={{ total }}
            />
          )
        }
        actions={
          <EuiFlexGroup gutterSize="s" responsive={false} wrap>
            <EuiFlexItem grow={false}>
              <RoleActions selection={list.selection} onDelete={setNamesToDelete} />
            </EuiFlexItem>
            <EuiFlexItem grow={false}>
              <EuiButton
                fill
                iconType="plusCircle"
                {...link(ROLE_PAGES.create)}
                data-test-subj="create-role"
              >
                <FormattedMessage id="security.roles.create" defaultMessage="Create role" />
              </EuiButton>
            </EuiFlexItem>
          </EuiFlexGroup>
        }
      >
        <FacetBar
          searchLabel={i18n.translate('security.roles.search', { defaultMessage: 'Search roles' })}
          facets={facets()}
          values={list.request.data?.facets ?? {}}
          state={list.state}
          change={list.change}
        />
        <ResultCount total={list.request.isLoading ? undefined : total} />
        <EuiSpacer size="s" />
        <ResourceTable list={list} columns={columns} caption={title} data-test-subj="role-list" />
      </Panel>
      {namesToDelete && (
        <DeleteDialog
          names={namesToDelete}
          entities={i18n.translate('security.roles.entities', { defaultMessage: 'role(s)' })}
          remove={(names) => client.bulkDelete('roles', names)}
          onClose={finishDeleting}
        />
      )}
    </>
  );
}

interface RoleActionsProps {
  readonly selection: readonly RoleItem[];
  readonly onDelete: (names: readonly string[]) => void;
}

function RoleActions({ selection, onDelete }: RoleActionsProps): ReactElement {
  const { history } = useAdmin();
  const [first] = selection;
  const oneOnly =
    selection.length === 1
      ? undefined
      : i18n.translate('security.roles.selectOne', { defaultMessage: 'Select exactly one role.' });
  const reserved = selection.some(({ entity }) => entity.reserved)
    ? i18n.translate('security.roles.reservedSelected', {
        defaultMessage: 'Reserved roles cannot be changed or deleted.',
      })
    : undefined;
  const some =
    selection.length > 0
      ? undefined
      : i18n.translate('security.roles.selectSome', {
          defaultMessage: 'Select at least one role.',
        });
  const items: readonly ActionItem[] = [
    {
      id: 'edit',
      label: <FormattedMessage id="security.roles.edit" defaultMessage="Edit" />,
      iconType: 'pencil',
      onClick: () => first && history.push(ROLE_PAGES.edit(first.name)),
      disabledReason: oneOnly ?? reserved,
    },
    {
      id: 'duplicate',
      label: <FormattedMessage id="security.roles.duplicate" defaultMessage="Duplicate" />,
      iconType: 'copy',
      onClick: () => first && history.push(ROLE_PAGES.duplicate(first.name)),
      disabledReason: oneOnly,
    },
    {
      id: 'delete',
      label: <FormattedMessage id="security.roles.delete" defaultMessage="Delete" />,
      iconType: 'trash',
      onClick: () => onDelete(selection.map(({ name }) => name)),
      disabledReason: some ?? reserved,
    },
  ];
  return <ActionsMenu items={items} />;
}
