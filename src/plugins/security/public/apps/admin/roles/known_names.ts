/**
 * Names of indices and fields to pick from: of a cluster those that are there, as far as whoever
 * asks may see them; of an engine without indices those that roles and audit events hold.
 */
import { PREVIEW_LIMITS, type SuggestedFields, type SuggestedNames } from '@sd/contracts';
import { i18n } from '@sd/core/public';
import { type ComboOptions, useServerQuery } from '@sd/ui_kit';
import { useAdmin } from '../../../services/admin_context';
import { suggestFields, suggestIndices } from '../../../services/indices_client';
import { SECURITY_KEY } from '../../../services/query_keys';
import { useDebouncedValue } from '../../../services/use_debounced_value';

/** What a combo box offers. */
export interface KnownNames {
  readonly options: ComboOptions;
  readonly isLoading: boolean;
}

const REST_MS = 150;
const OFFERED = 50;
/** Patterns whose matches are counted: each is a call of the cluster. */
const COUNTED_PATTERNS = 10;

/** @param search - what is typed; `undefined` while nobody is at the field: nothing is asked */
export function useKnownIndices(search: string | undefined): KnownNames {
  const { http } = useAdmin().core;
  const asked = searchOf(useDebouncedValue(search, Object.is, REST_MS));
  const { data, isLoading } = useServerQuery(
    [...SECURITY_KEY, 'indices', asked ?? ''],
    (signal) => suggestIndices(http, { search: asked ?? '', limit: OFFERED }, signal),
    { keepsPrevious: true, isOff: asked === undefined }
  );
  return { options: optionsOf(data?.names, search, indexHint), isLoading };
}

/** @param patterns - of the indices whose fields are meant */
export function useKnownFields(
  patterns: readonly string[],
  search: string | undefined
): KnownNames {
  const { http } = useAdmin().core;
  const asked = searchOf(useDebouncedValue(search, Object.is, REST_MS));
  const index = askable(patterns);
  const { data, isLoading } = useServerQuery(
    [...SECURITY_KEY, 'fields', index.join(','), asked ?? ''],
    (signal) => suggestFields(http, { index, search: asked ?? '', limit: OFFERED }, signal),
    { keepsPrevious: true, isOff: asked === undefined || index.length === 0 }
  );
  return { options: optionsOf(data?.fields, search, fieldHint), isLoading };
}

/** What patterns match now. */
export interface MatchingIndices {
  readonly names: readonly string[];
  /** There are more. */
  readonly isCut: boolean;
}

/** @returns `undefined` while it is not known, and for patterns that cannot be asked about */
export function useMatchingIndices(patterns: readonly string[]): MatchingIndices | undefined {
  const { http } = useAdmin().core;
  const plain = patterns.filter(isPlain);
  const asked = useDebouncedValue(JSON.stringify(plain.slice(0, COUNTED_PATTERNS)), Object.is, REST_MS);
  const { data } = useServerQuery(
    [...SECURITY_KEY, 'matching', asked],
    async (signal) => {
      const responses = await Promise.all(
        (JSON.parse(asked) as readonly string[]).map((pattern) => matching(pattern, signal))
      );
      const names = new Set(responses.flatMap((response) => response.names));
      return { names: [...names], isCut: responses.some(({ isCut }) => isCut) };
    },
    { keepsPrevious: true, isOff: asked === '[]' }
  );
  const matching = async (pattern: string, signal: AbortSignal): Promise<MatchingIndices> => {
    const limit = PREVIEW_LIMITS.suggestions;
    const response = await suggestIndices(http, { search: pattern, limit }, signal);
    // Without a star the text is looked for as a part of names.
    const isMeant = (name: string) => pattern.includes('*') || name === pattern;
    const names = response.names.map(({ name }) => name).filter(isMeant);
    return { names, isCut: response.is_cut };
  };
  if (plain.length === 0 || plain.length < patterns.length) return undefined;
  return data && { ...data, isCut: data.isCut || plain.length > COUNTED_PATTERNS };
}

/** Names, perhaps with stars: no expression, placeholder, date or single character. */
const isPlain = (pattern: string): boolean =>
  !/[?$/<,]/.test(pattern) && pattern.length <= PREVIEW_LIMITS.searchLength;

const searchOf = (text: string | undefined): string | undefined =>
  text?.trim().slice(0, PREVIEW_LIMITS.searchLength);

/** As many as a question takes. */
function askable(patterns: readonly string[]): readonly string[] {
  let rest: number = PREVIEW_LIMITS.patternLength;
  return patterns.slice(0, PREVIEW_LIMITS.patterns).filter((pattern) => {
    if (pattern.includes(',') || pattern.length + 1 > rest) return false;
    rest -= pattern.length + 1;
    return true;
  });
}

type Known = SuggestedNames['names'][number] | SuggestedFields['fields'][number];

/** What does not fit any more goes at once, before the next answer. */
function optionsOf<T extends Known>(
  known: readonly T[] = [],
  search: string | undefined,
  hintOf: (one: T) => string
): ComboOptions {
  const part = (search ?? '').trim().toLowerCase();
  return known
    .filter(({ name }) => part.includes('*') || name.toLowerCase().includes(part))
    .map((one) => ({ label: one.name, 'aria-description': hintOf(one) }));
}

function indexHint({ kind, source }: SuggestedNames['names'][number]): string {
  if (source !== 'cluster') return heardHint(source);
  switch (kind) {
    case 'alias':
      return i18n.translate('security.known.alias', { defaultMessage: 'Alias' });
    case 'data_stream':
      return i18n.translate('security.known.dataStream', { defaultMessage: 'Data stream' });
    case 'index':
    case 'pattern':
      return i18n.translate('security.known.index', { defaultMessage: 'Index' });
  }
}

const fieldHint = ({ types, source }: SuggestedFields['fields'][number]): string =>
  source === 'cluster' ? types.join(', ') : heardHint(source);

const heardHint = (source: 'role' | 'audit_event'): string =>
  source === 'role'
    ? i18n.translate('security.known.role', { defaultMessage: 'Named by a role' })
    : i18n.translate('security.known.event', { defaultMessage: 'Named by an audit event' });
