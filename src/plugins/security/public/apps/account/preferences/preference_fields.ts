/** Personal preferences and their options. */
import { t, type UiSettingsState } from '@sd/core/public';
import {
  type AccountInfo,
  GLOBAL_TENANT,
  PERSONAL_TENANT_SETTING,
  PRIVATE_TENANT,
} from '../../../../common';
import { tenantLabel } from '../../../services/tenant_labels';
import { tenantChoices } from '../../../services/tenant_choices';
import type { TenancyRules } from '../../../services/tenancy';

interface PreferenceOption {
  /** Displayed name. */
  readonly label: string;
  readonly value: unknown;
}

export interface PreferenceField {
  readonly key: string;
  readonly label: string;
  /** Label of the value that applies without a personal choice. */
  readonly without: string;
  readonly help?: string;
  readonly options: readonly PreferenceOption[];
  /** Personal choice; absent if there is none. */
  readonly chosen: unknown;
  /** The configuration sets the value for all users. */
  readonly isFixed: boolean;
  readonly requiresPageReload: boolean;
}

const LANGUAGE = 'i18n:locale';
const THEME = 'theme:darkMode';
const TIME_ZONE = 'dateFormat:tz';

export function preferenceFields(
  settings: Readonly<UiSettingsState>,
  account: Pick<AccountInfo, 'user_name' | 'tenants'>,
  rules: TenancyRules
): readonly PreferenceField[] {
  const fields = [
    settingField(settings, LANGUAGE),
    settingField(settings, THEME),
    settingField(settings, TIME_ZONE),
    rules.isEnabled ? tenantField(settings, account, rules) : undefined,
  ];
  return fields.filter((field) => field !== undefined);
}

function settingField(
  settings: Readonly<UiSettingsState>,
  key: string
): PreferenceField | undefined {
  const setting = settings[key];
  // If the configuration sets the language, there is no choice.
  if (!setting || setting.readonly) return undefined;
  const { options = [], optionLabels = {}, userValue, value, personalValue } = setting;
  const all =
    key === THEME
      ? [false, true].map((isDark) => ({ value: isDark, label: themeLabel(isDark) }))
      : options.map((option) => ({ value: option, label: optionLabels[option] ?? option }));
  const ofTenant = userValue ?? value;
  return {
    key,
    label: fieldLabel(key, setting.name),
    without: t('security.preferences.asTenant', 'Tenant default: {value}', {
      value: all.find((option) => option.value === ofTenant)?.label ?? String(ofTenant),
    }),
    options: all,
    chosen: personalValue,
    isFixed: setting.isOverridden === true,
    requiresPageReload: key !== THEME && setting.requiresPageReload === true,
  };
}

function tenantField(
  settings: Readonly<UiSettingsState>,
  account: Pick<AccountInfo, 'user_name' | 'tenants'>,
  rules: TenancyRules
): PreferenceField {
  const choices = tenantChoices(account, rules);
  const names = [
    ...(choices.global.isDisabled ? [] : [GLOBAL_TENANT]),
    ...(choices.private.isDisabled ? [] : [PRIVATE_TENANT]),
    ...choices.customTenants,
  ];
  return {
    key: PERSONAL_TENANT_SETTING,
    label: t('security.preferences.tenant', 'Start in tenant'),
    without: t('security.preferences.asAdministrators', 'Set by administrators'),
    help: t(
      'security.preferences.tenantHelp',
      'Applies from your next login. Links that name a tenant and a tenant remembered on this device take precedence.'
    ),
    options: names.map((value) => ({ value, label: tenantLabel(value, account.user_name) })),
    chosen: settings[PERSONAL_TENANT_SETTING]?.personalValue,
    isFixed: settings[PERSONAL_TENANT_SETTING]?.isOverridden === true,
    requiresPageReload: false,
  };
}

/** The theme setting is a boolean, but users choose between two options. */
const fieldLabel = (key: string, name: string | undefined): string =>
  key === THEME ? t('security.preferences.theme', 'Theme') : (name ?? key);

const themeLabel = (isDark: boolean): string =>
  isDark ? t('security.preferences.dark', 'Dark') : t('security.preferences.light', 'Light');
