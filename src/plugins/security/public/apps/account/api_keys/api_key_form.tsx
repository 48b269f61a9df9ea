/** What makes an API key: its name, its days, what it may do, and the owner's password. */
import {
  EuiButton,
  EuiComboBox,
  EuiFieldPassword,
  EuiFieldText,
  EuiFormRow,
  EuiSelect,
  EuiSpacer,
  EuiSwitch,
} from '@elastic/eui';
import { API_KEY_LIMITS } from '@sd/contracts';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type ReactElement, useState } from 'react';
import type { NewApiKey } from '../../../services/api_keys_client';

const { nameLength, defaultDays, maxDays } = API_KEY_LIMITS;
const DAYS: readonly number[] = [7, 30, defaultDays, 180, maxDays];

export interface ApiKeyFormProps {
  /** The owner's, to which a key can be narrowed. */
  readonly roles: readonly string[];
  readonly isBusy: boolean;
  /** @returns whether the key was made: the form is empty again then */
  readonly onCreate: (key: NewApiKey) => Promise<boolean>;
}

export function ApiKeyForm({ roles, isBusy, onCreate }: ApiKeyFormProps): ReactElement {
  const [name, setName] = useState('');
  const [days, setDays] = useState<number>(defaultDays);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isReadOnly, setIsReadOnly] = useState(false);
  const [password, setPassword] = useState('');
  const rolesLabel = i18n.translate('security.apiKeys.narrowed', {
    defaultMessage: 'Only these roles',
  });
  const create = async () => {
    const narrowed = chosen.length > 0 ? { roles: chosen } : {};
    const wanted = { name: name.trim(), days, isReadOnly, ...narrowed };
    if (!(await onCreate({ ...wanted, current_password: password }))) return;
    setName('');
    setChosen([]);
    setIsReadOnly(false);
    setPassword('');
  };
  return (
    <form
      aria-label={i18n.translate('security.apiKeys.form', { defaultMessage: 'New API key' })}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <EuiFormRow
        fullWidth
        label={i18n.translate('security.apiKeys.keyName', { defaultMessage: 'Name of the key' })}
        helpText={i18n.translate('security.apiKeys.keyNameHelp', {
          defaultMessage: 'What uses it, such as "Nightly backup".',
        })}
      >
        <EuiFieldText
          fullWidth
          value={name}
          maxLength={nameLength}
          onChange={({ target }) => setName(target.value)}
        />
      </EuiFormRow>
      <EuiFormRow
        fullWidth
        label={i18n.translate('security.apiKeys.days', { defaultMessage: 'Good for' })}
      >
        <EuiSelect
          fullWidth
          value={days}
          onChange={({ target }) => setDays(Number(target.value))}
          options={DAYS.map((value) => ({
            value,
            text: i18n.translate('security.apiKeys.dayCount', {
              defaultMessage: '{count} days',
              values: { count: value },
            }),
          }))}
        />
      </EuiFormRow>
      <EuiFormRow
        fullWidth
        label={rolesLabel}
        helpText={i18n.translate('security.apiKeys.narrowedHelp', {
          defaultMessage:
            'With none chosen, the key may do what you may do at the time. It never may do more than you.',
        })}
      >
        <EuiComboBox
          fullWidth
          aria-label={rolesLabel}
          options={roles.map((label) => ({ label }))}
          selectedOptions={chosen.map((label) => ({ label }))}
          onChange={(options) => setChosen(options.map(({ label }) => label))}
        />
      </EuiFormRow>
      <EuiFormRow fullWidth>
        <EuiSwitch
          checked={isReadOnly}
          onChange={({ target }) => setIsReadOnly(target.checked)}
          label={i18n.translate('security.apiKeys.onlyRead', {
            defaultMessage: 'May only read',
          })}
        />
      </EuiFormRow>
      <EuiFormRow
        fullWidth
        label={i18n.translate('security.apiKeys.password', { defaultMessage: 'Current password' })}
      >
        <EuiFieldPassword
          fullWidth
          type="dual"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          autoComplete="current-password"
        />
      </EuiFormRow>
      <EuiSpacer size="m" />
      <EuiButton
        type="submit"
        fill
        isLoading={isBusy}
        isDisabled={name.trim() === '' || password === ''}
      >
        <FormattedMessage id="security.apiKeys.create" defaultMessage="Create API key" />
      </EuiButton>
    </form>
  );
}
