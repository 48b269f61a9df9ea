import type { EngineAnswer, EngineResponse } from '../../contract';
import { assertReady, responseOf, type ClusterAnswer } from '../client';

/** The cluster, or the product before it, refuses the caller; ends a question with that answer. */
export class Refusal extends Error {
  constructor(readonly response: EngineResponse) {
    super(`status ${response.statusCode}`);
  }
}

/** Refusals that are thrown while a question is asked are its answer. */
export async function orRefusal<T>(ask: () => Promise<EngineAnswer<T>>): Promise<EngineAnswer<T>> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, response: error.response };
    throw error;
  }
}

/** @throws {Refusal} for what is no 2xx; {ClusterError} for a cluster that is not ready */
export function assertAccepted(answer: ClusterAnswer): void {
  assertReady(answer);
  if (answer.statusCode >= 300) throw new Refusal(responseOf(answer, {}));
}
