import type { Identity } from '@sd/core/server';

/** What other server plugins may use. */
export interface SecurityPluginSetup {
  /** Saved-object partition of a tenant; `userName` matters for the private one. */
  tenantPartition(tenant: string, userName: string): string;
  /**
   * Whether a user may work in a tenant: their roles reach it, and neither configuration nor engine
   * switch it off.
   * @param tenant - wire name
   */
  mayUseTenant(tenant: string, user: Pick<Identity, 'userName' | 'tenants'>): Promise<boolean>;
  /**
   * Names of all tenants but the global one, whoever asks: for what is done once for each.
   * @returns `undefined` when the backend does not say
   */
  tenantNames(): Promise<readonly string[] | undefined>;
}
export type SecurityPluginStart = Record<string, never>;
