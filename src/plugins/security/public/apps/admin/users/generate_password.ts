/**
 * Random passwords: 20 characters of 69, about 122 bits, with one of each kind that the default
 * rule asks for; longer where the engine's own rule wants more. Look-alike characters are left out.
 */
const KINDS = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!#%+-=?@_~'];
const ALL = KINDS.join('');
const LENGTHS = [20, 32, 64] as const;
const TRIES = 100;

/** @param pattern - the engine's rule; one that no try matches is left to the engine's refusal */
export function generatePassword(pattern?: RegExp): string {
  for (const length of LENGTHS)
    for (let tries = 0; tries < TRIES; tries += 1) {
      const made = randomText(length);
      if (pattern?.test(made) !== false) return made;
    }
  return randomText(LENGTHS[0]);
}

function randomText(length: number): string {
  for (;;) {
    const made = Array.from({ length }, () => ALL[below(ALL.length)]).join('');
    // Every tenth lacks a kind; trying again keeps all that are left equally likely.
    if (KINDS.every((kind) => [...made].some((character) => kind.includes(character)))) return made;
  }
}

/** Equally likely: what does not divide evenly is drawn again. */
function below(count: number): number {
  const limit = 256 - (256 % count);
  const [drawn = limit] = crypto.getRandomValues(new Uint8Array(1));
  return drawn < limit ? drawn % count : below(count);
}
