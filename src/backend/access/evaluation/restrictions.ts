/**
 * Document-level security, field-level security and masking in force on one index, combined over
 * all entries of all roles. Source: docs/reference/engine.md#documents-fields-and-masks. Masks
 * stand in the order in which they are tried: within an entry as written, between roles by chance.
 */
import { hasPlaceholder, type Subject, substitute } from './attributes';
import type { IndexTarget } from './index_targets';
import { matchesTarget, mayMatchTarget } from './permission_check';
import type { PlacedEntry } from './role_set_access';
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

/** For whom and what, and epoch milliseconds. */
interface Place {
  readonly target: IndexTarget;
  readonly subject: Subject;
  readonly nowMs: number;
}

/**
 * @param entries - that restrict the target in one and the same way, in the order of their roles
 * @returns those that no later one of the same role displaces
 */
function dropOverridden(entries: readonly PlacedEntry[], place: Place): readonly PlacedEntry[] {
  if (entries.length < 2) return entries;
  const last = new Map<string, PlacedEntry>();
  for (const one of entries)
    for (const seat of seatsOf(one, place)) last.set(JSON.stringify([one.role, seat]), one);
  const kept = new Set(last.values());
  return entries.filter((one) => kept.has(one));
}

const EVERYTHING = '*';
const FIXED = '';

function seatsOf({ entry }: PlacedEntry, { target, subject, nowMs }: Place): readonly string[] {
  if (entry.patterns.patterns.includes(EVERYTHING)) return [EVERYTHING];
  const { fixed, dependent } = entry.patterns.parts;
  const seats: string[] = [];
  if (fixed && matchesTarget(fixed, target, subject, nowMs)) seats.push(FIXED);
  if (dependent && matchesTarget(dependent, target, subject, nowMs)) seats.push(dependent.key);
  return seats;
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
 * Whether nobody knows if an entry that restricts matches, or if the role it stands in is the
 * user's: then nothing may be visible.
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

/** What decides how the restrictions of several entries come together. */
export interface MergeSettings {
  /** Setting `dfm_empty_overrides_all`: an entry that does not restrict lifts what others do. */
  readonly dfmEmptyOverridesAll: boolean;
  /** Whether of several entries of one role the last counts alone (3.x), or all add up (2.x). */
  readonly keepsLastEntry: boolean;
  /**
   * Whether an index that no entry fits is hidden (3.x) or shown (2.x) to who comes there without
   * any: a tenant's right leads to the dashboards index.
   */
  readonly hidesUnmatched: boolean;
  /** Whether reading fails where two different masks name the same field (2.x). */
  readonly failsOnClashingMasks: boolean;
}

/** Whether an entry restricts in one way. */
export function restricts(
  { dls, fls, maskedFields }: CompiledIndexPermission,
  kind: RestrictionKind
): boolean {
  if (kind === 'dls') return (dls ?? '').trim() !== '';
  return (kind === 'fls' ? fls : maskedFields).length > 0;
}

/** Entries that restrict in one way, without those that a later one of their role displaces. */
export function entriesInForce(
  entries: readonly PlacedEntry[],
  kind: RestrictionKind,
  place: Place,
  { keepsLastEntry }: Pick<MergeSettings, 'keepsLastEntry'>
): readonly PlacedEntry[] {
  const restricting = entries.filter(({ entry }) => restricts(entry, kind));
  return keepsLastEntry ? dropOverridden(restricting, place) : restricting;
}

/** @param entries - those whose pattern matches; all count, whatever actions they allow */
export function combineRestrictions(
  entries: readonly PlacedEntry[],
  place: Place,
  settings: MergeSettings
): Restrictions {
  if (entries.length === 0) return SHUT;
  const inForce = (kind: RestrictionKind): readonly CompiledIndexPermission[] => {
    const isLifted =
      settings.dfmEmptyOverridesAll && entries.some(({ entry }) => !restricts(entry, kind));
    return isLifted ? [] : entriesInForce(entries, kind, place, settings).map(({ entry }) => entry);
  };
  const masked = distinct(inForce('masked_fields').flatMap(({ maskedFields }) => maskedFields));
  return {
    documents: documentAccess(
      inForce('dls').map(({ dls }) => dls ?? ''),
      place.subject
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
  // Excludes alone count where both occur.
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

/** @returns what keeps a query from being applied for this user, or `undefined` */
export function queryProblem(template: string, subject: Subject): DocumentAccess['problem'] {
  const query = substitute(template, subject);
  if (hasPlaceholder(query)) return { code: 'unresolved_placeholder', query: template };
  // Blank text is no restriction when it is written, but what a user's attribute makes of a query
  // is one.
  const isQuery = query.trim() !== '' && dlsProblem(query) === undefined;
  return isQuery ? undefined : { code: 'invalid_query', query: template };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const distinct = (values: readonly string[]): string[] => [...new Set(values)];
const ascending = (values: readonly string[]): readonly string[] => distinct(values).sort(compare);
