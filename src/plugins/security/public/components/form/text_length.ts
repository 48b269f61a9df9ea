/** Texts that are longer than the release of the cluster takes. */
import { RELEASE_LIMITS } from '@sd/contracts';
import { t } from '@sd/core/public';
import { useReleaseFact } from '../../services/features';

/** Characters that the cluster takes in a text; `undefined` if it sets no limit. */
export const useTextLimit = (): number | undefined =>
  useReleaseFact('limitsTexts') ? RELEASE_LIMITS.text : undefined;

/** About the longest of the texts of a field. */
export function lengthProblem(
  texts: readonly string[],
  maxLength: number | undefined = Infinity
): string | undefined {
  const count = Math.max(0, ...texts.map((text) => text.length));
  return count > maxLength
    ? t(
        'security.roleForm.tooLong',
        '{count, number} of {limit, number} characters. This cluster (3.8 or later) refuses longer texts.',
        { count, limit: maxLength }
      )
    : undefined;
}
