/** Form of a new API key: name, lifetime, permissions and the owner's password. */
import {
  EuiButton,
  EuiComboBox,
  EuiFieldPassword,
  EuiFieldText,
  EuiFormRow,
  EuiRadioGroup,
  EuiSelect,
  EuiSpacer,
  EuiSwitch,
} from '@elastic/eui';
import { API_KEY_LIMITS } from '@sd/contracts';
import { FormattedMessage, i18n } from '@sd/core/public';
import { comboPopover } from '@sd/ui_kit';
import { type ReactElement, useEffect, useState } from 'react';
import type { NewApiKey } from '../../../services/api_keys_client';
import {
  isComplete,
  NO_PERMISSIONS,
  type OwnerPermissionNames,
  toPermissions,
} from './own_permissions';
import { OwnPermissionsFields } from './own_permissions_fields';

const { nameLength, defaultDays, maxDays } = API_KEY_LIMITS;
const NO_NAMES: OwnerPermissionNames = { cluster: [], patterns: [], actions: [], tenants: [] };
/** Which of the owner's permissions the key gets. */
type Extent = 'all' | 'roles' | 'own';
const DAYS: readonly number[] = [7, 30, defaultDays, 180, maxDays];

export interface ApiKeyFormProps {
  /** Roles of the owner, to which a key can be narrowed. */
  readonly roles: readonly string[];
  /** Suggestions from the owner's permissions. Loading can take a while and can fail. */
  readonly readNames: () => Promise<OwnerPermissionNames>;
  readonly isBusy: boolean;
  /** @returns whether the key was created; the form is then reset */
  readonly onCreate: (key: NewApiKey) => Promise<boolean>;
}

export function ApiKeyForm({ roles, readNames, isBusy, onCreate }: ApiKeyFormProps): ReactElement {
  const [name, setName] = useState('');
  const [days, setDays] = useState<number>(defaultDays);
  const [extent, setExtent] = useState<Extent>('all');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [own, setOwn] = useState(NO_PERMISSIONS);
  const [names, setNames] = useState(NO_NAMES);
  const [isReadOnly, setIsReadOnly] = useState(false);
  const [password, setPassword] = useState('');
  const rolesLabel = i18n.translate('security.apiKeys.narrowed', {
    defaultMessage: 'Only these roles',
  });
  useEffect(() => {
    // Without suggestions, all names can still be typed.
    if (extent === 'own') readNames().then(setNames, () => setNames(NO_NAMES));
  }, [extent, readNames]);
  const isNarrowed = extent === 'all' || (extent === 'roles' ? chosen.length > 0 : isComplete(own));
  const create = async () => {
    const narrowed = {
      ...(extent === 'roles' && { roles: chosen }),
      ...(extent === 'own' && { permissions: toPermissions(own) }),
    };
    const request = { name: name.trim(), days, isReadOnly, ...narrowed };
    if (!(await onCreate({ ...request, current_password: password }))) return;
    setName('');
    setExtent('all');
    setChosen([]);
    setOwn(NO_PERMISSIONS);
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
      <EuiFormRow fullWidth>
        <EuiRadioGroup
          idSelected={extent}
          onChange={(id) => setExtent(id as Extent)}
          options={extents()}
          legend={{
            children: i18n.translate('security.apiKeys.extent', {
              defaultMessage: 'What it may do, and never more than you',
            }),
          }}
        />
      </EuiFormRow>
      {extent === 'roles' && (
        <EuiFormRow fullWidth label={rolesLabel}>
          <EuiComboBox
            fullWidth
            aria-label={rolesLabel}
            inputPopoverProps={comboPopover(rolesLabel)}
            options={roles.map((label) => ({ label }))}
            selectedOptions={chosen.map((label) => ({ label }))}
            onChange={(options) => setChosen(options.map(({ label }) => label))}
          />
        </EuiFormRow>
      )}
      {extent === 'own' && <OwnPermissionsFields value={own} names={names} onChange={setOwn} />}
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
        isDisabled={name.trim() === '' || password === '' || !isNarrowed}
      >
        <FormattedMessage id="security.apiKeys.create" defaultMessage="Create API key" />
      </EuiButton>
    </form>
  );
}

const extents = (): Array<{ id: Extent; label: string }> => [
  {
    id: 'all',
    label: i18n.translate('security.apiKeys.extentAll', {
      defaultMessage: 'Everything that you may do at the time',
    }),
  },
  {
    id: 'roles',
    label: i18n.translate('security.apiKeys.extentRoles', {
      defaultMessage: 'What some of your roles allow',
    }),
  },
  {
    id: 'own',
    label: i18n.translate('security.apiKeys.extentOwn', {
      defaultMessage: 'Permissions of its own, as far as you have them',
    }),
  },
];
