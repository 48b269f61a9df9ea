/**
 * Document-level security, field-level security and field masking on one index, combined over all
 * entries of all roles. Masks are listed in the order of evaluation: within an entry as written,
 * between roles undefined.
 */
import { hasPlaceholder, type Subject, substitute } from './attributes';
import type { IndexTarget } from './index_targets';
import { matchesTarget, mayMatchTarget } from './permission_check';
import type { PlacedEntry } from './role_set_access';
import { hasReleaseFact } from '../../../contracts/releases';
import { compilePattern } from '../patterns/pattern';
import { dlsProblem } from '../../model/dls_query';
import { maskedName } from '../../model/masked_field';
import type {
  DocumentAccess,
  FieldAccess,
  MaskedFields,
  RestrictionKind,
  Restrictions,
} from '../../../contracts/api';
import type { CompiledIndexPermission, CompiledRole } from './compiled_role';

/** The context of an evaluation; `nowMs` is in epoch milliseconds. */
interface EvaluationContext {
  readonly target: IndexTarget;
  readonly subject: Subject;
  readonly nowMs: number;
}

/**
 * What 3.x keeps, by measurement: for each role and each name of the target (the index, its data
 * stream, each alias), the last entry whose pattern matches that name. Entries for `*`, and each
 * list of patterns with attributes or dates, are kept beside it, again the last one of each.
 * @param entries - entries with the same kind of restriction on the target, in the order of their
 *   roles
 */
function lastPerName(
  entries: readonly PlacedEntry[],
  context: EvaluationContext
): readonly PlacedEntry[] {
  if (entries.length < 2) return entries;
  const last = new Map<string, PlacedEntry>();
  for (const one of entries)
    for (const key of matchingKeys(one, context)) last.set(JSON.stringify([one.role, ...key]), one);
  const inForce = new Set(last.values());
  return entries.filter((one) => inForce.has(one));
}

const EVERYTHING = '*';

function matchingKeys(
  { entry }: PlacedEntry,
  { target, subject, nowMs }: EvaluationContext
): ReadonlyArray<readonly [kind: 'all' | 'name' | 'dependent', key: string]> {
  if (entry.patterns.patterns.includes(EVERYTHING)) return [['all', EVERYTHING]];
  const { fixed, dependent } = entry.patterns.parts;
  const names = listNames(target).filter(
    (name) => fixed && matchesTarget(fixed, { name, kind: target.kind }, subject, nowMs)
  );
  const isDependent = dependent && matchesTarget(dependent, target, subject, nowMs);
  return [
    ...names.map((name) => ['name', name] as const),
    ...(isDependent ? [['dependent', dependent.key] as const] : []),
  ];
}

const listNames = ({ name, otherNames = [] }: IndexTarget): readonly string[] => [
  name,
  ...otherNames,
];

/**
 * Whether a cluster 2.x applies only some of these entries, and nothing tells which: it resolves
 * patterns to names of indices, except regular expressions for the name of an index itself. Then it
 * takes the restrictions of the first key that matches, in the order of a hash table.
 * @param entries - entries with the same kind of restriction on the target
 */
export function isChoiceUndefined(
  entries: readonly PlacedEntry[],
  { target, subject, nowMs }: EvaluationContext
): boolean {
  const keys = new Set<string>();
  for (const { entry } of entries) {
    const { regex, plain } = entry.patterns.byKind;
    if (plain && matchesTarget(plain, target, subject, nowMs)) keys.add(target.name);
    for (const pattern of regex?.patterns ?? []) {
      const matches = compilePattern(pattern);
      if (target.otherNames?.some(matches)) keys.add(target.name);
      else if (matches(target.name)) keys.add(pattern);
    }
  }
  return keys.size > 1;
}

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
 * Whether it is undecided if a restricting entry matches, or if the user has its role. Then nothing
 * must be readable.
 * @param doubtful - roles whose mapping could not be decided
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

/** Settings for combining the restrictions of several entries. */
export interface MergeSettings {
  /** Setting `dfm_empty_overrides_all`: an unrestricted entry lifts the restrictions of others. */
  readonly dfmEmptyOverridesAll: boolean;
  /**
   * Whether only the last entry of a role counts for each name of an index (3.x), or all of them
   * combine (2.x).
   */
  readonly keepsLastEntry: boolean;
  /**
   * Whether an index without a matching entry is hidden (3.x) or readable (2.x). Users reach the
   * dashboards index without an entry through a tenant permission.
   */
  readonly hidesUnmatched: boolean;
  /** Whether reading fails if two different masks name the same field (2.x). */
  readonly failsOnClashingMasks: boolean;
  /** Whether an included object shows its fields (2.x), or only those that are included too. */
  readonly showsFieldsOfObjects: boolean;
}

/** @param release - asked at each use, because a cluster becomes known and can be upgraded */
export const mergeSettings = (
  dfmEmptyOverridesAll: boolean,
  release: () => string | undefined
): MergeSettings => ({
  dfmEmptyOverridesAll,
  get keepsLastEntry() {
    return hasReleaseFact(release(), 'replacesEntries');
  },
  get hidesUnmatched() {
    return hasReleaseFact(release(), 'hidesUnmatchedIndices');
  },
  get failsOnClashingMasks() {
    return !hasReleaseFact(release(), 'allowsClashingMasks');
  },
  get showsFieldsOfObjects() {
    return !hasReleaseFact(release(), 'hidesFieldsOfObjects');
  },
});

export type RestrictedParts = Pick<CompiledIndexPermission, 'dls' | 'fls' | 'maskedFields'>;

/** Whether an entry has a restriction of this kind. */
export function restricts(
  { dls, fls, maskedFields }: RestrictedParts,
  kind: RestrictionKind
): boolean {
  if (kind === 'dls') return (dls ?? '').trim() !== '';
  return (kind === 'fls' ? fls : maskedFields).length > 0;
}

/** Entries with this kind of restriction, without overridden ones. */
export function entriesInForce(
  entries: readonly PlacedEntry[],
  kind: RestrictionKind,
  context: EvaluationContext,
  { keepsLastEntry }: Pick<MergeSettings, 'keepsLastEntry'>
): readonly PlacedEntry[] {
  const restricting = entries.filter(({ entry }) => restricts(entry, kind));
  return keepsLastEntry ? lastPerName(restricting, context) : restricting;
}

/** @param entries - entries with a matching pattern; all count, whatever actions they allow */
export function combineRestrictions(
  entries: readonly PlacedEntry[],
  context: EvaluationContext,
  settings: MergeSettings
): Restrictions {
  if (entries.length === 0) return SHUT;
  const inForce = (kind: RestrictionKind): readonly CompiledIndexPermission[] => {
    const isLifted =
      settings.dfmEmptyOverridesAll && entries.some(({ entry }) => !restricts(entry, kind));
    return isLifted
      ? []
      : entriesInForce(entries, kind, context, settings).map(({ entry }) => entry);
  };
  const masked = distinct(inForce('masked_fields').flatMap(({ maskedFields }) => maskedFields));
  return {
    documents: documentAccess(
      inForce('dls').map(({ dls }) => dls ?? ''),
      context.subject
    ),
    fields: fieldAccess(inForce('fls').flatMap(({ fls }) => fls)),
    masking: { mode: maskingMode(masked, settings), fields: masked },
  };
}

function maskingMode(
  masks: readonly string[],
  { failsOnClashingMasks }: Pick<MergeSettings, 'failsOnClashingMasks'>
): MaskedFields['mode'] {
  const names = new Set(masks.map(maskedName));
  if (failsOnClashingMasks && names.size < masks.length) return 'error';
  return masks.length > 0 ? 'some' : 'none';
}

const isExclude = (field: string): boolean => field.startsWith('~') || field.startsWith('!');

function fieldAccess(patterns: readonly string[]): FieldAccess {
  const excluded = patterns.filter(isExclude).map((pattern) => pattern.slice(1));
  // If there are includes and excludes, only the excludes count.
  if (excluded.length > 0) return { mode: 'exclude', fields: ascending(excluded) };
  return patterns.length === 0 || patterns.includes('*')
    ? { mode: 'all', fields: [] }
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

/** @returns the problem that prevents the query from being applied for this user, or `undefined` */
export function queryProblem(template: string, subject: Subject): DocumentAccess['problem'] {
  const query = substitute(template, subject);
  if (hasPlaceholder(query)) return { code: 'unresolved_placeholder', query: template };
  // A blank query in a role is no restriction. A query that becomes blank by substitution is a
  // problem.
  const isQuery = query.trim() !== '' && dlsProblem(query) === undefined;
  return isQuery ? undefined : { code: 'invalid_query', query: template };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const distinct = (values: readonly string[]): string[] => [...new Set(values)];
const ascending = (values: readonly string[]): readonly string[] => distinct(values).sort(compare);
