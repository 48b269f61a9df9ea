/**
 * The authentication domains, for the screens that change and try them. A change that would lock
 * somebody out is asked about once more. All methods reject with the http service's fetch error.
 */
import type { HttpSetup } from '@sd/core/public';
import type { Version } from '@sd/ui_kit';
import {
  API_PATHS,
  type ChangeResponse,
  type OwnSignIn,
  type SecurityConfig,
  type SecurityConfigResponse,
  type SignInChanges,
  type SignInRights,
  type SignInTrialAnswer,
  type SignInTrialBody,
} from '../../common';
import { type AskLockout, askingLockout } from './lockout_question';

export class DomainClient {
  constructor(
    private readonly http: Pick<HttpSetup, 'get' | 'post'>,
    private readonly ask: AskLockout
  ) {}

  async config(signal?: AbortSignal): Promise<Version<SecurityConfig>> {
    const { body, response } = await this.http.get<SecurityConfigResponse>(
      API_PATHS.securityConfig,
      { signal, asResponse: true }
    );
    return {
      entity: (body as SecurityConfigResponse).data,
      etag: response?.headers.get('etag') ?? undefined,
    };
  }

  /** Whether the caller may change domains, and try them. */
  async mayChange(signal?: AbortSignal): Promise<boolean> {
    return (await this.http.get<SignInRights>(API_PATHS.signInTrial, { signal })).allowed;
  }

  /** Nothing of it is saved, and nobody signed in. */
  try(question: SignInTrialBody): Promise<SignInTrialAnswer> {
    return this.http.post(API_PATHS.signInTrial, { body: JSON.stringify(question) });
  }

  /** @param etag - only this version of the configuration is changed */
  change(changes: SignInChanges, etag: string | undefined): Promise<ChangeResponse> {
    return askingLockout(this.ask, (query) =>
      this.http.post<ChangeResponse>(API_PATHS.securityConfig, {
        body: JSON.stringify(changes),
        query,
        ...(etag !== undefined && { headers: { 'if-match': etag } }),
      })
    );
  }

  /** What came with the own sign-in. */
  own(signal?: AbortSignal): Promise<OwnSignIn> {
    return this.http.get(API_PATHS.ownSignIn, { signal });
  }
}
