import type { EngineResult, EngineResponse } from '../../api';
import { assertReady, responseOf, type ClusterResponse } from '../client';

/** The cluster, or the product before it, refuses the caller; ends a question with that answer. */
export class PreviewError extends Error {
  constructor(readonly response: EngineResponse) {
    super(`status ${response.statusCode}`);
  }
}

/** Refusals that are thrown while a question is asked are its answer. */
export async function orPreviewError<T>(
  ask: () => Promise<EngineResult<T>>
): Promise<EngineResult<T>> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof PreviewError) return { ok: false, response: error.response };
    throw error;
  }
}

/** @throws {PreviewError} for what is no 2xx; {ClusterError} for a cluster that is not ready */
export function assertSuccess(response: ClusterResponse): void {
  assertReady(response);
  if (response.statusCode >= 300) throw new PreviewError(responseOf(response, {}));
}
