/** Sentences of findings: the English text, and what a page needs to show it in its language. */
import type { SentenceMessage, SentenceValue } from '../../contracts/api';
import { englishText } from '../../contracts/errors';
import { FINDINGS_LIMITS } from '../../contracts/limits/findings';

export interface Sentence extends SentenceMessage {
  readonly text: string;
}

/**
 * `npm run i18n` collects these calls for the translations of the security plugin, so id and text
 * must be literals.
 */
export function t(
  id: string,
  defaultMessage: string,
  values: Readonly<Record<string, SentenceValue>> = {}
): Sentence {
  const params = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, englishValue(value)])
  );
  return { id, values, text: englishText({ defaultMessage }, params) };
}

/** The first names, and the number of the others. */
export function joinNames(names: readonly string[]): SentenceValue {
  const shown = names.slice(0, FINDINGS_LIMITS.namesListed);
  return { names: shown, more: names.length - shown.length };
}

function englishValue(value: SentenceValue): string | number {
  if (typeof value !== 'object') return value;
  const { names, more } = value;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
