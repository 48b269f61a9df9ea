/**
 * Available tenants. The page metadata has the values of the configuration file; administrators
 * narrow them at runtime, and the server reports the current state.
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
  /** Replays the latest value; emits only on changes. */
  readonly rules$: Observable<TenancyRules>;
  /** If multitenancy is off in the configuration file, nothing can change. */
  readonly isConfigured: boolean;

  private created?: number;

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

  /** Start of the session, in epoch milliseconds; `undefined` before `refresh` or without one. */
  get sessionCreatedAt(): number | undefined {
    return this.created;
  }

  /**
   * Loads the state from the server.
   * @returns wire name of the current tenant; `null` if there is none or multitenancy is off
   * @throws what the request throws
   */
  async refresh(signal?: AbortSignal): Promise<string | null> {
    if (!this.isConfigured) return null;
    const state = await this.client.tenancyState(signal);
    this.created = state.session_created_at;
    const next: TenancyRules = {
      isEnabled: state.enabled,
      isGlobalEnabled: state.global_enabled,
      isPrivateEnabled: state.enabled && state.private_enabled,
    };
    if (JSON.stringify(next) !== JSON.stringify(this.rules)) this.subject.next(next);
    return state.tenant;
  }

  /**
   * Whether the configuration offers a tenant, by its wire name, regardless of the user's roles.
   */
  isOffered(tenant: string): boolean {
    const { isEnabled, isGlobalEnabled, isPrivateEnabled } = this.rules;
    if (tenant === GLOBAL_TENANT) return isGlobalEnabled;
    return tenant === PRIVATE_TENANT ? isPrivateEnabled : isEnabled;
  }

  stop(): void {
    this.subject.complete();
  }
}
