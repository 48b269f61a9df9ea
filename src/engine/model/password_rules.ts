/**
 * Password rules, in the engine's order. Source: reference 1.7.
 *
 * Strength is measured by zxcvbn-ts, a maintained port of the estimator the engine uses; its dictionaries
 * (some 20 MiB in memory) are loaded when the first password is judged.
 */
import type { EngineSettings, PasswordStrength } from '../settings';

const MAX_LENGTH = 100;

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

/** @returns the reason for a refusal, or `undefined` when the password is good */
export async function passwordProblem(
  password: string,
  userName: string,
  settings: PasswordSettings
): Promise<string | undefined> {
  if (password === '') return 'Password is too short';
  if (userName === '') return 'No username is given';
  if (settings.passwordMinLength > 0 && password.length < settings.passwordMinLength)
    return 'Password is too short';
  if (password.length > MAX_LENGTH) return 'Password is too long';
  if (settings.passwordRegex && !new RegExp(`^(?:${settings.passwordRegex})$`).test(password)) {
    return settings.passwordMessage ?? 'Password does not match minimum criteria';
  }
  const { score, holdsUserName } = await estimate(password, userName);
  if (score < SCORES[settings.passwordStrength]) return 'Weak password';
  return holdsUserName ? 'Password is similar to user name' : undefined;
}

async function estimate(
  password: string,
  userName: string
): Promise<{ score: number; holdsUserName: boolean }> {
  const zxcvbn = await loadEstimator();
  // Names longer than any password cannot be inside one.
  const { score, sequence } = zxcvbn(password, userName.length <= MAX_LENGTH ? [userName] : []);
  return {
    score,
    holdsUserName: sequence.some((match) => match['dictionaryName'] === 'userInputs'),
  };
}

type Estimator = typeof import('@zxcvbn-ts/core').zxcvbn;

let estimator: Promise<Estimator> | undefined;

function loadEstimator(): Promise<Estimator> {
  estimator ??= (async () => {
    const [{ zxcvbn, zxcvbnOptions }, { dictionary, adjacencyGraphs }] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
    ]);
    zxcvbnOptions.setOptions({ dictionary: { ...dictionary }, graphs: adjacencyGraphs });
    return zxcvbn;
  })();
  return estimator;
}
