/** Pickers of index patterns and fields with suggestions. */
import { EuiText } from '@elastic/eui';
import { type ReactElement, type ReactNode, useState } from 'react';
import {
  indexPatternFault,
  PREVIEW_LIMITS,
  type SuggestedFields,
  type SuggestedNames,
  unknownVariables,
} from '@sd/contracts';
import { send, t } from '@sd/core/public';
import {
  type ComboOptions,
  type Control,
  TextCombo,
  type TextComboProps,
  useField,
  useServerQuery,
  useWatch,
} from '@sd/ui_kit';
import { SUGGEST_FIELDS, SUGGEST_INDICES } from '../../../../common';
import { useAdmin } from '../../../services/admin_context';
import { SECURITY_KEY } from '../../../services/query_keys';
import { useDebouncedValue } from '../../../services/use_debounced_value';
import { useFeature } from '../../../services/features';
import { patternFaultText, unknownVariableText } from './role_fault_texts';
import type { RoleForm } from './role_form_state';

/** Suggestions for a combo box. */
interface SuggestionState {
  readonly options: ComboOptions;
  readonly isLoading: boolean;
}

const DEBOUNCE_MS = 150;
const OFFERED = 50;
/** Number of patterns whose matches are counted: each needs a cluster request. */
const COUNTED_PATTERNS = 10;

/** @param search - typed text; `undefined` without focus, when nothing is requested */
function useIndexSuggestions(search: string | undefined): SuggestionState {
  const { http } = useAdmin().core;
  const query = toSearch(useDebouncedValue(search, Object.is, DEBOUNCE_MS));
  const { data, isLoading } = useServerQuery(
    [...SECURITY_KEY, 'indices', query ?? ''],
    (signal) =>
      send(http, SUGGEST_INDICES, { query: { search: query ?? '', limit: OFFERED }, signal }),
    { keepsPrevious: true, isOff: query === undefined }
  );
  return { options: matchingOptions(data?.names, search, indexHint), isLoading };
}

/** @param patterns - patterns of the indices whose fields are suggested */
function useFieldSuggestions(
  patterns: readonly string[],
  search: string | undefined
): SuggestionState {
  const { http } = useAdmin().core;
  const query = toSearch(useDebouncedValue(search, Object.is, DEBOUNCE_MS));
  const index = requestable(patterns);
  const { data, isLoading } = useServerQuery(
    [...SECURITY_KEY, 'fields', index.join(','), query ?? ''],
    (signal) =>
      send(http, SUGGEST_FIELDS, {
        query: { index: index.join(','), search: query ?? '', limit: OFFERED },
        signal,
      }),
    { keepsPrevious: true, isOff: query === undefined || index.length === 0 }
  );
  return { options: matchingOptions(data?.fields, search, fieldHint), isLoading };
}

/** Indices that currently match the patterns. */
interface MatchingIndices {
  readonly names: readonly string[];
  /** There are more matches. */
  readonly isCut: boolean;
}

/** @returns `undefined` until it is known, and for patterns that cannot be looked up */
function useMatchingIndices(patterns: readonly string[]): MatchingIndices | undefined {
  const { http } = useAdmin().core;
  const plain = patterns.filter(isPlain);
  const requested = useDebouncedValue(
    JSON.stringify(plain.slice(0, COUNTED_PATTERNS)),
    Object.is,
    DEBOUNCE_MS
  );
  const { data } = useServerQuery(
    [...SECURITY_KEY, 'matching', requested],
    async (signal) => {
      const responses = await Promise.all(
        (JSON.parse(requested) as readonly string[]).map((pattern) => matching(pattern, signal))
      );
      const names = new Set(responses.flatMap((response) => response.names));
      return { names: [...names], isCut: responses.some(({ isCut }) => isCut) };
    },
    { keepsPrevious: true, isOff: requested === '[]' }
  );
  const matching = async (pattern: string, signal: AbortSignal): Promise<MatchingIndices> => {
    const limit = PREVIEW_LIMITS.suggestions;
    const response = await send(http, SUGGEST_INDICES, {
      query: { search: pattern, limit },
      signal,
    });
    // Without an asterisk, the search also matches parts of names.
    const isMatch = (name: string) => pattern.includes('*') || name === pattern;
    const names = response.names.map(({ name }) => name).filter(isMatch);
    return { names, isCut: response.is_cut };
  };
  if (plain.length === 0 || plain.length < patterns.length) return undefined;
  return data && { ...data, isCut: data.isCut || plain.length > COUNTED_PATTERNS };
}

/**
 * Plain names, possibly with asterisks: no expression, placeholder, date or single-character
 * wildcard.
 */
const isPlain = (pattern: string): boolean =>
  !/[?$/<,]/.test(pattern) && pattern.length <= PREVIEW_LIMITS.searchLength;

const toSearch = (text: string | undefined): string | undefined =>
  text?.trim().slice(0, PREVIEW_LIMITS.searchLength);

/** Limited to the number of patterns that a request accepts. */
function requestable(patterns: readonly string[]): readonly string[] {
  let rest: number = PREVIEW_LIMITS.patternLength;
  return patterns.slice(0, PREVIEW_LIMITS.patterns).filter((pattern) => {
    if (pattern.includes(',') || pattern.length + 1 > rest) return false;
    rest -= pattern.length + 1;
    return true;
  });
}

type Suggestion = SuggestedNames['names'][number] | SuggestedFields['fields'][number];

/** Removes options that no longer match before the next response arrives. */
function matchingOptions<T extends Suggestion>(
  suggestions: readonly T[] = [],
  search: string | undefined,
  hintOf: (one: T) => string
): ComboOptions {
  const part = (search ?? '').trim().toLowerCase();
  return suggestions
    .filter(({ name }) => part.includes('*') || name.toLowerCase().includes(part))
    .map((one) => ({ label: one.name, 'aria-description': hintOf(one) }));
}

function indexHint({ kind, source }: SuggestedNames['names'][number]): string {
  if (source !== 'cluster') return sourceHint(source);
  switch (kind) {
    case 'alias':
      return t('security.known.alias', 'Alias');
    case 'data_stream':
      return t('security.known.dataStream', 'Data stream');
    case 'index':
    case 'pattern':
      return t('security.common.index', 'Index');
  }
}

const fieldHint = ({ types, source }: SuggestedFields['fields'][number]): string =>
  source === 'cluster' ? types.join(', ') : sourceHint(source);

const sourceHint = (source: 'role' | 'audit_event'): string =>
  source === 'role'
    ? t('security.known.role', 'Used in a role')
    : t('security.known.event', 'Used in an audit event');

interface IndexNameProps {
  readonly control: Control<RoleForm>;
  readonly index: number;
}

/** Number of matching index names in the text. */
const MAX_NAMES = 3;

export function IndexPatternsField({ control, index }: IndexNameProps): ReactElement {
  const name = `indexPermissions.${index}.patterns` as const;
  const { value } = useField<RoleForm, readonly string[]>({ control, name });
  const [search, setSearch] = useState<string>();
  const hasIndices = useFeature('indices');
  return (
    <TextCombo
      control={control}
      name={name}
      label={t('security.common.index', 'Index')}
      placeholder={t(
        'security.roleForm.indexPatternsPlaceholder',
        'Search for index name or type in index pattern'
      )}
      helpText={
        <>
          {t('security.roleForm.indexPatternsHelp', 'Specify index pattern using *')}
          <Faults patterns={value} />
          {hasIndices && <Matches patterns={value} />}
        </>
      }
      {...useIndexSuggestions(search)}
      onFocus={() => setSearch(search ?? '')}
      onSearch={setSearch}
      isDescribed
    />
  );
}

/** Patterns that cannot work, as findings report them. */
function Faults({ patterns }: { readonly patterns: readonly string[] }): ReactNode {
  const texts = patterns.flatMap((pattern) => {
    const fault = indexPatternFault(pattern);
    return [
      ...(fault ? [patternFaultText(pattern, fault)] : []),
      ...unknownVariables(pattern).map(unknownVariableText),
    ];
  });
  if (texts.length === 0) return null;
  return (
    <EuiText size="xs" role="status" color="warning">
      {[...new Set(texts)].slice(0, MAX_NAMES).join(' ')}
    </EuiText>
  );
}

function Matches({ patterns }: { readonly patterns: readonly string[] }): ReactElement | null {
  const found = useMatchingIndices(patterns);
  if (!found) return null;
  const { names, isCut } = found;
  const values = { names: names.slice(0, MAX_NAMES).join(', '), count: names.length };
  const others = Math.max(names.length - MAX_NAMES, 0);
  return (
    <EuiText size="xs" role="status" color={names.length === 0 ? 'warning' : 'success'}>
      {names.length === 0
        ? t('security.roleForm.matchesNone', 'No index you can see matches.')
        : isCut
          ? t(
              'security.roleForm.matchesMany',
              'Matches {count, number}+ indices: {names}, …',
              values
            )
          : t(
              'security.roleForm.matches',
              'Matches {count, plural, one {1 index} other {{count, number} indices}}: {names}{others, plural, =0 {} other { and # more}}',
              { ...values, others }
            )}
    </EuiText>
  );
}

interface FieldsComboProps extends Pick<
  TextComboProps<RoleForm>,
  'control' | 'name' | 'label' | 'helpText'
> {
  readonly index: number;
}

/** Picker of fields that are included, excluded or masked in the indices of the row. */
export function FieldsCombo({ index, ...props }: FieldsComboProps): ReactElement {
  const patterns = useWatch({
    control: props.control,
    name: `indexPermissions.${index}.patterns`,
  });
  const [search, setSearch] = useState<string>();
  return (
    <TextCombo
      {...props}
      {...useFieldSuggestions(patterns, search)}
      placeholder={t('security.roleForm.flsPlaceholder', 'Type in field name')}
      onFocus={() => setSearch(search ?? '')}
      onSearch={setSearch}
      isDescribed
    />
  );
}

/** Explains the origin of suggested names on engines without indices. */
export function NamesOrigin(): ReactNode {
  if (useFeature('indices')) return null;
  return (
    <>
      {' '}
      {t(
        'security.roleForm.noIndices',
        'Suggestions come from existing roles and audit events. Queries are only checked for syntax.'
      )}
    </>
  );
}
