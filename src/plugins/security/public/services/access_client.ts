/**
 * Typed client for access explanations. Paths and payloads: `common/api.ts`. All methods reject
 * with the HTTP service's fetch error and accept an abort signal.
 */
import type {
  AccessExplanation,
  AccessMatrix,
  ExplainRequest,
  ChangeImpact,
  EffectivePermissions,
  MatrixRequest,
  ProposedChanges,
} from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import { API_PATHS } from '../../common';

export class AccessClient {
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly http: Pick<HttpSetup, 'get' | 'post'>) {}

  /** Effective permissions of an internal user. */
  effective(user: string, signal?: AbortSignal): Promise<EffectivePermissions> {
    return this.http.get(API_PATHS.effective, { query: { user }, signal });
  }

  /**
   * Impact of unsaved changes. Runs one request at a time; requests aborted while waiting are not
   * sent.
   */
  impact(changes: ProposedChanges, signal?: AbortSignal): Promise<ChangeImpact> {
    const pending = this.queue.then(() => {
      signal?.throwIfAborted();
      return this.http.post<ChangeImpact>(API_PATHS.impact, {
        body: JSON.stringify({ changes }),
      });
    });
    this.queue = pending.catch(() => undefined);
    return pending;
  }

  /** Access of many users or roles. */
  matrix(request: MatrixRequest, signal?: AbortSignal): Promise<AccessMatrix> {
    return this.http.post(API_PATHS.matrix, { body: JSON.stringify(request), signal });
  }

  /** Explains why an action is granted or denied. */
  explain(
    request: Omit<ExplainRequest, 'changes'>,
    signal?: AbortSignal
  ): Promise<AccessExplanation> {
    return this.http.post(API_PATHS.explain, { body: JSON.stringify(request), signal });
  }
}
