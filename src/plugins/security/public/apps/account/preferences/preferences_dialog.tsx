/** Personal preferences, which apply in every tenant and on every device. */
import { EuiComboBox, EuiFormRow, EuiSelect, EuiSpacer, EuiText } from '@elastic/eui';
import { t, useObservable } from '@sd/core/public';
import { FormDialog } from '@sd/ui_kit';
import { type ReactElement, useMemo, useState } from 'react';
import type { AccountInfo } from '../../../../common';
import type { ScreenDeps } from '../../../services/screen_deps';
import { useFreshAccount } from '../use_fresh_account';
import { preferenceFields, type PreferenceField } from './preference_fields';

export interface PreferencesDialogProps extends ScreenDeps {
  readonly onClose: () => void;
}

/** Longer lists get a searchable combo box. */
const SELECT_AT_MOST = 8;
const NO_ACCOUNT: Pick<AccountInfo, 'user_name' | 'tenants'> = { user_name: '', tenants: {} };

export function PreferencesDialog(props: PreferencesDialogProps): ReactElement {
  const { core, session, tenancy, page, onClose } = props;
  const { uiSettings, notifications } = core;
  useFreshAccount(session);
  const account = useObservable(session.account$, session.account) ?? NO_ACCOUNT;
  const rules = useObservable(tenancy.rules$, tenancy.rules);
  const [changes, setChanges] = useState<Readonly<Record<string, unknown>>>({});
  const [isBusy, setIsBusy] = useState(false);
  const fields = useMemo(
    () => preferenceFields(uiSettings.getAll(), account, rules),
    [uiSettings, account, rules]
  );

  const save = async () => {
    setIsBusy(true);
    // Core shows a toast on failure; the dialog stays open.
    if (!(await uiSettings.setPersonal(changes).catch(() => false))) {
      setIsBusy(false);
      return;
    }
    onClose();
    if (fields.some(({ key, requiresPageReload }) => requiresPageReload && key in changes))
      page.reload();
    else notifications.toasts.addSuccess(t('security.preferences.saved', 'Preferences saved.'));
  };

  return (
    <FormDialog
      title={t('security.common.preferences', 'Preferences')}
      submitLabel={t('security.common.save', 'Save')}
      testSubject="save"
      isDisabled={Object.keys(changes).length === 0}
      isBusy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <EuiText size="s">
        <p>
          {t(
            'security.preferences.intro',
            'These apply to you only, in every tenant and on every device.'
          )}
        </p>
      </EuiText>
      <EuiSpacer size="m" />
      {fields.map((field) => (
        <PreferenceRow
          key={field.key}
          field={field}
          value={field.key in changes ? changes[field.key] : field.chosen}
          onChange={(value) => setChanges(withChange(changes, field, value))}
        />
      ))}
    </FormDialog>
  );
}

/** Removes values that equal the stored ones. */
function withChange(
  changes: Readonly<Record<string, unknown>>,
  { key, chosen }: PreferenceField,
  value: unknown
): Readonly<Record<string, unknown>> {
  const { [key]: _replaced, ...rest } = changes;
  return (value ?? null) === (chosen ?? null) ? rest : { ...rest, [key]: value ?? null };
}

function PreferenceRow({
  field,
  value,
  onChange,
}: {
  readonly field: PreferenceField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}): ReactElement {
  const { options, without, isFixed, label } = field;
  // A choice that is no longer available is listed as it is, so that users see why it has no
  // effect.
  const isUnlisted =
    value !== undefined && value !== null && !options.some((option) => option.value === value);
  const all = [
    { label: without, value: null },
    ...options,
    ...(isUnlisted ? [{ label: String(value), value }] : []),
  ];
  const at = Math.max(
    0,
    all.findIndex((option) => option.value === (value ?? null))
  );
  const help = isFixed
    ? t('security.preferences.fixed', 'Set in the server configuration.')
    : isUnlisted
      ? t('security.preferences.lost', 'Not available right now. The default applies until it is.')
      : field.help;
  return (
    <EuiFormRow label={label} helpText={help} fullWidth>
      {all.length <= SELECT_AT_MOST ? (
        <EuiSelect
          fullWidth
          disabled={isFixed}
          options={all.map((option, index) => ({ value: String(index), text: option.label }))}
          value={String(at)}
          onChange={(event) => onChange(all[Number(event.target.value)]?.value)}
        />
      ) : (
        <EuiComboBox
          fullWidth
          isDisabled={isFixed}
          singleSelection={{ asPlainText: true }}
          aria-label={label}
          placeholder={without}
          options={all.slice(1).map(({ label: text }, index) => ({
            label: text,
            key: String(index + 1),
          }))}
          selectedOptions={at === 0 ? [] : [{ label: all[at]?.label ?? '', key: String(at) }]}
          onChange={([selected]) => onChange(all[Number(selected?.key ?? 0)]?.value)}
        />
      )}
    </EuiFormRow>
  );
}
