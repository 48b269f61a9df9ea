/** Findings, and their texts. */
import type {
  ChangeCause,
  FindingBody,
  FindingsBody,
  SentenceMessage,
  SentenceValue,
} from '@sd/contracts';
import { i18n, send, t, textOfCode } from '@sd/core/public';
import { type Read, useServerQuery } from '@sd/ui_kit';
import { LIST_FINDINGS } from '../../common';
import { useAdmin } from './admin_context';
import { SECURITY_KEY } from './query_keys';

/** Below the general key, because saving an entry changes them. */
const FINDINGS_KEY = [...SECURITY_KEY, 'findings'] as const;

export function useFindings(): Read<FindingsBody> {
  const { http } = useAdmin().core;
  return useServerQuery(
    FINDINGS_KEY,
    (signal) => send(http, LIST_FINDINGS, { query: { fresh: true }, signal }),
    { isFresh: true, keepsPrevious: true }
  );
}

/** A sentence in the language of the page, or in English. */
export function sentenceOf(
  finding: Pick<FindingBody, 'messages' | 'text' | 'reason' | 'fix'>,
  part: 'text' | 'reason' | 'fix'
): string {
  return translated(finding.messages[part]) ?? finding[part];
}

/** What led to a change, in the language of the page or in English. */
export function causeText({ message, text, others = 0 }: ChangeCause): string {
  const finding = (message && translated(message)) ?? text;
  if (others === 0) return finding;
  return t('security.change.causeOthers', '{finding} And {others, number} more like it.', {
    finding,
    others,
  });
}

type Choice = NonNullable<FindingBody['choices']>[number];

export const choiceText = ({ message, text }: Choice): string => translated(message) ?? text;

function translated({ id, values }: SentenceMessage): string | undefined {
  const known = Object.entries(values).map(([name, value]) => [name, shown(value)]);
  return textOfCode(id, Object.fromEntries(known));
}

function shown(value: SentenceValue): string | number {
  if (typeof value !== 'object') return value;
  const names = i18n.formatList(value.names);
  if (value.more === 0) return names;
  return t('security.findings.more', '{names} and {more, number} more', {
    names: value.names.join(', '),
    more: value.more,
  });
}
