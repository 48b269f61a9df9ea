/** Search words, limited in number and length, as each is compared with many texts. */
import { AUDIT_LIMITS } from '../../contracts/limits';
import { LimitExceededError } from './limit_exceeded';

/** @throws {LimitExceededError} */
export function parseSearchTerms(search: string | undefined): readonly string[] {
  const { searchWords: most, searchWordLength: longest } = AUDIT_LIMITS;
  const words = search?.split(/\s+/).filter(Boolean) ?? [];
  if (words.length > most || words.some((word) => word.length > longest)) {
    throw new LimitExceededError(
      `Search for at most ${most} words of at most ${longest} characters.`
    );
  }
  return words;
}
