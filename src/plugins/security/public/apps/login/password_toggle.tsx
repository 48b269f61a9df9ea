/** Shows or hides a typed password. Own and small: EUI's brings the tool tip with its positioning code. */
import { EuiButtonIcon } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import type { ReactElement } from 'react';

export interface PasswordToggleProps {
  readonly isShown: boolean;
  readonly onChange: (isShown: boolean) => void;
}

export function PasswordToggle({ isShown, onChange }: PasswordToggleProps): ReactElement {
  const label = isShown
    ? i18n.translate('security.login.hidePassword', { defaultMessage: 'Hide password' })
    : i18n.translate('security.login.showPassword', { defaultMessage: 'Show password' });
  return (
    <EuiButtonIcon
      iconType={isShown ? 'eyeSlash' : 'eye'}
      color="text"
      aria-label={label}
      title={label}
      onClick={() => onChange(!isShown)}
      data-test-subj="toggle-password"
    />
  );
}
