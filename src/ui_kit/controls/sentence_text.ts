/** Sentences that the server writes: in the language of the page. */
import type { SentenceMessage, SentenceValue } from '@sd/contracts';
import { i18n, t, textOfCode } from '@sd/core/public';

/**
 * A sentence of the server, such as a finding.
 * @returns `undefined` in English, where the server's text is used, and for unknown sentences
 */
export function sentenceText({ id, values }: SentenceMessage): string | undefined {
  const known = Object.entries(values).map(([name, value]) => [name, shown(value)]);
  return textOfCode(id, Object.fromEntries(known));
}

function shown(value: SentenceValue): string | number {
  if (typeof value !== 'object') return value;
  const names = i18n.formatList(value.names);
  if (value.more === 0) return names;
  return t('uiKit.sentence.more', '{names} and {more, number} more', {
    names: value.names.join(', '),
    more: value.more,
  });
}
