/** Password rules, in the engine's order. */
import { DEFAULT_PASSWORD_MESSAGE, DEFAULT_PASSWORD_REGEX } from '../../../contracts';
import type { EngineSettings, PasswordStrength } from '../../api/settings';
import type { StrengthMeter } from './password_strength';

const MAX_LENGTH = 100;
const UNMATCHED = 'Password does not match minimum criteria';

const SCORES: Readonly<Record<PasswordStrength, number>> = {
  fair: 1,
  good: 2,
  strong: 3,
  very_strong: 4,
};

type PasswordSettings = Pick<
  EngineSettings,
  'passwordMinLength' | 'passwordRegex' | 'passwordMessage' | 'passwordStrength'
>;

/**
 * @param callerName - part of the queue key
 * @returns the reason for rejecting the password, or `undefined` if it is valid
 */
export async function passwordProblem(
  password: string,
  userName: string,
  settings: PasswordSettings,
  measure: StrengthMeter,
  callerName = userName
): Promise<string | undefined> {
  if (password === '') return 'Password is too short';
  if (userName === '') return 'No username is given';
  if (settings.passwordMinLength > 0 && password.length < settings.passwordMinLength)
    return 'Password is too short';
  if (password.length > MAX_LENGTH) return 'Password is too long';
  const { passwordRegex = DEFAULT_PASSWORD_REGEX, passwordMessage } = settings;
  // The operator's own pattern, validated at startup; it matches at most MAX_LENGTH characters.
  if (!new RegExp(`^(?:${passwordRegex})$`).test(password)) {
    const isDefault = settings.passwordRegex === undefined;
    return passwordMessage ?? (isDefault ? DEFAULT_PASSWORD_MESSAGE : UNMATCHED);
  }
  // Names longer than any password cannot be part of one.
  const name = userName.length <= MAX_LENGTH ? userName : undefined;
  const { score, containsUserName } = await measure({ password, userName: name }, callerName);
  if (score < SCORES[settings.passwordStrength]) return 'Weak password';
  return containsUserName ? 'Password is similar to user name' : undefined;
}
