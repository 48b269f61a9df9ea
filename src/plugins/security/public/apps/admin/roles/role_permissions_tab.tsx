/** Permissions tab of a role: cluster, indices, tenants. */
import { EuiButton, EuiEmptyPrompt, EuiSpacer } from '@elastic/eui';
import { t } from '@sd/core/public';
import { DASH, Panel, Table, TruncatedList, useLink } from '@sd/ui_kit';
import type { ReactElement, ReactNode } from 'react';
import type { RoleTenantPermissionDetail } from '../../../../common';
import { PermissionTree } from '../../../components/permission_tree';
import { ROLE_PAGES } from '../paths';
import { IndexPermissionTable } from './index_permission_table';
import type { RoleData } from './role_data';
import { tenantPermissionLabel } from './tenant_permission_label';

export interface RolePermissionsTabProps {
  readonly name: string;
  readonly data: RoleData;
}

export function RolePermissionsTab({ name, data }: RolePermissionsTabProps): ReactElement {
  const { role, groups, tenants } = data;
  const clusterTitle = t('security.roleView.cluster', 'Cluster permissions ({count, number})', {
    count: role.cluster_permissions.length,
  });
  const isReserved = role.reserved === true;
  return (
    <>
      <Panel title={clusterTitle}>
        {role.cluster_permissions.length > 0 ? (
          <PermissionTree
            permissions={role.cluster_permissions}
            groups={groups}
            label={clusterTitle}
          />
        ) : (
          <NothingYet
            name={name}
            isReserved={isReserved}
            title={t('security.roleView.noCluster', 'No cluster permissions')}
            action={t('security.roleView.addCluster', 'Add cluster permission')}
            testSubject="addClusterPermission"
          />
        )}
      </Panel>
      <EuiSpacer size="m" />
      <Panel
        data-test-subj="index-permission-container"
        title={t('security.roleView.index', 'Index permissions ({count, number})', {
          count: role.index_permissions.length,
        })}
      >
        {role.index_permissions.length > 0 ? (
          <IndexPermissionTable permissions={role.index_permissions} groups={groups} />
        ) : (
          <NothingYet
            name={name}
            isReserved={isReserved}
            title={t('security.roleView.noIndex', 'No index permissions')}
            action={t('security.common.addIndexPermission', 'Add index permission')}
            testSubject="addIndexPermission"
          />
        )}
      </Panel>
      <EuiSpacer size="m" />
      <Panel
        data-test-subj="tenant-permission-container"
        title={t('security.roleView.tenant', 'Tenant permissions ({count, number})', {
          count: tenants.length,
        })}
      >
        {tenants.length > 0 ? (
          <TenantPermissionTable tenants={tenants} />
        ) : (
          <NothingYet
            name={name}
            isReserved={isReserved}
            title={t('security.roleView.noTenant', 'No tenant permissions')}
            action={t('security.common.addTenantPermission', 'Add tenant permission')}
            testSubject="addTenantPermission"
          />
        )}
      </Panel>
    </>
  );
}

function TenantPermissionTable({
  tenants,
}: {
  readonly tenants: readonly RoleTenantPermissionDetail[];
}): ReactElement {
  const caption = t('security.common.tenantPermissions', 'Tenant permissions');
  return (
    <Table<RoleTenantPermissionDetail>
      caption={caption}
      items={tenants}
      idOf={(permission) => String(tenants.indexOf(permission))}
      columns={[
        {
          id: 'name',
          name: t('security.common.name', 'Name'),
          render: ({ tenant_patterns: patterns, tenant, tenantValue }) =>
            tenantValue === undefined ? (
              <TruncatedList items={patterns} label={caption} />
            ) : (
              <span>{tenant}</span>
            ),
        },
        {
          id: 'description',
          name: t('security.common.description', 'Description'),
          render: ({ description }) => description || DASH,
        },
        {
          id: 'permission',
          name: t('security.common.readWritePermission', 'Read/write permission'),
          render: ({ permissionType }) => tenantPermissionLabel(permissionType),
        },
      ]}
    />
  );
}

interface NothingYetProps {
  readonly name: string;
  readonly isReserved: boolean;
  readonly title: ReactNode;
  readonly action: ReactNode;
  readonly testSubject: string;
}

function NothingYet({
  name,
  isReserved,
  title,
  action,
  testSubject,
}: NothingYetProps): ReactElement {
  const link = useLink();
  return (
    <EuiEmptyPrompt
      titleSize="xs"
      paddingSize="s"
      title={<h3>{title}</h3>}
      actions={
        !isReserved && (
          <EuiButton size="s" {...link(ROLE_PAGES.edit(name))} data-test-subj={testSubject}>
            {action}
          </EuiButton>
        )
      }
    />
  );
}
