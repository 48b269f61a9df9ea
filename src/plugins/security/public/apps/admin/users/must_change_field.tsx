/** Checkbox that requires a new password at the next login. */
import { EuiCheckbox, EuiSpacer, EuiText, useGeneratedHtmlId } from '@elastic/eui';
import { t } from '@sd/core/public';
import { type Control, useField } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import type { UserForm } from './user_form_state';

export interface MustChangeFieldProps {
  readonly control: Control<UserForm>;
  /** An existing user may have open sessions. */
  readonly isEdit: boolean;
}

export function MustChangeField({ control, isEdit }: MustChangeFieldProps): ReactElement {
  const { value, onChange } = useField<UserForm, boolean>({ control, name: 'mustChangePassword' });
  const helpId = useGeneratedHtmlId({ prefix: 'mustChange' });
  return (
    <>
      <EuiCheckbox
        id="mustChangePassword"
        label={t('security.userForm.mustChange', 'The next login sets a new password')}
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={helpId}
      />
      <EuiText id={helpId} size="xs" color="subdued">
        {isEdit
          ? t(
              'security.userForm.mustChangeEdit',
              'Open sessions end; the password is good for one more login, which asks for a new one.'
            )
          : t(
              'security.userForm.mustChangeNew',
              'For a password that you hand over: it is good for one login, which asks for a new one.'
            )}
      </EuiText>
      <EuiSpacer size="m" />
    </>
  );
}
