/**
 * Mapped users tab of a role. Source: docs/reference/security-app.md#role-view; hosts and
 * and-backend-roles are shown too.
 */
import { EuiButton, EuiEmptyPrompt, EuiSpacer } from '@elastic/eui';
import type { MappingCondition } from '@sd/contracts';
import { t } from '@sd/core/public';
import { Actions, type BulkRun, DeleteDialog, Panel, useChanged, useLink } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { useAccessLoss } from '../../../components/impact/use_impact';
import { accessLossProps, deleteTitle } from '../../../components/resource_delete_dialog';
import { PagedTable } from '../../../components/paged_table';
import { SECURITY_KEY } from '../../../services/query_keys';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';
import { useMayOpen } from '../../../services/rights';
import { ROLE_PAGES, USER_PAGES } from '../paths';
import { type MappingRow, mappingRows, mappingWithout } from './mapping_rows';
import { UsersOfRole } from './reached_users';
import type { RoleData } from './role_data';
import { RoleHolders } from './role_holders';

export interface MappedUsersTabProps {
  readonly name: string;
  readonly data: RoleData;
}

export function MappedUsersTab({ name, data }: MappedUsersTabProps): ReactElement {
  const canSearch = useFeature('find');
  return (
    <>
      <Mapping name={name} data={data} />
      {canSearch && (
        <>
          <EuiSpacer size="m" />
          <RoleHolders name={name} mapping={data.mapping} />
        </>
      )}
    </>
  );
}

function Mapping({ name, data }: MappedUsersTabProps): ReactElement {
  const link = useLink();
  const [selected, setSelected] = useState<readonly MappingRow[]>([]);
  const [isConfirming, setIsConfirming] = useState(false);
  const rows = mappingRows(data.mapping);
  const mayOpen = useMayOpen();
  const mayChange = data.mapping?.reserved !== true && mayOpen(ROLE_PAGES.mapUser(name));
  const title = t('security.mappedUsers.title', 'Mapping');
  if (rows.length === 0) return <NoMappedUsers name={name} />;
  return (
    <Panel
      title={title}
      data-test-subj="role-mapping-list"
      description={t(
        'security.mappedUsers.intro',
        'Users get this role by name, by backend role, or by the host they connect from.'
      )}
      actions={
        mayChange && (
          <Actions>
            <EuiButton
              color="danger"
              iconType="trash"
              isDisabled={selected.length === 0}
              onClick={() => setIsConfirming(true)}
            >
              {t('security.mappedUsers.delete', 'Delete mapping')}
            </EuiButton>
            <EuiButton fill {...link(ROLE_PAGES.mapUser(name))} data-test-subj="manage-mapping">
              {t('security.mappedUsers.manage', 'Manage mapping')}
            </EuiButton>
          </Actions>
        )
      }
    >
      <PagedTable<MappingRow>
        caption={title}
        idOf={({ id }) => id}
        rowHeader="name"
        items={rows}
        {...(mayChange && {
          selection: {
            onChange: setSelected,
            labelOf: (row: MappingRow) =>
              t('security.mappedUsers.select', 'Select {kind} {name}', {
                kind: kindLabel(row.kind),
                name: row.name,
              }),
          },
        })}
        columns={[
          {
            id: 'kind',
            name: t('security.mappedUsers.kind', 'User type'),
            render: ({ kind }) => kindLabel(kind),
          },
          {
            id: 'name',
            name: t('security.common.name', 'Name'),
            render: (row) => <span style={{ overflowWrap: 'anywhere' }}>{row.name}</span>,
          },
          {
            id: 'users',
            name: t('security.common.users', 'Users'),
            render: (row) => <UsersOfRole row={row} />,
          },
        ]}
      />
      {isConfirming && (
        <DeleteMappingDialog
          name={name}
          data={data}
          rows={selected}
          onClose={(isDone) => {
            setIsConfirming(false);
            if (isDone) setSelected([]);
          }}
        />
      )}
    </Panel>
  );
}

function kindLabel(kind: MappingCondition): string {
  switch (kind) {
    case 'users':
      return t('security.common.user', 'User');
    case 'backend_roles':
      return t('security.common.backendRole', 'Backend role');
    case 'and_backend_roles':
      return t('security.mappedUsers.kindAll', 'Backend role (all required)');
    default:
      return t('security.mappedUsers.kindHost', 'Host');
  }
}

function NoMappedUsers({ name }: { readonly name: string }): ReactElement {
  const link = useLink();
  const mayOpen = useMayOpen();
  return (
    <EuiEmptyPrompt
      title={<h2>{t('security.mappedUsers.none', 'No user has been mapped to this role')}</h2>}
      titleSize="s"
      body={
        <p>
          {t('security.mappedUsers.noneText', 'You can map users or backend roles to this role')}
        </p>
      }
      actions={[
        mayOpen(ROLE_PAGES.mapUser(name)) && (
          <EuiButton key="map" fill {...link(ROLE_PAGES.mapUser(name))} data-test-subj="map-users">
            {t('security.common.mapUsers', 'Map users')}
          </EuiButton>
        ),
        mayOpen(USER_PAGES.createWithRole(name)) && (
          <EuiButton key="create" {...link(USER_PAGES.createWithRole(name))}>
            {t('security.common.createUser', 'Create user')}
          </EuiButton>
        ),
      ]}
    />
  );
}

interface DeleteMappingDialogProps extends MappedUsersTabProps {
  readonly rows: readonly MappingRow[];
  readonly onClose: (isDone: boolean) => void;
}

function DeleteMappingDialog({
  name,
  data,
  rows,
  onClose,
}: DeleteMappingDialogProps): ReactElement {
  const { core, entities } = useAdmin();
  const changed = useChanged();
  const accessLoss = useAccessLoss({
    rolesmapping: { [name]: data.mapping ? mappingWithout(data.mapping, rows) : null },
  });
  /** One save for all rows. */
  const run: BulkRun = async (report) => {
    if (!data.mapping) return;
    await entities.save('rolesmapping', name, mappingWithout(data.mapping, rows), {
      etag: data.mappingEtag,
    });
    for (const { id } of rows) report({ id, isDone: true });
  };
  return (
    <DeleteDialog
      items={rows.map((row) => ({ id: row.id, name: `${kindLabel(row.kind)} ${row.name}` }))}
      title={deleteTitle('rolesmapping', { count: rows.length, name })}
      itemsLabel={t('security.mappedUsers.entities', 'mapping(s)')}
      consequences={t(
        'security.mappedUsers.deletion',
        'Users who have the role “{name}” only through these mappings lose it immediately.',
        { name }
      )}
      {...accessLossProps(accessLoss, name)}
      run={run}
      onClose={(deleted) => {
        onClose(deleted.length > 0);
        if (deleted.length === 0) return;
        changed(SECURITY_KEY);
        core.notifications.toasts.addSuccess({
          title: t('security.mappedUsers.updated', 'Role "{name}" successfully updated.', { name }),
        });
      }}
    />
  );
}
