/** Tenants that a user can choose, and why others are disabled. */
import { t } from '@sd/core/public';
import {
  type AccountInfo,
  customTenants,
  GLOBAL_TENANT,
  GLOBAL_TENANT_NAME,
  PRIVATE_TENANT,
} from '../../common';
import type { TenancyRules } from './tenancy';

export type TenantRadio = 'global' | 'private' | 'custom';

interface TenantOption {
  readonly isDisabled: boolean;
  /** Why the option is disabled. */
  readonly reason?: string;
}

export interface TenantChoices {
  readonly global: TenantOption;
  readonly private: TenantOption;
  readonly custom: TenantOption;
  /** In ascending order. */
  readonly customTenants: readonly string[];
}

const ENABLED: TenantOption = { isDisabled: false };
const disable = (reason: string): TenantOption => ({ isDisabled: true, reason });

export function tenantChoices(
  account: Pick<AccountInfo, 'tenants' | 'user_name'>,
  rules: TenancyRules
): TenantChoices {
  const custom = customTenants(account.tenants, account.user_name);
  return {
    global: globalOption(account, rules.isGlobalEnabled),
    private: privateOption(account, rules.isPrivateEnabled),
    custom:
      custom.length > 0
        ? ENABLED
        : disable(t('security.tenantSwitch.noCustom', 'No custom tenants available.')),
    customTenants: custom,
  };
}

function globalOption({ tenants }: Pick<AccountInfo, 'tenants'>, isEnabled: boolean): TenantOption {
  if (!isEnabled) {
    return disable(
      t('security.tenantSwitch.globalOff', 'Contact the administrator to enable global tenant.')
    );
  }
  if (Object.hasOwn(tenants, GLOBAL_TENANT_NAME)) return ENABLED;
  return disable(
    t(
      'security.tenantSwitch.globalForbidden',
      'Contact the administrator to get access to global tenant.'
    )
  );
}

function privateOption(
  { tenants, user_name: userName }: Pick<AccountInfo, 'tenants' | 'user_name'>,
  isEnabled: boolean
): TenantOption {
  if (!isEnabled) {
    return disable(
      t('security.tenantSwitch.privateOff', 'Contact the administrator to enable private tenant.')
    );
  }
  if (Object.hasOwn(tenants, userName)) return ENABLED;
  return disable(
    t(
      'security.tenantSwitch.privateForbidden',
      'Contact the administrator to get access to private tenant.'
    )
  );
}

/** Wire names of the tenants that a user can switch to. */
export function availableTenants(
  account: Pick<AccountInfo, 'tenants' | 'user_name'>,
  rules: TenancyRules
): readonly string[] {
  if (!rules.isEnabled) return [];
  const choices = tenantChoices(account, rules);
  return [
    ...(choices.global.isDisabled ? [] : [GLOBAL_TENANT]),
    ...(choices.private.isDisabled ? [] : [PRIVATE_TENANT]),
    ...choices.customTenants,
  ];
}

/** Radio option for a wire name. */
export function toRadio(tenant: string | null): TenantRadio {
  if (!tenant) return 'global';
  return tenant === PRIVATE_TENANT ? 'private' : 'custom';
}

/** Wire name of a choice; `undefined` if no custom tenant is selected. */
export function getTenant(
  radio: TenantRadio,
  customTenant: string | undefined
): string | undefined {
  if (radio === 'global') return GLOBAL_TENANT;
  return radio === 'private' ? PRIVATE_TENANT : customTenant;
}
