/** A new password and its repetition, with the rules and how they are met. Source: specification section 5. */
import { EuiFieldPassword, EuiFormRow } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import { PasswordStrength } from '../password_strength';
import { passwordInstruction } from '../password_texts';

export interface PasswordFieldsProps {
  readonly password: string;
  readonly repeated: string;
  readonly onChange: (changes: {
    readonly password?: string;
    readonly repeatedPassword?: string;
  }) => void;
  readonly onBlur: (field: 'password' | 'repeatedPassword') => void;
  readonly passwordProblem: string | undefined;
  readonly repeatedProblem: string | undefined;
  /** Blank leaves the password as it is. */
  readonly isOptional: boolean;
}

export function PasswordFields(props: PasswordFieldsProps): ReactElement {
  const { password, repeated, onChange, onBlur, passwordProblem, repeatedProblem, isOptional } =
    props;
  return (
    <>
      <EuiFormRow
        fullWidth
        id="password"
        label={i18n.translate('security.userForm.password', { defaultMessage: 'Password' })}
        helpText={
          <>
            {isOptional && (
              <div>
                {i18n.translate('security.userForm.passwordKept', {
                  defaultMessage: 'Leave blank to keep the current password.',
                })}
              </div>
            )}
            {passwordInstruction()}
            <PasswordStrength password={password} />
          </>
        }
        isInvalid={passwordProblem !== undefined}
        error={passwordProblem}
      >
        <EuiFieldPassword
          fullWidth
          type="dual"
          value={password}
          onChange={(event) => onChange({ password: event.target.value })}
          onBlur={() => onBlur('password')}
          isInvalid={passwordProblem !== undefined}
          autoComplete="new-password"
          data-test-subj="password"
        />
      </EuiFormRow>
      <EuiFormRow
        fullWidth
        id="repeatedPassword"
        label={i18n.translate('security.userForm.repeatPassword', {
          defaultMessage: 'Re-enter password',
        })}
        helpText={i18n.translate('security.userForm.repeatHelp', {
          defaultMessage: 'The password must be identical to what you entered above.',
        })}
        isInvalid={repeatedProblem !== undefined}
        error={repeatedProblem}
      >
        <EuiFieldPassword
          fullWidth
          type="dual"
          value={repeated}
          onChange={(event) => onChange({ repeatedPassword: event.target.value })}
          onBlur={() => onBlur('repeatedPassword')}
          isInvalid={repeatedProblem !== undefined}
          autoComplete="new-password"
          data-test-subj="re-enter-password"
        />
      </EuiFormRow>
    </>
  );
}
