/** "Did you mean": finds the known key nearest to a mistyped one. */

/** Largest share of a key's characters that may differ. */
const MAX_DISTANCE_SHARE = 0.34;

export function nearestKey(unknown: string, known: Iterable<string>): string | undefined {
  const lowerCase = unknown.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(lowerCase.length * MAX_DISTANCE_SHARE)) + 1;
  for (const key of known) {
    const distance = editDistance(lowerCase, key.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = key;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein distance. Returns `limit` early if the distance cannot be smaller. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
