/** Maximum permissions of a key: cluster, indices and tenants. */
import {
  EuiButtonEmpty,
  EuiButtonIcon,
  EuiComboBox,
  EuiFlexGroup,
  EuiFlexItem,
  EuiFormRow,
  EuiSpacer,
  EuiSwitch,
} from '@elastic/eui';
import { API_KEY_LIMITS } from '@sd/contracts';
import { t } from '@sd/core/public';
import { comboPopover } from '@sd/ui_kit';
import type { ReactElement, ReactNode } from 'react';
import type {
  IndexEntry,
  OwnerPermissionNames,
  OwnPermissions,
  TenantEntry,
} from './own_permissions';

export interface OwnPermissionsFieldsProps {
  readonly value: OwnPermissions;
  /** Suggestions; other names can be typed. */
  readonly names: OwnerPermissionNames;
  readonly onChange: (value: OwnPermissions) => void;
}

export function OwnPermissionsFields({
  value,
  names,
  onChange,
}: OwnPermissionsFieldsProps): ReactElement {
  const { cluster, indices, tenants } = value;
  return (
    <>
      <Names
        label={t('security.common.clusterPermissions', 'Cluster permissions')}
        helpText={t(
          'security.apiKeys.own.clusterHelp',
          'A name such as restapi:admin/roles allows that part of the management API, if you have it.'
        )}
        names={names.cluster}
        value={cluster}
        onChange={(next) => onChange({ ...value, cluster: next })}
      />
      <EuiSpacer size="m" />
      {indices.map((entry, at) => (
        <Entry
          key={at}
          removeLabel={t('security.apiKeys.own.removeIndices', 'Remove indices {number}', {
            number: at + 1,
          })}
          onRemove={() => onChange({ ...value, indices: without(indices, at) })}
        >
          <Names
            label={t('security.apiKeys.own.patterns', 'Indices {number}', { number: at + 1 })}
            names={names.patterns}
            value={entry.patterns}
            onChange={(patterns) =>
              onChange({ ...value, indices: replace<IndexEntry>(indices, at, { patterns }) })
            }
          />
          <Names
            label={t('security.apiKeys.own.actions', 'Index permissions {number}', {
              number: at + 1,
            })}
            names={names.actions}
            value={entry.actions}
            onChange={(actions) =>
              onChange({ ...value, indices: replace<IndexEntry>(indices, at, { actions }) })
            }
          />
        </Entry>
      ))}
      {tenants.map((entry, at) => (
        <Entry
          key={at}
          removeLabel={t('security.apiKeys.own.removeTenants', 'Remove tenants {number}', {
            number: at + 1,
          })}
          onRemove={() => onChange({ ...value, tenants: without(tenants, at) })}
        >
          <Names
            label={t('security.apiKeys.own.tenants', 'Tenants {number}', { number: at + 1 })}
            names={names.tenants}
            value={entry.patterns}
            onChange={(patterns) =>
              onChange({ ...value, tenants: replace<TenantEntry>(tenants, at, { patterns }) })
            }
          />
          <EuiFormRow>
            <EuiSwitch
              checked={entry.canWrite}
              label={t('security.apiKeys.own.canWrite', 'Allow changes in tenants {number}', {
                number: at + 1,
              })}
              onChange={({ target }) =>
                onChange({
                  ...value,
                  tenants: replace<TenantEntry>(tenants, at, { canWrite: target.checked }),
                })
              }
            />
          </EuiFormRow>
        </Entry>
      ))}
      <EuiButtonEmpty
        size="s"
        iconType="plusCircle"
        isDisabled={indices.length >= API_KEY_LIMITS.ownEntries}
        onClick={() => onChange({ ...value, indices: [...indices, { patterns: [], actions: [] }] })}
      >
        {t('security.apiKeys.own.addIndices', 'Add indices')}
      </EuiButtonEmpty>
      <EuiButtonEmpty
        size="s"
        iconType="plusCircle"
        isDisabled={tenants.length >= API_KEY_LIMITS.ownEntries}
        onClick={() =>
          onChange({ ...value, tenants: [...tenants, { patterns: [], canWrite: false }] })
        }
      >
        {t('security.apiKeys.own.addTenants', 'Add tenants')}
      </EuiButtonEmpty>
    </>
  );
}

const Entry = ({
  removeLabel,
  onRemove,
  children,
}: {
  readonly removeLabel: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}): ReactElement => (
  <EuiFlexGroup gutterSize="s" alignItems="center" responsive={false}>
    <EuiFlexItem>{children}</EuiFlexItem>
    <EuiFlexItem grow={false}>
      <EuiButtonIcon
        size="s"
        color="danger"
        iconType="trash"
        aria-label={removeLabel}
        onClick={onRemove}
      />
    </EuiFlexItem>
  </EuiFlexGroup>
);

/** Combo box of names, selected or typed and confirmed with Enter. */
function Names({
  label,
  helpText,
  names,
  value,
  onChange,
}: {
  readonly label: string;
  readonly helpText?: string;
  readonly names: readonly string[];
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}): ReactElement {
  return (
    <EuiFormRow fullWidth label={label} helpText={helpText}>
      <EuiComboBox
        fullWidth
        aria-label={label}
        inputPopoverProps={comboPopover(label)}
        options={names.map((name) => ({ label: name }))}
        selectedOptions={value.map((name) => ({ label: name }))}
        onChange={(options) => onChange(options.map((option) => option.label))}
        onCreateOption={(typed) => {
          const name = typed.trim();
          if (name !== '' && !value.includes(name)) onChange([...value, name]);
        }}
      />
    </EuiFormRow>
  );
}

const without = <T,>(entries: readonly T[], at: number): readonly T[] =>
  entries.filter((_entry, position) => position !== at);

const replace = <T,>(entries: readonly T[], at: number, change: Partial<T>): readonly T[] =>
  entries.map((entry, position) => (position === at ? { ...entry, ...change } : entry));
