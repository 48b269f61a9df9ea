/**
 * Questions about access, typed. Paths and payloads: `common/api.ts`. All methods reject with the
 * http service's fetch error and take an abort signal.
 */
import type { AccessExplanation, AccessQuestion, EffectivePermissions } from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import { API_PATHS } from '../../common';

export class AccessClient {
  constructor(private readonly http: Pick<HttpSetup, 'get' | 'post'>) {}

  /** Everything an internal user may do. */
  effective(user: string, signal?: AbortSignal): Promise<EffectivePermissions> {
    return this.http.get(API_PATHS.effective, { query: { user }, signal });
  }

  /** Why something is granted or denied. */
  explain(
    question: Omit<AccessQuestion, 'changes'>,
    signal?: AbortSignal
  ): Promise<AccessExplanation> {
    return this.http.post(API_PATHS.explain, { body: JSON.stringify(question), signal });
  }
}
