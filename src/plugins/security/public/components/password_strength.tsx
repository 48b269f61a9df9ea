/** Password strength: the rules it meets and an estimate. A hint only; the server decides. */
import { EuiIcon, EuiSpacer, EuiText } from '@elastic/eui';
import type { ReactElement } from 'react';
import { i18n, t } from '@sd/core/public';
import { checkPassword, PASSWORD_MESSAGES, type PasswordProblem } from '../../common';
import type { PasswordRule } from './password_rule';

/** Coarse estimate of the guessing effort. The engine has a dictionary and decides. */
type PasswordStrengthLevel = 'veryWeak' | 'weak' | 'ok' | 'strong' | 'veryStrong';

const CLASSES: ReadonlyArray<readonly [RegExp, number]> = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[^A-Za-z0-9]/, 33],
];
/** Lowest number of exhaustive-search bits for each level. */
const BITS = { weak: 28, ok: 45, strong: 65, veryStrong: 90 } as const;

export function passwordStrength(password: string): PasswordStrengthLevel {
  const alphabet = CLASSES.reduce(
    (sum, [characters, size]) => sum + (characters.test(password) ? size : 0),
    0
  );
  // Distinct characters count in full, repetitions by a quarter.
  const different = new Set(password).size;
  const effectiveLength = different + (password.length - different) / 4;
  const bits = effectiveLength * Math.log2(Math.max(alphabet, 2));
  if (bits < BITS.weak) return 'veryWeak';
  if (bits < BITS.ok) return 'weak';
  if (bits < BITS.strong) return 'ok';
  return bits < BITS.veryStrong ? 'strong' : 'veryStrong';
}

const RULES = Object.keys(PASSWORD_MESSAGES) as readonly PasswordProblem[];

const levelTexts = (): Record<PasswordStrengthLevel, string> => ({
  veryWeak: t('security.password.veryWeak', 'Very weak'),
  weak: t('security.password.weak', 'Weak'),
  ok: t('security.password.ok', 'Ok'),
  strong: t('security.password.strong', 'Strong'),
  veryStrong: t('security.password.veryStrong', 'Very strong'),
});

interface PasswordHelpProps {
  readonly password: string;
  readonly rule: PasswordRule;
  /** The missing parts of the rule are already shown as an error. */
  readonly hasFieldError: boolean;
}

/**
 * Shows the rule until the user types, then the estimate with the met parts of the default rule, or
 * the text of a custom rule.
 */
export function PasswordHelp({ password, rule, hasFieldError }: PasswordHelpProps): ReactElement {
  if (password === '') return <>{rule.instruction}</>;
  const problems = checkPassword(password);
  return (
    <div>
      <EuiSpacer size="xs" />
      <EuiText size="xs" role="status">
        {t('security.password.strength', 'Strength: {level}', {
          level: levelTexts()[passwordStrength(password)],
        })}
      </EuiText>
      {!hasFieldError &&
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
    ? t('security.password.met', 'Met:')
    : t('security.password.notMet', 'Not met:');
  return (
    <li>
      <EuiText size="xs" color={isMet ? 'success' : 'subdued'}>
        <EuiIcon type={isMet ? 'check' : 'dot'} size="s" aria-label={state} />{' '}
        {i18n.translateMessage(PASSWORD_MESSAGES[rule])}
      </EuiText>
    </li>
  );
}
