/** Sets of changes for a backend that changes one entry at a time. */
import { omit } from 'lodash';
import { englishText } from '../../contracts/errors';
import { getErrorResponse } from '../api';
import type { Engine, EngineRequest, EngineResponse } from '../api/engine';
import { flagWarning, withWarnings } from '../changes/import_warnings';
import { message } from '../model/responses';

type Send = (request: EngineRequest, hasFailed: boolean) => Promise<EngineResponse>;

const FLAGS = ['reserved', 'hidden'];

/**
 * Continues after errors, which the responses report. Without the backend, the set ends: what was
 * made before is reported nevertheless.
 * @param send - also gets whether a request before has failed
 */
export async function changeInSequence(
  send: Send,
  requests: readonly EngineRequest[],
  signal: AbortSignal | undefined
): ReturnType<Engine['changeTogether']> {
  const responses: EngineResponse[] = [];
  let hasFailed = false;
  for (const request of requests) {
    if (signal?.aborted) break;
    try {
      const response = await withoutRefusedFlags((sent) => send(sent, hasFailed), request);
      hasFailed ||= response.statusCode >= 400;
      responses.push(response);
    } catch (error) {
      const definition = getErrorResponse(error);
      if (!definition) throw error;
      hasFailed = true;
      responses.push(message(definition.status, englishText(definition)));
      break;
    }
  }
  const isDone = !hasFailed && responses.length === requests.length;
  return { ok: true, result: { isDone, isWhole: false, responses } };
}

/** A dry run checks nothing: each change is checked when it is made. */
export const notTried: Awaited<ReturnType<Engine['changeTogether']>> = {
  ok: true,
  result: { isDone: false, isWhole: false, responses: [] },
};

/** A file may have flags that the caller must not set. The entry is changed without them. */
async function withoutRefusedFlags(
  send: (request: EngineRequest) => Promise<EngineResponse>,
  request: EngineRequest
): Promise<EngineResponse> {
  const response = await send(request);
  const { invalid_keys: invalid } = (response.body ?? {}) as { invalid_keys?: { keys?: unknown } };
  const refused = String(invalid?.keys ?? '').split(',');
  if (response.statusCode !== 400 || !refused.every((key) => FLAGS.includes(key))) return response;
  const body = omit(request.body as object, refused);
  return withWarnings(await send({ ...request, body }), refused.map(flagWarning));
}
