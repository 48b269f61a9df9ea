/**
 * Passwords made of chance: 20 characters of 69, about 122 bits, with one of each kind that the
 * password rule asks for. Characters that are mistaken for one another are left out.
 */
const KINDS = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!#%+-=?@_~'];
const ALL = KINDS.join('');
const LENGTH = 20;

export function generatePassword(): string {
  for (;;) {
    const made = Array.from({ length: LENGTH }, () => ALL[below(ALL.length)]).join('');
    // As rare as every tenth; trying again keeps all that are left equally likely.
    if (KINDS.every((kind) => [...made].some((character) => kind.includes(character)))) return made;
  }
}

/** Equally likely: what does not divide evenly is drawn again. */
function below(count: number): number {
  const limit = 256 - (256 % count);
  const [drawn = limit] = crypto.getRandomValues(new Uint8Array(1));
  return drawn < limit ? drawn % count : below(count);
}
