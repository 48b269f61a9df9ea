/** Form values of the tenancy configuration and the effects of a change. */
import { t } from '@sd/core/public';
import type { TenancyConfig } from '@sd/contracts';
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

export const tenancyProblems = ({ isPrivateEnabled, defaultTenant }: TenancyForm): FormProblems =>
  !isPrivateEnabled && isPrivate(defaultTenant)
    ? {
        defaultTenant: t(
          'security.tenancy.privateIsDefault',
          'The private tenant is disabled. Select another default tenant.'
        ),
      }
    : {};

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
  t('security.tenancy.turnsOn', 'Everybody can switch between the tenants that roles allow.');
const offText = (): string =>
  t(
    'security.tenancy.turnsOff',
    'Everybody works in the global tenant within seconds. What is in other tenants stays stored, and nobody can open it until tenants are switched on again.'
  );
const privateOnText = (): string =>
  t('security.tenancy.privateOn', 'Everybody who may have a private tenant can use it.');
const privateOffText = (): string =>
  t(
    'security.tenancy.privateOff',
    'Nobody can open what is in private tenants until they are switched on again. It stays stored.'
  );
const noDefaultText = (): string =>
  t(
    'security.tenancy.defaultNone',
    'New sessions begin in the global tenant, unless something else names one.'
  );
const defaultText = (tenant: string): string =>
  t(
    'security.tenancy.defaultIs',
    'New sessions begin in the tenant {tenant}, for those who may use it and have chosen none themselves.',
    { tenant: defaultTenantLabel(tenant) }
  );
