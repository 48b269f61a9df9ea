/** The dialog "Select your tenant". */
import { EuiCheckbox, EuiSpacer, EuiText, useGeneratedHtmlId } from '@elastic/eui';
import { getServerMessage, t, useObservable } from '@sd/core/public';
import { FormDialog } from '@sd/ui_kit';
import { type ReactElement, useMemo, useState } from 'react';
import type { AccountInfo } from '../../../common';
import type { ScreenDeps } from '../../services/screen_deps';
import { logFailure } from '../../services/log_failure';
import { enterTenant } from '../../services/enter_tenant';
import { toRadio, tenantChoices, getTenant, type TenantRadio } from '../../services/tenant_choices';
import { TenantRadios } from './tenant_radios';
import { useFreshAccount } from './use_fresh_account';

export interface TenantSwitchDialogProps extends ScreenDeps {
  readonly onClose: () => void;
}

const NO_TENANT: AccountInfo['tenants'] = {};

export function TenantSwitchDialog(props: TenantSwitchDialogProps): ReactElement {
  const { session, tenancy, memory, client, page, onClose } = props;
  useFreshAccount(session);
  const account = useObservable(session.account$, session.account);
  const rules = useObservable(tenancy.rules$, tenancy.rules);
  const [radio, setRadio] = useState<TenantRadio>(() =>
    toRadio(account?.user_requested_tenant ?? null)
  );
  const [customTenant, setCustomTenant] = useState<string | undefined>(() =>
    toRadio(account?.user_requested_tenant ?? null) === 'custom'
      ? (account?.user_requested_tenant ?? undefined)
      : undefined
  );
  const [isRemembered, setIsRemembered] = useState(memory.savedTenant !== undefined);
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const rememberId = useGeneratedHtmlId({ prefix: 'rememberTenant' });
  const choices = useMemo(
    () => tenantChoices(account ?? { tenants: NO_TENANT, user_name: '' }, rules),
    [account, rules]
  );
  const { isEnabled } = rules;

  /** Every change clears the error. */
  const change = (nextRadio: TenantRadio, nextCustom = customTenant) => {
    setError(undefined);
    setRadio(nextRadio);
    setCustomTenant(nextCustom);
  };

  const confirm = async () => {
    const tenant = choices[radio].isDisabled ? undefined : getTenant(radio, customTenant);
    if (tenant === undefined) {
      setError(t('security.tenantSwitch.noTarget', 'No target tenant is specified!'));
      return;
    }
    const savedBefore = memory.savedTenant;
    memory.saveTenant(isRemembered ? tenant : undefined);
    setIsBusy(true);
    try {
      const username = account?.user_name ?? '';
      await client.selectTenant({ tenant, username });
      memory.markPopupOpened();
      onClose();
      enterTenant({ page, memory }, tenant, username);
    } catch (failure) {
      // Later pages must not retry a rejected tenant.
      memory.saveTenant(savedBefore);
      logFailure('The tenant could not be switched.', failure);
      setError(
        getServerMessage(failure) ?? t('security.tenantSwitch.failed', 'Failed to switch tenant.')
      );
      setIsBusy(false);
    }
  };

  return (
    <FormDialog
      title={t('security.tenantSwitch.title', 'Select your tenant')}
      error={error}
      submitLabel={t('security.common.confirm', 'Confirm')}
      testSubject="confirm"
      isDisabled={!isEnabled}
      isBusy={isBusy}
      onSubmit={() => void confirm()}
      onClose={onClose}
    >
      {!isEnabled ? (
        <EuiText>
          <p>
            {t('security.tenantSwitch.off', 'Contact the administrator to enable multi tenancy.')}
          </p>
        </EuiText>
      ) : (
        <>
          <EuiText size="s">
            <p>
              {t(
                'security.tenantSwitch.intro',
                'Tenants are separate spaces for dashboards and other saved objects. You can switch any time at the top of the page.'
              )}
            </p>
          </EuiText>
          <EuiSpacer size="m" />
          <TenantRadios
            choices={choices}
            radio={radio}
            customTenant={customTenant}
            onChange={change}
          />
          <EuiSpacer size="m" />
          <EuiCheckbox
            id={rememberId}
            checked={isRemembered}
            onChange={(event) => {
              setError(undefined);
              setIsRemembered(event.target.checked);
            }}
            label={t(
              'security.tenantSwitch.remember',
              'Remember my selection next time I log in from this device.'
            )}
          />
        </>
      )}
    </FormDialog>
  );
}
