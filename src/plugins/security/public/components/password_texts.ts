import { i18n } from '@sd/core/public';
import { checkPassword, PASSWORD_INSTRUCTION, PASSWORD_MESSAGES } from '../../common';

/** The password rules in a sentence. Source: specification section 5. */
export const passwordInstruction = (): string => i18n.translateMessage(PASSWORD_INSTRUCTION);

/** What a password breaks of the rule, one by one, in a sentence; `undefined` for a good one. */
export function passwordRuleProblem(password: string): string | undefined {
  const broken = checkPassword(password);
  if (broken.length === 0) return undefined;
  return i18n.translate('security.password.broken', {
    defaultMessage: 'The password still lacks: {rules}.',
    values: {
      rules: broken.map((rule) => i18n.translateMessage(PASSWORD_MESSAGES[rule])).join('; '),
    },
  });
}
