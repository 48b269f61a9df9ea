/** Runs limited work and maps exceeded limits to error responses. */
import { LimitExceededError } from '../scheduling/limit_exceeded';
import { badRequest } from '../model/responses';
import type { EngineResult } from '../api/engine';

/** An exceeded limit becomes a 400 response with its text. */
export async function withinLimits<T>(ask: () => Promise<T>): Promise<EngineResult<T>> {
  try {
    return { ok: true, result: await ask() };
  } catch (error) {
    if (error instanceof LimitExceededError)
      return { ok: false, response: badRequest(error.message) };
    throw error;
  }
}
