import type { ChangeCause } from '@sd/contracts';
import { t } from '@sd/core/public';
import { sentenceText } from '@sd/ui_kit';

/** What led to a change, in the language of the page or in English. */
export function causeText({ message, text, others = 0 }: ChangeCause): string {
  const finding = (message && sentenceText(message)) ?? text;
  if (others === 0) return finding;
  return t('security.change.causeOthers', '{finding} And {others, number} more like it.', {
    finding,
    others,
  });
}
