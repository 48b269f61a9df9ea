/** `Engine.indices` of an engine that has none: what it can say all the same, marked as that. */
import { FIND_LIMITS, PREVIEW_LIMITS } from '../../../contracts/limits';
import type { RuleView } from '../../access/evaluation/rule_view';
import { withinLimits } from '../../changes/within_limits';
import type { AuditPage, EngineCaller, EngineIndices, EngineResponse } from '../../api/engine';
import { absentFeature } from '../../api/features';
import { dlsProblem } from '../../model/dls_query';
import { runInSlices } from '../../scheduling/cooperative_task';
import { knownFields, knownNames } from './known_names';

interface EmbeddedIndicesDeps {
  readonly rules: Pick<RuleView, 'role' | 'roleNames'>;
  /** What keeps a caller from reading there. */
  readonly refusal: (
    caller: EngineCaller,
    endpoint: 'ROLES' | 'AUDIT'
  ) => Promise<EngineResponse | undefined>;
  readonly newestEvents: (count: number) => Promise<AuditPage>;
}

const PIECES = { sliceMs: FIND_LIMITS.sliceMs, limitMs: FIND_LIMITS.workMs };

export function embeddedIndices(deps: EmbeddedIndicesDeps): EngineIndices {
  const { rules, refusal: error, newestEvents } = deps;
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
        return runInSlices(knownNames(rules, events, request), PIECES);
      });
    },
    fields: async (caller, request) => {
      const response = await error(caller, 'ROLES');
      if (response) return { ok: false, response };
      return withinLimits(() => runInSlices(knownFields(rules, request), PIECES));
    },
  };
}
