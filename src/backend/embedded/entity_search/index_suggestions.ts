/**
 * Suggests index and field names that occur in the configuration and the audit log. This engine has
 * no indices, so it cannot tell whether they exist.
 */
import { FIND_LIMITS, PREVIEW_LIMITS } from '../../../contracts/limits';
import type { FieldsRequest, SuggestedFields, SuggestedNames } from '../../../contracts/api';
import type { RuleView } from '../../access/evaluation/rule_view';
import { PatternSet } from '../../access/patterns/pattern';
import { compileWildcard } from '../../access/patterns/wildcard';
import type {
  AuditPage,
  EngineCaller,
  EngineIndices,
  EngineResponse,
  MembersFor,
  NamesRequest,
} from '../../api/engine';
import { type CooperativeTask, runInSlices } from '../../scheduling/cooperative_task';
import { withinLimits } from '../../changes/within_limits';
import { absentFeature } from '../../api/features';
import { dlsProblem } from '../../model/dls_query';

type Rules = Pick<RuleView, 'role' | 'roleNames'>;
type Name = SuggestedNames['names'][number];
type Field = SuggestedFields['fields'][number];

const DEFAULT_LIMIT = 20;
const TRACES = ['audit_trace_resolved_indices', 'audit_trace_indices'];

/** @param events - events that the caller may read */
function* knownNames(
  rules: Rules,
  events: AuditPage['events'],
  { search = '', limit = DEFAULT_LIMIT }: NamesRequest
): CooperativeTask<SuggestedNames> {
  const found = new Map<string, Name>();
  const matches = makeMatcher(search.toLowerCase());
  const add = (name: string, source: Name['source']): void => {
    if (name === '*' || found.has(name) || !matches(name.toLowerCase())) return;
    const kind = /[*?$/<]/.test(name) ? 'pattern' : 'index';
    found.set(name, { name, kind, source });
  };
  for (const name of rules.roleNames()) {
    const role = rules.role(name);
    if (role && !role.hidden)
      for (const { index_patterns: patterns } of role.index_permissions)
        for (const pattern of patterns) add(pattern, 'role');
    yield;
  }
  for (const event of events)
    for (const trace of TRACES) for (const name of toList(event[trace])) add(name, 'audit_event');
  const { entries, isCut } = truncate([...found.values()], limit);
  return { names: entries, is_cut: isCut };
}

/** Fields that roles include, exclude or mask in indices matching these patterns. */
function* knownFields(
  rules: Rules,
  { index, search = '', limit = DEFAULT_LIMIT }: FieldsRequest
): CooperativeTask<SuggestedFields> {
  const found = new Map<string, Field>();
  const matches = makeMatcher(search.toLowerCase());
  const indexPatterns = new PatternSet(index.slice(0, PREVIEW_LIMITS.patterns));
  const isNamed = new Set(index);
  for (const role of rules.roleNames()) {
    const entity = rules.role(role);
    const permissions = entity && !entity.hidden ? entity.index_permissions : [];
    for (const { index_patterns: patterns, fls, masked_fields: masked } of permissions) {
      yield;
      const names = [...fls.map(plainField), ...masked.map(maskedField)].filter(
        (name) => !found.has(name) && name !== '*' && matches(name.toLowerCase())
      );
      if (names.length === 0) continue;
      if (!patterns.some((one) => isNamed.has(one) || one === '*' || indexPatterns.matches(one)))
        continue;
      for (const name of names) found.set(name, { name, types: [], source: 'role' });
    }
    yield;
  }
  const { entries, isCut } = truncate([...found.values()], limit);
  return { fields: entries, is_cut: isCut };
}

const plainField = (entry: string): string => entry.replace(/^[~!]/, '');
const maskedField = (entry: string): string => entry.split('::', 1)[0] ?? '';
const toList = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Matches part of the name, unless the search has a wildcard. */
const makeMatcher = (search: string): ((name: string) => boolean) =>
  search.includes('*') ? compileWildcard(search) : (name) => name.includes(search);

function truncate<T extends { readonly name: string }>(
  found: readonly T[],
  limit: number
): { readonly entries: readonly T[]; readonly isCut: boolean } {
  const sorted = [...found].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { entries: sorted.slice(0, limit), isCut: sorted.length > limit };
}

interface EmbeddedIndicesDeps {
  readonly rules: Pick<RuleView, 'role' | 'roleNames'>;
  /** Returns the error for a caller without read access, or `undefined`. */
  readonly accessError: (
    caller: EngineCaller,
    endpoint: 'ROLES' | 'AUDIT'
  ) => Promise<EngineResponse | undefined>;
  readonly newestEvents: (count: number) => Promise<AuditPage>;
}

const SLICES = { sliceMs: FIND_LIMITS.sliceMs, limitMs: FIND_LIMITS.workMs };

/** `Engine.indices` without any indices: queries are checked only for syntax. */
export function embeddedIndices(
  deps: EmbeddedIndicesDeps
): MembersFor<EngineCaller, EngineIndices> {
  const { rules, accessError: error, newestEvents } = deps;
  return {
    preview: async (caller, { query }) => {
      const response = await error(caller, 'ROLES');
      if (response) return { ok: false, response };
      if (query === undefined) return absentFeature('indices');
      const problem = dlsProblem(query);
      const result = { answered_by: 'shape', indices: [], is_cut: false } as const;
      const isValid = problem === undefined;
      return { ok: true, result: { ...result, is_valid: isValid, ...(!isValid && { problem }) } };
    },
    names: async (caller, request) => {
      const response = await error(caller, 'ROLES');
      if (response) return { ok: false, response };
      const seesEvents = (await error(caller, 'AUDIT')) === undefined;
      return withinLimits(async () => {
        const { events } = seesEvents
          ? await newestEvents(PREVIEW_LIMITS.suggestions)
          : { events: [] };
        return runInSlices(knownNames(rules, events, request), SLICES);
      });
    },
    fields: async (caller, request) => {
      const response = await error(caller, 'ROLES');
      if (response) return { ok: false, response };
      return withinLimits(() => runInSlices(knownFields(rules, request), SLICES));
    },
  };
}
