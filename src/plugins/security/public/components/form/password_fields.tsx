/** New password and confirmation, with the password rules and their state. */
import { t } from '@sd/core/public';
import { type FieldProps, type FieldValues, PasswordField, useField } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import type { PasswordRule } from '../password_rule';
import { PasswordHelp } from '../password_strength';

export interface PasswordFieldsProps<S extends FieldValues> extends FieldProps<S, string> {
  readonly repeatedName: FieldProps<S, string>['name'];
  readonly rule: PasswordRule;
  /** A blank password keeps the current one. */
  readonly isOptional: boolean;
}

export function PasswordFields<S extends FieldValues>({
  control,
  name,
  repeatedName,
  rule,
  isOptional,
}: PasswordFieldsProps<S>): ReactElement {
  const { value, problem } = useField<S, string>({ control, name });
  return (
    <>
      <PasswordField
        control={control}
        name={name}
        label={t('security.common.password', 'Password')}
        helpText={
          <>
            {isOptional && (
              <div>
                {t('security.userForm.passwordKept', 'Leave empty to keep the current password.')}
              </div>
            )}
            <PasswordHelp password={value} rule={rule} hasFieldError={problem !== undefined} />
          </>
        }
        data-test-subj="password"
      />
      <PasswordField
        control={control}
        name={repeatedName}
        label={t('security.userForm.repeatPassword', 'Re-enter password')}
        helpText={t(
          'security.common.thePasswordMustBeIdentical',
          'The password must be identical to what you entered above.'
        )}
        data-test-subj="re-enter-password"
      />
    </>
  );
}
