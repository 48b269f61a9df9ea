/** Form values of the tenancy configuration and the effects of a change. */
import { t } from '@sd/core/public';
import type { TenancyChanges, TenancyConfig } from '@sd/contracts';
import type { FormProblems } from '@sd/ui_kit';
import { tenantLabel } from '../../../services/tenant_labels';

export interface TenancyForm {
  readonly isEnabled: boolean;
  readonly isPrivateEnabled: boolean;
  /** As in the engine: '' for none, `global`, `private` or a name. */
  readonly defaultTenant: string;
}

export const tenancyToForm = (config: TenancyConfig): TenancyForm => ({
  isEnabled: config.multitenancy_enabled,
  isPrivateEnabled: config.private_tenant_enabled,
  defaultTenant: config.default_tenant,
});

export const formToTenancy = (form: TenancyForm): TenancyConfig => ({
  multitenancy_enabled: form.isEnabled,
  private_tenant_enabled: form.isPrivateEnabled,
  default_tenant: form.defaultTenant,
});

/** The engine accepts these two names in any case. */
const isPrivate = (tenant: string): boolean => tenant.toLowerCase() === 'private';

/** @param isDefaultRequired - whether the cluster takes back no default tenant once there is one */
export function tenancyProblems(
  { isPrivateEnabled, defaultTenant }: TenancyForm,
  before: TenancyConfig,
  isDefaultRequired: boolean
): FormProblems {
  if (!isPrivateEnabled && isPrivate(defaultTenant))
    return {
      defaultTenant: t(
        'security.tenancy.privateIsDefault',
        'The private tenant is turned off. Choose another default tenant.'
      ),
    };
  if (isDefaultRequired && defaultTenant === '' && before.default_tenant !== '')
    return {
      defaultTenant: t(
        'security.tenancy.defaultRequired',
        "This cluster (3.7 or later) can't remove its default tenant here. Choose a tenant, such as Global."
      ),
    };
  return {};
}

/** Only what changed, because other values may be ones that the cluster refuses, such as ''. */
export function tenancyChanges(
  before: TenancyConfig,
  after: TenancyConfig
): TenancyChanges | undefined {
  const keys = ['multitenancy_enabled', 'private_tenant_enabled', 'default_tenant'] as const;
  const changed = keys.filter((key) => before[key] !== after[key]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((key) => [key, after[key]]));
}

/** Options in display order; a tenant that no longer exists is shown with its stored name. */
export function defaultTenantOptions(
  names: readonly string[],
  stored: string
): ReadonlyArray<{ readonly value: string; readonly text: string }> {
  const all = ['', 'global', 'private', ...names];
  return [...all, ...(all.includes(stored) ? [] : [stored])].map((value) => ({
    value,
    text: defaultTenantLabel(value),
  }));
}

function defaultTenantLabel(value: string): string {
  if (value === '') return t('security.tenancy.noDefault', 'No default tenant');
  if (isPrivate(value)) return tenantLabel('__user__');
  return value.toLowerCase() === 'global' ? tenantLabel('') : value;
}

/** Effects of a change on all users, one sentence each. */
export function tenancyEffects(before: TenancyConfig, after: TenancyConfig): readonly string[] {
  const effects: string[] = [];
  if (before.multitenancy_enabled !== after.multitenancy_enabled)
    effects.push(after.multitenancy_enabled ? onText() : offText());
  if (before.private_tenant_enabled !== after.private_tenant_enabled)
    effects.push(after.private_tenant_enabled ? privateOnText() : privateOffText());
  if (before.default_tenant !== after.default_tenant)
    effects.push(after.default_tenant === '' ? noDefaultText() : defaultText(after.default_tenant));
  return effects;
}

const onText = (): string =>
  t('security.tenancy.turnsOn', 'Users can switch between the tenants that their roles allow.');
const offText = (): string =>
  t(
    'security.tenancy.turnsOff',
    "All users work in the global tenant within seconds. Objects in other tenants are kept, but can't be opened until multi-tenancy is turned on again."
  );
const privateOnText = (): string =>
  t('security.tenancy.privateOn', 'Users can use their private tenants.');
const privateOffText = (): string =>
  t(
    'security.tenancy.privateOff',
    "Objects in private tenants are kept, but can't be opened until private tenants are turned on again."
  );
const noDefaultText = (): string =>
  t(
    'security.tenancy.defaultNone',
    'New sessions start in the global tenant, unless a link or user setting names another.'
  );
const defaultText = (tenant: string): string =>
  t(
    'security.tenancy.defaultIs',
    "New sessions start in the tenant {tenant}, for users who have access and haven't chosen another.",
    { tenant: defaultTenantLabel(tenant) }
  );
