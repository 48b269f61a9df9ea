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
        label={t('security.userForm.mustChange', 'Require a new password at next login')}
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={helpId}
      />
      <EuiText id={helpId} size="xs" color="subdued">
        {isEdit
          ? t(
              'security.userForm.mustChangeEdit',
              'Open sessions end. The password works for one more login.'
            )
          : t(
              'security.userForm.mustChangeNew',
              'Use this for a temporary password. It works once.'
            )}
      </EuiText>
      <EuiSpacer size="m" />
    </>
  );
}
