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
import { API_KEY_LIMITS, type SentBody } from '@sd/contracts';
import { t } from '@sd/core/public';
import { comboPopover } from '@sd/ui_kit';
import type { CREATE_API_KEY } from '../../../../common';
import { type ReactElement, useEffect, useState } from 'react';
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

/** Values of a new API key. */
export type NewApiKey = SentBody<typeof CREATE_API_KEY>;

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
  const rolesLabel = t('security.apiKeys.narrowed', 'Only these roles');
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
      aria-label={t('security.common.newAPIKey', 'New API key')}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <EuiFormRow
        fullWidth
        label={t('security.common.name', 'Name')}
        helpText={t('security.apiKeys.keyNameHelp', 'For example "Nightly backup".')}
      >
        <EuiFieldText
          fullWidth
          value={name}
          maxLength={nameLength}
          onChange={({ target }) => setName(target.value)}
        />
      </EuiFormRow>
      <EuiFormRow fullWidth label={t('security.apiKeys.days', 'Expires after')}>
        <EuiSelect
          fullWidth
          value={days}
          onChange={({ target }) => setDays(Number(target.value))}
          options={DAYS.map((value) => ({
            value,
            text: t('security.apiKeys.dayCount', '{count} days', { count: value }),
          }))}
        />
      </EuiFormRow>
      <EuiFormRow fullWidth>
        <EuiRadioGroup
          idSelected={extent}
          onChange={(id) => setExtent(id as Extent)}
          options={extents()}
          legend={{
            children: t('security.apiKeys.extent', 'Permissions (never more than yours)'),
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
          label={t('security.common.readOnly', 'Read-only')}
        />
      </EuiFormRow>
      <EuiFormRow fullWidth label={t('security.common.currentPassword', 'Current password')}>
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
        {t('security.apiKeys.create', 'Create API key')}
      </EuiButton>
    </form>
  );
}

const extents = (): Array<{ id: Extent; label: string }> => [
  {
    id: 'all',
    label: t('security.common.sameAsOwner', 'Same as owner'),
  },
  {
    id: 'roles',
    label: t('security.apiKeys.extentRoles', 'Only some of your roles'),
  },
  {
    id: 'own',
    label: t('security.apiKeys.extentOwn', 'Custom'),
  },
];
