/** Texts that are longer than the REST API of a release takes. */
import { hasReleaseFact, RELEASE_LIMITS } from '../../../contracts/releases';

/** Characters (UTF-16 units) of one text. */
export const textLimit = (release: string | undefined): number =>
  hasReleaseFact(release, 'limitsTexts') ? RELEASE_LIMITS.text : Number.POSITIVE_INFINITY;

export function longestText(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((most, one) => Math.max(most, longestText(one)), 0);
}
