/** `Engine.indices` of an engine that has none: what it can say all the same, marked as that. */
import { FIND_LIMITS, PREVIEW_LIMITS } from '../../../contracts/limits';
import type { RuleView } from '../../access/evaluation/rule_view';
import { withinLimits } from '../../changes/within_limits';
import type { AuditPage, EngineCaller, EngineIndices, EngineResponse } from '../../contract/engine';
import { absentFeature } from '../../contract/features';
import { dlsProblem } from '../../model/dls_query';
import { inSlices } from '../../work/steps';
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
  const { rules, refusal, newestEvents } = deps;
  return {
    preview: async (caller, { query }) => {
      const response = await refusal(caller, 'ROLES');
      if (response) return { ok: false, response };
      if (query === undefined) return absentFeature('indices');
      const problem = dlsProblem(query);
      const answer = { answered_by: 'shape', indices: [], is_cut: false } as const;
      const isValid = problem === undefined;
      return { ok: true, result: { ...answer, is_valid: isValid, ...(!isValid && { problem }) } };
    },
    names: async (caller, question) => {
      const response = await refusal(caller, 'ROLES');
      if (response) return { ok: false, response };
      const seesEvents = (await refusal(caller, 'AUDIT')) === undefined;
      return withinLimits(async () => {
        const { events } = seesEvents
          ? await newestEvents(PREVIEW_LIMITS.suggestions)
          : { events: [] };
        return inSlices(knownNames(rules, events, question), PIECES);
      });
    },
    fields: async (caller, question) => {
      const response = await refusal(caller, 'ROLES');
      if (response) return { ok: false, response };
      return withinLimits(() => inSlices(knownFields(rules, question), PIECES));
    },
  };
}
