/**
 * How good a typed password is: which rules it meets, and an estimate in words. A hint; the server
 * decides.
 */
import { EuiIcon, EuiSpacer, EuiText } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import { checkPassword, PASSWORD_MESSAGES, type PasswordProblem } from '../../common';
import type { PasswordRule } from './password_rule';
import { passwordStrength, type PasswordStrengthLevel } from './password_strength_level';

const RULES = Object.keys(PASSWORD_MESSAGES) as readonly PasswordProblem[];

const levelTexts = (): Record<PasswordStrengthLevel, string> => ({
  veryWeak: i18n.translate('security.password.veryWeak', { defaultMessage: 'Very weak' }),
  weak: i18n.translate('security.password.weak', { defaultMessage: 'Weak' }),
  ok: i18n.translate('security.password.ok', { defaultMessage: 'Ok' }),
  strong: i18n.translate('security.password.strong', { defaultMessage: 'Strong' }),
  veryStrong: i18n.translate('security.password.veryStrong', { defaultMessage: 'Very strong' }),
});

export interface PasswordHelpProps {
  readonly password: string;
  readonly rule: PasswordRule;
  /** What it lacks stands beside it already. */
  readonly isRefused: boolean;
}

/**
 * The rule as a sentence until something is typed; then the estimate, with the parts of the default
 * rule that are met, or the sentence of another one.
 */
export function PasswordHelp({ password, rule, isRefused }: PasswordHelpProps): ReactElement {
  if (password === '') return <>{rule.instruction}</>;
  const problems = checkPassword(password);
  return (
    <div>
      <EuiSpacer size="xs" />
      <EuiText size="xs" role="status">
        {i18n.translate('security.password.strength', {
          defaultMessage: 'Strength: {level}',
          values: { level: levelTexts()[passwordStrength(password)] },
        })}
      </EuiText>
      {!isRefused &&
        (rule.isDefault ? (
          <ul>
            {RULES.map((part) => (
              <Rule key={part} rule={part} isMet={!problems.includes(part)} />
            ))}
          </ul>
        ) : (
          rule.instruction
        ))}
    </div>
  );
}

function Rule({
  rule,
  isMet,
}: {
  readonly rule: PasswordProblem;
  readonly isMet: boolean;
}): ReactElement {
  const state = isMet
    ? i18n.translate('security.password.met', { defaultMessage: 'Met:' })
    : i18n.translate('security.password.notMet', { defaultMessage: 'Not met:' });
  return (
    <li>
      <EuiText size="xs" color={isMet ? 'success' : 'subdued'}>
        <EuiIcon type={isMet ? 'check' : 'dot'} size="s" aria-label={state} />{' '}
        {i18n.translateMessage(PASSWORD_MESSAGES[rule])}
      </EuiText>
    </li>
  );
}
