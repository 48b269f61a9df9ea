/**
 * Which tenants there are at this moment. The page comes with what the configuration file says;
 * administrators narrow it while the server runs, and the server tells.
 */
import { BehaviorSubject, type Observable } from 'rxjs';
import { type ClientConfig, GLOBAL_TENANT, PRIVATE_TENANT } from '../../common';
import type { SecurityClient } from './security_client';

export interface TenancyRules {
  readonly isEnabled: boolean;
  readonly isGlobalEnabled: boolean;
  readonly isPrivateEnabled: boolean;
}

export class Tenancy {
  private readonly subject: BehaviorSubject<TenancyRules>;
  /** Replays; says something only when something changed. */
  readonly rules$: Observable<TenancyRules>;
  /** Without multi-tenancy in the configuration file nothing can change. */
  readonly isConfigured: boolean;

  constructor(
    private readonly client: Pick<SecurityClient, 'tenancyState'>,
    { multitenancy: { enabled, tenants } }: Pick<ClientConfig, 'multitenancy'>
  ) {
    this.isConfigured = enabled;
    this.subject = new BehaviorSubject({
      isEnabled: enabled,
      isGlobalEnabled: tenants.enable_global,
      isPrivateEnabled: enabled && tenants.enable_private,
    });
    this.rules$ = this.subject.asObservable();
  }

  get rules(): TenancyRules {
    return this.subject.value;
  }

  /**
   * Asks the server.
   * @returns wire name of the tenant in force there; `null`: none, or nothing to ask
   * @throws what the request throws
   */
  async refresh(signal?: AbortSignal): Promise<string | null> {
    if (!this.isConfigured) return null;
    const state = await this.client.tenancyState(signal);
    const next: TenancyRules = {
      isEnabled: state.enabled,
      isGlobalEnabled: state.global_enabled,
      isPrivateEnabled: state.enabled && state.private_enabled,
    };
    if (JSON.stringify(next) !== JSON.stringify(this.rules)) this.subject.next(next);
    return state.tenant;
  }

  /** Whether a tenant is there, by its wire name; the roles of a user are another matter. */
  isOffered(tenant: string): boolean {
    const { isEnabled, isGlobalEnabled, isPrivateEnabled } = this.rules;
    if (tenant === GLOBAL_TENANT) return isGlobalEnabled;
    return tenant === PRIVATE_TENANT ? isPrivateEnabled : isEnabled;
  }

  stop(): void {
    this.subject.complete();
  }
}
