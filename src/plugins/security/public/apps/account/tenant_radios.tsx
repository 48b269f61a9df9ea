/** Tenant choice: three radio options and the list of custom tenants. */
import {
  EuiComboBox,
  EuiFormRow,
  EuiRadio,
  EuiSpacer,
  EuiText,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { comboPopover } from '@sd/ui_kit';
import type { TenantChoices, TenantRadio } from '../../services/tenant_choices';

export interface TenantRadiosProps {
  readonly choices: TenantChoices;
  readonly radio: TenantRadio;
  readonly customTenant: string | undefined;
  readonly onChange: (radio: TenantRadio, customTenant?: string) => void;
}

const RADIOS: readonly TenantRadio[] = ['global', 'private', 'custom'];

const labels = (): Record<TenantRadio, string> => ({
  global: t('security.tenantSwitch.global', 'Global'),
  private: t('security.common.private', 'Private'),
  custom: t('security.tenantSwitch.custom', 'Choose from custom'),
});
const hints = (): Record<TenantRadio, string> => ({
  global: t('security.tenantSwitch.globalHint', 'Shared with all users.'),
  private: t('security.tenantSwitch.privateHint', 'Only you can see it.'),
  custom: t(
    'security.tenantSwitch.customHint',
    'Shared with users your administrator gave access to.'
  ),
});

export function TenantRadios({
  choices,
  radio,
  customTenant,
  onChange,
}: TenantRadiosProps): ReactElement {
  const groupName = useGeneratedHtmlId({ prefix: 'tenantRadio' });
  const [label, hint] = [labels(), hints()];
  const options = choices.customTenants.map((tenant) => ({ label: tenant }));
  const customLabel = t('security.tenantSwitch.customList', 'Custom tenant');
  return (
    <fieldset data-test-subj="tenant-switch-radios">
      <legend className="euiScreenReaderOnly">{t('security.common.tenant', 'Tenant')}</legend>
      {RADIOS.map((id) => {
        const { isDisabled, reason } = choices[id];
        return (
          <div key={id} ref={(row) => describeInput(row, `${id}TenantHint`)}>
            <EuiRadio
              id={id}
              name={groupName}
              label={label[id]}
              checked={radio === id}
              disabled={isDisabled}
              onChange={() => onChange(id)}
            />
            <EuiText
              size="xs"
              color="subdued"
              id={`${id}TenantHint`}
              style={{ paddingInlineStart: 24 }}
            >
              {reason === undefined ? hint[id] : <em>{reason}</em>}
            </EuiText>
            <EuiSpacer size="s" />
          </div>
        );
      })}
      <EuiFormRow fullWidth label={customLabel}>
        <EuiComboBox
          fullWidth
          singleSelection={{ asPlainText: true }}
          isClearable={false}
          isDisabled={choices.custom.isDisabled}
          options={options}
          selectedOptions={customTenant === undefined ? [] : [{ label: customTenant }]}
          onChange={([option]) => onChange('custom', option?.label)}
          placeholder={t('security.tenantSwitch.customPlaceholder', 'Select a custom tenant')}
          inputPopoverProps={comboPopover(customLabel)}
          data-test-subj="custom-tenant"
        />
      </EuiFormRow>
    </fieldset>
  );
}

/** EuiRadio passes properties to its outer element, but the description belongs to the input. */
function describeInput(row: HTMLElement | null, hintId: string): void {
  row?.querySelector('input')?.setAttribute('aria-describedby', hintId);
}
