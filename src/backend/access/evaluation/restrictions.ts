/**
 * Document-level security, field-level security and masking in force on one index, combined over
 * all entries of all roles. Source: docs/reference/engine.md#documents-fields-and-masks.
 */
import { dlsProblem } from '../../model/dls_query';
import type { DocumentAccess, FieldAccess, Restrictions } from '../../../contracts/api';
import { hasPlaceholder, substitute, type Subject } from './attributes';
import type { CompiledIndexPermission, CompiledRole } from './compiled_role';
import type { IndexTarget } from './index_targets';
import { matchesTarget, mayMatchTarget } from './permission_check';

export const UNRESTRICTED: Restrictions = Object.freeze<Restrictions>({
  documents: { mode: 'all', queries: [] },
  fields: { mode: 'all', fields: [] },
  masking: { mode: 'none', fields: [] },
});

export const SHUT: Restrictions = Object.freeze<Restrictions>({
  documents: { mode: 'none', queries: [] },
  fields: { mode: 'none', fields: [] },
  masking: { mode: 'all', fields: [] },
});

export const isUnrestricted = ({ documents, fields, masking }: Restrictions): boolean =>
  documents.mode === 'all' && fields.mode === 'all' && masking.mode === 'none';

/**
 * Whether nobody knows if an entry that restricts matches, or if the role it stands in is the user's: then
 * nothing may be visible.
 * @param doubtful - roles of which nobody knows whether the user has them
 */
export function isInDoubt(
  target: IndexTarget,
  roles: readonly CompiledRole[],
  doubtful: readonly CompiledRole[],
  subject: Subject,
  nowMs: number
): boolean {
  const mayMatch = ({ patterns }: CompiledIndexPermission): boolean =>
    mayMatchTarget(patterns, target, subject, nowMs);
  return (
    doubtful.some(({ restrictions }) => restrictions.some(mayMatch)) ||
    roles.some(({ doubtfulRestrictions }) =>
      doubtfulRestrictions.some(
        (entry) => !matchesTarget(entry.patterns, target, subject, nowMs) && mayMatch(entry)
      )
    )
  );
}

/**
 * @param entries - those whose pattern matches; all count, whatever actions they allow
 * @param emptyOverridesAll - setting `dfm_empty_overrides_all`: one unrestricted entry lifts all restrictions
 */
export function combineRestrictions(
  entries: readonly Pick<CompiledIndexPermission, 'dls' | 'fls' | 'maskedFields'>[],
  subject: Subject,
  emptyOverridesAll: boolean
): Restrictions {
  if (entries.length === 0) return SHUT;
  /** What restricts, or nothing when one unrestricted entry lifts it. */
  const inForce = <T>(values: readonly T[], isRestricted: (value: T) => boolean): readonly T[] => {
    const restricted = values.filter(isRestricted);
    return emptyOverridesAll && restricted.length < values.length ? [] : restricted;
  };
  const queries = inForce(
    entries.map(({ dls }) => dls ?? ''),
    (query) => query.trim() !== ''
  );
  const fieldLists = inForce(
    entries.map(({ fls }) => fls),
    isFieldListRestricting
  );
  const maskLists = inForce(
    entries.map(({ maskedFields }) => maskedFields),
    (list) => list.length > 0
  );
  const masked = ascending(maskLists.flat());
  return {
    documents: documentAccess(queries, subject),
    fields: fieldAccess(fieldLists.flat()),
    masking: { mode: masked.length > 0 ? 'some' : 'none', fields: masked },
  };
}

/** A list of includes with `*` shows everything; an exclude always takes something away. */
const isFieldListRestricting = (fls: readonly string[]): boolean =>
  fls.length > 0 && (!fls.includes('*') || fls.some(isExclude));

const isExclude = (field: string): boolean => field.startsWith('~') || field.startsWith('!');

function fieldAccess(patterns: readonly string[]): FieldAccess {
  if (patterns.length === 0) return { mode: 'all', fields: [] };
  const excluded = patterns.filter(isExclude).map((pattern) => pattern.slice(1));
  // Excludes alone count where both occur.
  return excluded.length > 0
    ? { mode: 'exclude', fields: ascending(excluded) }
    : { mode: 'include', fields: ascending(patterns) };
}

function documentAccess(templates: readonly string[], subject: Subject): DocumentAccess {
  if (templates.length === 0) return { mode: 'all', queries: [] };
  const problems = [...new Set(templates)]
    .map((template) => queryProblem(template, subject))
    .filter((problem) => problem !== undefined)
    .sort((a, b) => compare(a.query, b.query));
  const [problem] = problems;
  if (problem) return { mode: 'error', queries: [], problem };
  return {
    mode: 'some',
    queries: ascending(templates.map((template) => substitute(template, subject))),
  };
}

/** @returns what keeps a query from being applied for this user, or `undefined` */
export function queryProblem(template: string, subject: Subject): DocumentAccess['problem'] {
  const query = substitute(template, subject);
  if (hasPlaceholder(query)) return { code: 'unresolved_placeholder', query: template };
  // Blank text is no restriction when it is written, but what a user's attribute makes of a query is one.
  const isQuery = query.trim() !== '' && dlsProblem(query) === undefined;
  return isQuery ? undefined : { code: 'invalid_query', query: template };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const ascending = (values: readonly string[]): readonly string[] =>
  [...new Set(values)].sort(compare);
