/** The tenant permissions of a role. Source: reference security-plugin 1.6.2. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiFlexGroup,
  EuiFlexItem,
  EuiFormRow,
  EuiSelect,
  EuiSpacer,
} from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import { TenantPermissionType } from '../../../../common';
import { EntityCombo } from '../../../components/form/entity_combo';
import { Panel } from '../../../components/panel';
import { newTenantPermission, nextKey, type TenantPermissionForm } from './role_form_state';
import { tenantPermissionLabel } from './tenant_permission_label';

export interface TenantPermissionFieldsProps {
  readonly rows: readonly TenantPermissionForm[];
  readonly onChange: (rows: readonly TenantPermissionForm[]) => void;
}

export function TenantPermissionFields({
  rows,
  onChange,
}: TenantPermissionFieldsProps): ReactElement {
  const remove = (key: number) => {
    const rest = rows.filter((row) => row.key !== key);
    onChange(rest.length > 0 ? rest : [newTenantPermission(nextKey(rows))]);
  };
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
      {rows.map((row) => (
        <TenantRow
          key={row.key}
          row={row}
          onChange={(changes) =>
            onChange(
              rows.map((other) => (other.key === row.key ? { ...other, ...changes } : other))
            )
          }
          onRemove={() => remove(row.key)}
        />
      ))}
      <EuiSpacer size="s" />
      <EuiButton
        size="s"
        iconType="plusCircle"
        onClick={() => onChange([...rows, newTenantPermission(nextKey(rows))])}
      >
        <FormattedMessage
          id="security.roleForm.addTenant"
          defaultMessage="Add another tenant permission"
        />
      </EuiButton>
    </Panel>
  );
}

interface TenantRowProps {
  readonly row: TenantPermissionForm;
  readonly onChange: (changes: Partial<TenantPermissionForm>) => void;
  readonly onRemove: () => void;
}

function TenantRow({ row, onChange, onRemove }: TenantRowProps): ReactElement {
  // "None" is offered only where it was found: a permission of nothing is not worth creating.
  const types = [
    TenantPermissionType.ReadOnly,
    TenantPermissionType.ReadWrite,
    ...(row.type === TenantPermissionType.None ? [TenantPermissionType.None] : []),
  ];
  return (
    <EuiFlexGroup gutterSize="s" alignItems="flexStart" style={{ marginBlockEnd: 8 }}>
      <EuiFlexItem grow={4}>
        <EntityCombo
          id={`tenantPermissions.${row.key}`}
          resource="tenants"
          label={i18n.translate('security.roleForm.tenant', { defaultMessage: 'Tenant' })}
          placeholder={i18n.translate('security.roleForm.tenantPlaceholder', {
            defaultMessage: 'Search tenant name or add a tenant pattern',
          })}
          values={row.patterns}
          onChange={(patterns) => onChange({ patterns })}
        />
      </EuiFlexItem>
      <EuiFlexItem grow={2}>
        <EuiFormRow
          fullWidth
          label={i18n.translate('security.roleForm.tenantType', {
            defaultMessage: 'Read/write permission',
          })}
        >
          <EuiSelect
            fullWidth
            value={row.type}
            onChange={(event) => onChange({ type: event.target.value as TenantPermissionType })}
            options={types.map((type) => ({ value: type, text: tenantPermissionLabel(type) }))}
          />
        </EuiFormRow>
      </EuiFlexItem>
      <EuiFlexItem grow={false}>
        <EuiFormRow hasEmptyLabelSpace>
          <EuiButtonEmpty
            color="danger"
            onClick={onRemove}
            aria-label={i18n.translate('security.roleForm.removeTenantLabel', {
              defaultMessage: 'Remove tenant permission {tenants}',
              values: { tenants: row.patterns.join(', ') },
            })}
          >
            <FormattedMessage id="security.roleForm.remove" defaultMessage="Remove" />
          </EuiButtonEmpty>
        </EuiFormRow>
      </EuiFlexItem>
    </EuiFlexGroup>
  );
}
