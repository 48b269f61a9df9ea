/**
 * Effective tenancy rules: the configuration file, narrowed by the administrators' settings. The
 * engine is asked in the background, at most every two seconds.
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

  /** Whether multitenancy is enabled in the configuration file; needs no engine request. */
  get isConfigured(): boolean {
    return this.config.enabled;
  }

  async rules(): Promise<TenancyRules> {
    if (!this.config.enabled) return this.combine({});
    const isDue = this.now() - this.refreshedAtMs >= REFRESH_INTERVAL_MS;
    if (isDue && !this.refreshing) this.refreshing = this.refresh();
    return this.current ?? (this.refreshing as Promise<TenancyRules>);
  }

  /** Reloads the settings after a change, so that later requests see it. */
  async renew(): Promise<void> {
    // A refresh in progress may have read the old settings.
    await this.refreshing;
    this.refreshing = this.refresh();
    await this.refreshing;
  }

  /**
   * Never rejects: without a response the previous rules, or those of the configuration file,
   * apply.
   */
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
