/**
 * Tenancy rules in force: what the configuration file allows, narrowed by the settings an
 * administrator keeps in the engine (`tenancy/config`). The engine is asked at most every two
 * seconds and never by a request that has to wait for it, except for the very first.
 */
import type { InternalOperations, Logger } from '@sd/core/server';
import type { SecurityConfig } from '../config';
import type { TenancyRules } from './tenant_resolution';

const REFRESH_INTERVAL_MS = 2_000;

type EngineTenancy = Awaited<ReturnType<InternalOperations['tenancySettings']>>;

export class TenancyRulesService {
  private current: TenancyRules | undefined;
  private refreshedAtMs = Number.NEGATIVE_INFINITY;
  private refreshing: Promise<TenancyRules> | undefined;

  constructor(
    private readonly internal: Pick<InternalOperations, 'tenancySettings'>,
    private readonly config: SecurityConfig['multitenancy'],
    private readonly logger: Logger,
    private readonly now: () => number = Date.now
  ) {}

  /** Whether the configuration file has multi-tenancy on; needs no engine. */
  get isConfigured(): boolean {
    return this.config.enabled;
  }

  async rules(): Promise<TenancyRules> {
    if (!this.config.enabled) return this.combine({});
    const isDue = this.now() - this.refreshedAtMs >= REFRESH_INTERVAL_MS;
    if (isDue && !this.refreshing) this.refreshing = this.refresh();
    return this.current ?? (this.refreshing as Promise<TenancyRules>);
  }

  /** They were changed here: whoever asks after this sees it. */
  async renew(): Promise<void> {
    // What is being read may be from before the change.
    await this.refreshing;
    this.refreshing = this.refresh();
    await this.refreshing;
  }

  /** Never rejects: without an answer the rules stay as they were, or as the configuration says. */
  private async refresh(): Promise<TenancyRules> {
    let settings: EngineTenancy | undefined;
    try {
      settings = await this.internal.tenancySettings();
    } catch (error) {
      this.logger.warn('Tenancy settings could not be read from the engine.', {
        reason: String(error),
      });
    }
    if (settings || !this.current) this.current = this.combine(settings ?? {});
    this.refreshedAtMs = this.now();
    this.refreshing = undefined;
    return this.current;
  }

  private combine(settings: EngineTenancy): TenancyRules {
    const { enabled, tenants } = this.config;
    return {
      isEnabled: enabled && settings.multitenancy_enabled !== false,
      isGlobalEnabled: tenants.enable_global,
      isPrivateEnabled: tenants.enable_private && settings.private_tenant_enabled !== false,
      preferred: tenants.preferred,
      defaultTenant: settings.default_tenant ?? '',
    };
  }
}
