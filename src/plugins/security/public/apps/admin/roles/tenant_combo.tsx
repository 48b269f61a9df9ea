/**
 * Tenants and patterns of tenants of a role: Global, Private as the second one (specification
 * section 3), then those of the configuration.
 */
import { i18n, useObservable } from '@sd/core/public';
import type { Control } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { GLOBAL_TENANT_NAME, PRIVATE_TENANT } from '../../../../common';
import { tenantLabel } from '../../../services/tenant_labels';
import { EntityCombo } from '../../../components/form/entity_combo';
import { useAdmin } from '../../../services/admin_context';
import type { RoleForm } from './role_form_state';

export interface TenantComboProps {
  readonly control: Control<RoleForm>;
  readonly index: number;
}

const OF_EVERYBODY: readonly string[] = [GLOBAL_TENANT_NAME, PRIVATE_TENANT];

export function TenantCombo({ control, index }: TenantComboProps): ReactElement {
  const { tenancy } = useAdmin();
  const { isPrivateEnabled } = useObservable(tenancy.rules$, tenancy.rules);
  return (
    <EntityCombo
      control={control}
      name={`tenantPermissions.${index}.patterns`}
      resource="tenants"
      label={i18n.translate('security.roleForm.tenant', { defaultMessage: 'Tenant' })}
      placeholder={i18n.translate('security.roleForm.tenantPlaceholder', {
        defaultMessage: 'Search tenant name or add a tenant pattern',
      })}
      first={isPrivateEnabled ? OF_EVERYBODY : [GLOBAL_TENANT_NAME]}
      labelOf={labelOf}
      isName={isTenantName}
      doubts={new Map([[PRIVATE_TENANT, privateText()]])}
    />
  );
}

const labelOf = (name: string): string => (OF_EVERYBODY.includes(name) ? tenantLabel(name) : name);

/** Patterns, expressions and placeholders stand for whatever they match. */
export const isTenantName = (name: string): boolean =>
  !OF_EVERYBODY.includes(name) && !/[*?/$]/.test(name);

const privateText = (): string =>
  i18n.translate('security.roleForm.privateTenant', {
    defaultMessage: 'Everybody reads and writes a private tenant of his own, without a role.',
  });
