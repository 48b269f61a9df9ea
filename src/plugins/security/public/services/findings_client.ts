/** Findings. All functions reject with the HTTP service's fetch error. */
import type {
  AcceptanceBody,
  ChangeCause,
  FindingBody,
  FindingsBody,
  SentenceMessage,
  SentenceValue,
} from '@sd/contracts';
import { type HttpSetup, i18n, t, textOfCode } from '@sd/core/public';
import { type Read, useServerQuery } from '@sd/ui_kit';
import { FINDINGS_PATH } from '../../common';
import { useAdmin } from './admin_context';
import { json } from './http_helpers';
import { SECURITY_KEY } from './query_keys';

/** Below the general key, because saving an entry changes them. */
const FINDINGS_KEY = [...SECURITY_KEY, 'findings'] as const;

type Http = Pick<HttpSetup, 'put' | 'delete'>;

export function useFindings(): Read<FindingsBody> {
  const { http } = useAdmin().core;
  return useServerQuery(
    FINDINGS_KEY,
    (signal) => http.get<FindingsBody>(FINDINGS_PATH, { query: { fresh: true }, signal }),
    { isFresh: true, keepsPrevious: true }
  );
}

const acceptancePath = (id: string): string =>
  `${FINDINGS_PATH}/${encodeURIComponent(id)}/acceptance`;

export const acceptFinding = (http: Http, id: string, body: AcceptanceBody): Promise<unknown> =>
  http.put(acceptancePath(id), json(body));

export const withdrawAcceptance = (http: Http, id: string): Promise<unknown> =>
  http.delete(acceptancePath(id));

/** A sentence in the language of the page, or in English. */
export function sentenceOf(
  finding: Pick<FindingBody, 'messages' | 'text' | 'reason' | 'fix'>,
  part: 'text' | 'reason' | 'fix'
): string {
  return translated(finding.messages[part]) ?? finding[part];
}

/** What led to a change, in the language of the page or in English. */
export const causeText = ({ message, text }: ChangeCause): string =>
  (message && translated(message)) ?? text;

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
