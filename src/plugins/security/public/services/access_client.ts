/**
 * Questions about access, typed. Paths and payloads: `common/api.ts`. All methods reject with the
 * http service's fetch error and take an abort signal.
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
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly http: Pick<HttpSetup, 'get' | 'post'>) {}

  /** Everything an internal user may do. */
  effective(user: string, signal?: AbortSignal): Promise<EffectivePermissions> {
    return this.http.get(API_PATHS.effective, { query: { user }, signal });
  }

  /**
   * Who gains and loses what by changes that are not saved. One question at a time: what was
   * given up while it waited is not asked.
   */
  impact(changes: ProposedChanges, signal?: AbortSignal): Promise<ChangeImpact> {
    const asked = this.turn.then(() => {
      signal?.throwIfAborted();
      return this.http.post<ChangeImpact>(API_PATHS.impact, {
        body: JSON.stringify({ changes }),
      });
    });
    this.turn = asked.catch(() => undefined);
    return asked;
  }

  /** What many users or roles may do. */
  matrix(request: MatrixRequest, signal?: AbortSignal): Promise<AccessMatrix> {
    return this.http.post(API_PATHS.matrix, { body: JSON.stringify(request), signal });
  }

  /** Why something is granted or denied. */
  explain(
    request: Omit<ExplainRequest, 'changes'>,
    signal?: AbortSignal
  ): Promise<AccessExplanation> {
    return this.http.post(API_PATHS.explain, { body: JSON.stringify(request), signal });
  }
}
