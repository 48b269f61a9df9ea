/** Tenant permissions of a role. */
import { type ReactElement, useState } from 'react';
import { EuiButtonEmpty, EuiFlexItem } from '@elastic/eui';
import { errorText, t, useObservable } from '@sd/core/public';
import { type Control, FieldRows, Panel, SelectField, useChanged, useWatch } from '@sd/ui_kit';
import {
  GLOBAL_TENANT_NAME,
  PRIVATE_TENANT,
  TenantPermissionType,
  validateResourceName,
} from '../../../../common';
import { tenantLabel } from '../../../services/tenant_labels';
import { EntityCombo } from '../../../components/form/entity_combo';
import { useAdmin } from '../../../services/admin_context';
import { newTenantPermission, type RoleForm } from './role_form_state';
import { useUnknownNames } from '../../../components/form/unknown_names';
import { resourceKey } from '../../../services/query_keys';
import { tenantPermissionLabel } from './tenant_permission_label';

/**
 * Picker of tenants and patterns: Global, then Private (specification section 3), then custom
 * tenants.
 */
interface TenantComboProps {
  readonly control: Control<RoleForm>;
  readonly index: number;
}

const BUILT_IN_TENANTS: readonly string[] = [GLOBAL_TENANT_NAME, PRIVATE_TENANT];

function TenantCombo({ control, index }: TenantComboProps): ReactElement {
  const { tenancy } = useAdmin();
  const { isPrivateEnabled } = useObservable(tenancy.rules$, tenancy.rules);
  return (
    <EntityCombo
      control={control}
      name={`tenantPermissions.${index}.patterns`}
      resource="tenants"
      label={t('security.common.tenant', 'Tenant')}
      placeholder={t(
        'security.roleForm.tenantPlaceholder',
        'Search tenant name or add a tenant pattern'
      )}
      first={isPrivateEnabled ? BUILT_IN_TENANTS : [GLOBAL_TENANT_NAME]}
      labelOf={optionLabel}
      isName={isTenantName}
      doubts={new Map([[PRIVATE_TENANT, privateText()]])}
    />
  );
}

const optionLabel = (name: string): string =>
  BUILT_IN_TENANTS.includes(name) ? tenantLabel(name) : name;

/** False for patterns, expressions and placeholders. */
const isTenantName = (name: string): boolean =>
  !BUILT_IN_TENANTS.includes(name) && !/[*?/$]/.test(name);

const privateText = (): string =>
  t(
    'security.roleForm.privateTenant',
    'All users have a private tenant of their own, without a role.'
  );

/** Tenants that a role names but that do not exist yet, each with a button to create it. */
interface NewTenantsProps {
  /** Tenants and patterns. */
  readonly patterns: readonly string[];
}

function NewTenants({ patterns }: NewTenantsProps): ReactElement {
  const unknown = useUnknownNames('tenants', patterns.filter(isTenantName));
  const { create, busy } = useCreation();
  return (
    <>
      {[...unknown.keys()]
        .filter((name) => validateResourceName(name).length === 0)
        .map((name) => (
          <div key={name}>
            <EuiButtonEmpty
              size="s"
              flush="left"
              iconType="plusCircle"
              isLoading={busy === name}
              onClick={() => void create(name)}
            >
              {t('security.roleForm.createTenant', 'Create tenant “{name}”', { name })}
            </EuiButtonEmpty>
          </div>
        ))}
    </>
  );
}

function useCreation() {
  const { core, entities } = useAdmin();
  const { toasts } = core.notifications;
  const changed = useChanged();
  const [busy, setBusy] = useState<string>();
  const create = async (name: string): Promise<void> => {
    setBusy(name);
    try {
      await entities.save('tenants', name, { description: '' }, { create: true });
      changed(resourceKey('tenants'));
      toasts.addSuccess({
        title: t('security.tenantForm.created', 'Tenant "{name}" successfully created', { name }),
      });
    } catch (error) {
      toasts.addDanger({
        title: t('security.roleForm.tenantNotCreated', 'Couldn\'t create tenant "{name}"', {
          name,
        }),
        text: errorText(error),
      });
    } finally {
      setBusy(undefined);
    }
  };
  return { create, busy };
}

interface TenantPermissionFieldsProps {
  readonly control: Control<RoleForm>;
}

export function TenantPermissionFields({ control }: TenantPermissionFieldsProps): ReactElement {
  const rows = useWatch({ control, name: 'tenantPermissions' });
  return (
    <Panel
      title={t('security.common.tenantPermissions', 'Tenant permissions')}
      description={t(
        'security.roleForm.tenantsIntro',
        'Tenants hold saved objects such as dashboards. Choose whether users with this role can read or also change them.'
      )}
    >
      <FieldRows
        control={control}
        name="tenantPermissions"
        blank={newTenantPermission}
        removeLabel={(index) =>
          t('security.roleForm.removeTenantLabel', 'Remove tenant permission {tenants}', {
            tenants: (rows[index]?.patterns ?? []).join(', '),
          })
        }
        addLabel={t('security.common.addTenantPermission', 'Add tenant permission')}
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
  // "None" is only offered if it is the current value, because such a permission has no effect.
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
          label={t('security.common.readWritePermission', 'Read/write permission')}
          options={types.map((value) => ({ value, text: tenantPermissionLabel(value) }))}
        />
      </EuiFlexItem>
    </>
  );
}
