/**
 * A coarse estimate of how hard a password is to guess. Pure; the engine has the dictionary and the
 * last word.
 */
export type PasswordStrengthLevel = 'veryWeak' | 'weak' | 'ok' | 'strong' | 'veryStrong';

const CLASSES: ReadonlyArray<readonly [RegExp, number]> = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[^A-Za-z0-9]/, 33],
];
/** Bits of an exhaustive search from which a level is reached. */
const BITS = { weak: 28, ok: 45, strong: 65, veryStrong: 90 } as const;

export function passwordStrength(password: string): PasswordStrengthLevel {
  const alphabet = CLASSES.reduce(
    (sum, [characters, size]) => sum + (characters.test(password) ? size : 0),
    0
  );
  // Repeated characters add little: count each different one fully, repetitions by a quarter.
  const different = new Set(password).size;
  const effectiveLength = different + (password.length - different) / 4;
  const bits = effectiveLength * Math.log2(Math.max(alphabet, 2));
  if (bits < BITS.weak) return 'veryWeak';
  if (bits < BITS.ok) return 'weak';
  if (bits < BITS.strong) return 'ok';
  return bits < BITS.veryStrong ? 'strong' : 'veryStrong';
}
