/** Findings, and their texts. */
import type { FindingBody, FindingsBody } from '@sd/contracts';
import { send } from '@sd/core/public';
import { type Read, sentenceText, useServerQuery } from '@sd/ui_kit';
import { LIST_FINDINGS } from '../../common';
import { useParts } from '../parts';

export function useFindings(): Read<FindingsBody> {
  const { SECURITY_KEY, useAdmin } = useParts();
  const { http } = useAdmin().core;
  return useServerQuery(
    // Below the general key, because saving an entry changes them.
    [...SECURITY_KEY, 'findings'],
    (signal) => send(http, LIST_FINDINGS, { query: { fresh: true }, signal }),
    { isFresh: true, keepsPrevious: true }
  );
}

/** A sentence in the language of the page, or in English. */
export function toSentence(
  finding: Pick<FindingBody, 'messages' | 'text' | 'reason' | 'fix'>,
  part: 'text' | 'reason' | 'fix'
): string {
  return sentenceText(finding.messages[part]) ?? finding[part];
}

type Choice = NonNullable<FindingBody['choices']>[number];

export const choiceText = ({ message, text }: Choice): string => sentenceText(message) ?? text;
