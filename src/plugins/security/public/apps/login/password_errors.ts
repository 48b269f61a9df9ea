/**
 * Why a new password was refused, in the language of the page. A further round carries the engine's
 * words (docs/reference/engine.md), by which they are told; what an operator wrote stays as it is.
 */
import { i18n } from '@sd/core/public';

export function passwordErrorText(problem: string): string {
  switch (problem) {
    case 'Weak password':
      return i18n.translate('security.login.refused.weak', { defaultMessage: 'Weak password' });
    case 'Password is similar to user name':
      return i18n.translate('security.login.refused.similar', {
        defaultMessage: 'Password is similar to user name',
      });
    case 'Password is too short':
      return i18n.translate('security.login.refused.short', {
        defaultMessage: 'Password is too short',
      });
    case 'Password is too long':
      return i18n.translate('security.login.refused.long', {
        defaultMessage: 'Password is too long',
      });
    case 'Password does not match minimum criteria':
      return i18n.translate('security.login.refused.criteria', {
        defaultMessage: 'Password does not match minimum criteria',
      });
    case 'The new password must differ from the present one':
      return i18n.translate('security.login.refused.same', {
        defaultMessage: 'The new password must differ from the present one',
      });
    case 'The password was changed meanwhile':
      return i18n.translate('security.login.refused.changed', {
        defaultMessage: 'The password was changed meanwhile',
      });
    default:
      return problem.startsWith('Password should be at least 8 characters long and contain')
        ? i18n.translate('security.login.refused.rule', {
            defaultMessage:
              'Password should be at least 8 characters long and contain at least one uppercase letter, one lowercase letter, one digit, and one special character.',
          })
        : problem;
  }
}
