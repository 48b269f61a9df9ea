/** Authentication domains. A change that would lock administrators out needs confirmation. */
import { type HttpSetup, send, sendForResponse } from '@sd/core/public';
import type { Version } from '@sd/ui_kit';
import {
  CHANGE_DOMAINS,
  type ChangeResponse,
  type LoginChanges,
  READ_SECURITY_CONFIG,
  type SecurityConfig,
} from '../../common';
import { toHeaders, addVersion } from './entity_client';
import { type ConfirmLockout, withLockoutConfirmation } from './lockout_confirmation';

export class Domains {
  constructor(
    private readonly http: Pick<HttpSetup, 'get' | 'post'>,
    private readonly confirmLockout: ConfirmLockout
  ) {}

  async config(signal?: AbortSignal): Promise<Version<SecurityConfig>> {
    const response = await sendForResponse(this.http, READ_SECURITY_CONFIG, { signal });
    const { entity, etag } = addVersion(response);
    return { entity: entity.data, etag };
  }

  /** @param etag - version of the configuration to change */
  change(body: LoginChanges, etag: string | undefined): Promise<ChangeResponse> {
    return withLockoutConfirmation(this.confirmLockout, (query) =>
      send(this.http, CHANGE_DOMAINS, { query, body, headers: toHeaders({ etag }) })
    );
  }
}
