/**
 * Permissions tab of a role: cluster, indices, tenants. Source:
 * docs/reference/security-app.md#role-view; specification section 3.
 */
import { EuiBasicTable, EuiButton, EuiEmptyPrompt, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { DASH, Panel, TruncatedList, useLink } from '@sd/ui_kit';
import type { ReactElement, ReactNode } from 'react';
import type { RoleTenantPermissionDetail, TenantPermissionType } from '../../../../common';
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
  const clusterTitle = i18n.translate('security.roleView.cluster', {
    defaultMessage: 'Cluster permissions ({count})',
    values: { count: role.cluster_permissions.length },
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
            title={
              <FormattedMessage
                id="security.roleView.noCluster"
                defaultMessage="No cluster permission"
              />
            }
            action={
              <FormattedMessage
                id="security.roleView.addCluster"
                defaultMessage="Add cluster permission"
              />
            }
            testSubject="addClusterPermission"
          />
        )}
      </Panel>
      <EuiSpacer size="m" />
      <Panel
        data-test-subj="index-permission-container"
        title={
          <FormattedMessage
            id="security.roleView.index"
            defaultMessage="Index permissions ({count})"
            values={{ count: role.index_permissions.length }}
          />
        }
      >
        {role.index_permissions.length > 0 ? (
          <IndexPermissionTable permissions={role.index_permissions} groups={groups} />
        ) : (
          <NothingYet
            name={name}
            isReserved={isReserved}
            title={
              <FormattedMessage
                id="security.roleView.noIndex"
                defaultMessage="No index permission"
              />
            }
            action={
              <FormattedMessage
                id="security.roleView.addIndex"
                defaultMessage="Add index permission"
              />
            }
            testSubject="addIndexPermission"
          />
        )}
      </Panel>
      <EuiSpacer size="m" />
      <Panel
        data-test-subj="tenant-permission-container"
        title={
          <FormattedMessage
            id="security.roleView.tenant"
            defaultMessage="Tenant permissions ({count})"
            values={{ count: tenants.length }}
          />
        }
      >
        {tenants.length > 0 ? (
          <TenantPermissionTable tenants={tenants} />
        ) : (
          <NothingYet
            name={name}
            isReserved={isReserved}
            title={
              <FormattedMessage
                id="security.roleView.noTenant"
                defaultMessage="No tenant permission"
              />
            }
            action={
              <FormattedMessage
                id="security.roleView.addTenant"
                defaultMessage="Add tenant permission"
              />
            }
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
  const caption = i18n.translate('security.roleView.tenantCaption', {
    defaultMessage: 'Tenant permissions',
  });
  return (
    <EuiBasicTable<RoleTenantPermissionDetail>
      tableCaption={caption}
      tableLayout="auto"
      items={[...tenants]}
      columns={[
        {
          name: i18n.translate('security.roleView.tenantName', { defaultMessage: 'Name' }),
          render: ({
            tenant_patterns: patterns,
            tenant,
            tenantValue,
          }: RoleTenantPermissionDetail) =>
            tenantValue === undefined ? (
              <TruncatedList items={patterns} label={caption} />
            ) : (
              <span>{tenant}</span>
            ),
        },
        {
          field: 'description',
          name: i18n.translate('security.roleView.tenantDescription', {
            defaultMessage: 'Description',
          }),
          render: (description: string) => description || DASH,
        },
        {
          field: 'permissionType',
          name: i18n.translate('security.roleView.tenantPermission', {
            defaultMessage: 'Read/write permission',
          }),
          render: (type: TenantPermissionType) => tenantPermissionLabel(type),
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
