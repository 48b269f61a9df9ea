import type { EngineResult, EngineResponse } from '../../api';
import { assertReady, toResponse, type ClusterResponse } from '../client';

/** Carries the error response for a caller without access. */
export class PreviewError extends Error {
  constructor(readonly response: EngineResponse) {
    super(`status ${response.statusCode}`);
  }
}

/** Returns the response of a `PreviewError` as the result. */
export async function orPreviewError<T>(
  work: () => Promise<EngineResult<T>>
): Promise<EngineResult<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PreviewError) return { ok: false, response: error.response };
    throw error;
  }
}

/** @throws {PreviewError} if the status is not 2xx; {ClusterError} if the cluster is not ready */
export function assertSuccess(response: ClusterResponse): void {
  assertReady(response);
  if (response.statusCode >= 300) throw new PreviewError(toResponse(response, {}));
}
