/** Answers for routes over members of the engine beside its REST API. */
import type { EngineAnswer, ResponseFactory, RouteResponse } from '@sd/core/server';
import { EngineUnavailableError } from '../../auth/authenticator';
import { refused } from '../../errors';
import { QueryValueError } from './query_values';
import type { RouteDeps } from './route_deps';

/** Runs a handler; engine refusals, and values that cannot be read, become the answer. */
export function answering(
  { api }: Pick<RouteDeps, 'api'>,
  response: ResponseFactory,
  handler: () => Promise<RouteResponse>
): Promise<RouteResponse> {
  return api.answering(response, async () => {
    try {
      return await handler();
    } catch (error) {
      if (error instanceof QueryValueError)
        return refused(response, error.definition, error.params);
      throw error;
    }
  });
}

/** @throws {EngineUnavailableError} */
export const reached = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    throw new EngineUnavailableError(error);
  });

/** @throws {EngineRequestError} with what the engine refused, {EngineUnavailableError} */
export async function resultOf<T>(
  { api }: Pick<RouteDeps, 'api'>,
  asked: Promise<EngineAnswer<T>>
): Promise<T> {
  const answered = await reached(asked);
  if (!answered.ok) throw api.refusal(answered.response);
  return answered.result;
}
