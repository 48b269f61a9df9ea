/**
 * Sets of changes for a backend that changes one entry at a time. A set is checked against the
 * guardrails once, as the state after all of it: its changes may break a promise for a moment.
 */
import { omit } from 'lodash';
import { englishText } from '../../contracts/errors';
import { errorResponseOf } from '../api';
import type { EngineSupplies, GuardrailCheck } from '../api/backend';
import type { Change } from '../api/change';
import type {
  ConfigurationReader,
  Engine,
  EngineRequest,
  EngineResponse,
  RequestCaller,
} from '../api/engine';
import { flagWarning, withWarnings } from '../changes/import_warnings';
import { json, message } from '../model/responses';
import { changesOf } from './guardrail_check';
import { mayChangeAccess, targetsOf } from './targets';

/** Each request of a refused set is valid by itself. */
const UNMADE = json(200, {});

/** Adds sets without a check of their own: each change is checked when it is made. */
export const withChangeSequence = (engine: Engine): Engine => ({
  ...engine,
  changeTogether: async (caller, requests, { isDryRun, signal }) => {
    if (isDryRun) return { ok: true, result: { isDone: false, isWhole: false, responses: [] } };
    return sequence(() => engine, caller, requests, signal);
  },
});

/**
 * @param guarded - checks each change against the guardrails
 * @param checked - the same engine without this check
 */
export const withCheckedSequence = (
  guarded: Engine,
  checked: Engine,
  {
    configuration,
    guardrails,
  }: { readonly guardrails: GuardrailCheck } & Pick<EngineSupplies, 'configuration'>
): Engine => {
  const unchecked = withChangeSequence(guarded);
  const entity: ConfigurationReader['entity'] = async (type, name) =>
    (await configuration.entities(type)).get(name);
  // One request to the cluster for each entry would take too long.
  const mirrored = { ...configuration, entity };
  return {
    ...unchecked,
    changeTogether: async (caller, requests, options) => {
      // Users who may change nothing must not learn about promises.
      if (!(await guarded.identify(caller))?.hasApiAccess)
        return unchecked.changeTogether(caller, requests, options);
      const error = await guardrails.denial(async () => {
        const all: Change[] = [];
        for (const request of requests.filter(mayChangeAccess)) {
          const changes = await changesOf(request, caller, mirrored);
          if (!changes) return undefined;
          all.push(...changes);
        }
        return all;
      }, requests.find(replacesGuardrails));
      if (error) {
        const responses = requests.map(() => UNMADE);
        return { ok: true, result: { isDone: false, isWhole: true, responses, error } };
      }
      if (options.isDryRun) return unchecked.changeTogether(caller, requests, options);
      // After a failure, the state that was checked no longer comes about.
      const next = (hasFailed: boolean): Engine => (hasFailed ? guarded : checked);
      return sequence(next, caller, requests, options.signal);
    },
  };
};

const replacesGuardrails = (request: EngineRequest): boolean =>
  request.method === 'PUT' &&
  targetsOf(request, '').some((one) => one.kind === 'document' && one.id === 'guardrails');

const FLAGS = ['reserved', 'hidden'];

/** A file may have flags that the caller must not set. The entry is changed without them. */
async function withoutRefusedFlags(
  engine: Engine,
  caller: RequestCaller,
  request: EngineRequest
): Promise<EngineResponse> {
  const response = await engine.request(caller, request);
  const { invalid_keys: invalid } = (response.body ?? {}) as { invalid_keys?: { keys?: unknown } };
  const refused = String(invalid?.keys ?? '').split(',');
  if (response.statusCode !== 400 || !refused.every((key) => FLAGS.includes(key))) return response;
  const body = omit(request.body as object, refused);
  return withWarnings(await engine.request(caller, { ...request, body }), refused.map(flagWarning));
}

/**
 * Continues after errors, which the responses report. Without the backend, the set ends: what was
 * made before is reported nevertheless.
 */
async function sequence(
  engineFor: (hasFailed: boolean) => Engine,
  caller: RequestCaller,
  requests: readonly EngineRequest[],
  signal: AbortSignal | undefined
): ReturnType<Engine['changeTogether']> {
  const responses: EngineResponse[] = [];
  let hasFailed = false;
  for (const request of requests) {
    if (signal?.aborted) break;
    try {
      const response = await withoutRefusedFlags(engineFor(hasFailed), caller, request);
      hasFailed ||= response.statusCode >= 400;
      responses.push(response);
    } catch (error) {
      const definition = errorResponseOf(error);
      if (!definition) throw error;
      hasFailed = true;
      responses.push(message(definition.status, englishText(definition)));
      break;
    }
  }
  const isDone = !hasFailed && responses.length === requests.length;
  return { ok: true, result: { isDone, isWhole: false, responses } };
}
