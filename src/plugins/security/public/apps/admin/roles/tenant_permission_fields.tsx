/** The tenant permissions of a role. Source: docs/reference/security-app.md#role-form. */
import { EuiFlexItem } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type Control, FieldRows, Panel, SelectField, useWatch } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { TenantPermissionType } from '../../../../common';
import { NewTenants } from './new_tenants';
import { newTenantPermission, type RoleForm } from './role_form_state';
import { TenantCombo } from './tenant_combo';
import { tenantPermissionLabel } from './tenant_permission_label';

export interface TenantPermissionFieldsProps {
  readonly control: Control<RoleForm>;
}

export function TenantPermissionFields({ control }: TenantPermissionFieldsProps): ReactElement {
  const rows = useWatch({ control, name: 'tenantPermissions' });
  return (
    <Panel
      title={
        <FormattedMessage id="security.roleForm.tenants" defaultMessage="Tenant permissions" />
      }
      description={
        <FormattedMessage
          id="security.roleForm.tenantsIntro"
          defaultMessage="Tenants keep saved objects such as dashboards apart. Say whether users of this role may read them, or change them too."
        />
      }
    >
      <FieldRows
        control={control}
        name="tenantPermissions"
        blank={newTenantPermission}
        removeLabel={(index) =>
          i18n.translate('security.roleForm.removeTenantLabel', {
            defaultMessage: 'Remove tenant permission {tenants}',
            values: { tenants: (rows[index]?.patterns ?? []).join(', ') },
          })
        }
        addLabel={
          <FormattedMessage
            id="security.roleForm.addTenant"
            defaultMessage="Add another tenant permission"
          />
        }
      >
        {(index) => (
          <TenantRow
            control={control}
            index={index}
            type={rows[index]?.type}
            patterns={rows[index]?.patterns ?? []}
          />
        )}
      </FieldRows>
    </Panel>
  );
}

interface TenantRowProps extends TenantPermissionFieldsProps {
  readonly index: number;
  readonly type: TenantPermissionType | undefined;
  readonly patterns: readonly string[];
}

function TenantRow({ control, index, type, patterns }: TenantRowProps): ReactElement {
  // "None" is offered only where it was found: a permission of nothing is not worth creating.
  const types = [
    TenantPermissionType.ReadOnly,
    TenantPermissionType.ReadWrite,
    ...(type === TenantPermissionType.None ? [TenantPermissionType.None] : []),
  ];
  return (
    <>
      <EuiFlexItem grow={4}>
        <TenantCombo control={control} index={index} />
        <NewTenants patterns={patterns} />
      </EuiFlexItem>
      <EuiFlexItem grow={2}>
        <SelectField
          control={control}
          name={`tenantPermissions.${index}.type`}
          label={i18n.translate('security.roleForm.tenantType', {
            defaultMessage: 'Read/write permission',
          })}
          options={types.map((value) => ({ value, text: tenantPermissionLabel(value) }))}
        />
      </EuiFlexItem>
    </>
  );
}
