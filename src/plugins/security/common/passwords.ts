/** Default password rule, as shown on screens. */
import { NAME_LIMITS } from '@sd/contracts';
import { defineMessage, type Message } from '@sd/core/common';

export const PASSWORD_INSTRUCTION = defineMessage('security.password.instruction', {
  defaultMessage:
    'Password should be at least 8 characters long and contain at least one uppercase letter, one lowercase letter, one digit, and one special character.',
});

/** Message code of the violated part of the rule. */
export type PasswordProblem =
  | 'passwords.too_short'
  | 'passwords.no_uppercase'
  | 'passwords.no_lowercase'
  | 'passwords.no_digit'
  | 'passwords.no_special';

export const PASSWORD_MESSAGES: Readonly<Record<PasswordProblem, Message>> = Object.freeze({
  'passwords.too_short': defineMessage('security.passwords.too_short', {
    defaultMessage: 'At least 8 characters',
  }),
  'passwords.no_uppercase': defineMessage('security.passwords.no_uppercase', {
    defaultMessage: 'At least one uppercase letter',
  }),
  'passwords.no_lowercase': defineMessage('security.passwords.no_lowercase', {
    defaultMessage: 'At least one lowercase letter',
  }),
  'passwords.no_digit': defineMessage('security.passwords.no_digit', {
    defaultMessage: 'At least one digit',
  }),
  'passwords.no_special': defineMessage('security.passwords.no_special', {
    defaultMessage: 'At least one special character',
  }),
});

/** All violated parts of the default rule. A hint only: the engine decides. */
export function checkPassword(password: string): readonly PasswordProblem[] {
  const problems: PasswordProblem[] = [];
  if ([...password].length < NAME_LIMITS.passwordAtLeast) problems.push('passwords.too_short');
  if (!/[A-Z]/.test(password)) problems.push('passwords.no_uppercase');
  if (!/[a-z]/.test(password)) problems.push('passwords.no_lowercase');
  if (!/[0-9]/.test(password)) problems.push('passwords.no_digit');
  if (!/[^A-Za-z0-9]/.test(password)) problems.push('passwords.no_special');
  return problems;
}
