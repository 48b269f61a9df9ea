import type { Identity } from '@sd/core/server';

/** What pages of the Security app that another plugin registers in the browser load. */
export interface AddedAdminPage {
  /** The pattern that the browser part registers. */
  readonly path: string;
  /** Names of the script chunks, see `PagePreload`. */
  readonly imports: readonly string[];
}

/** Contract for other server plugins. */
export interface SecurityPluginSetup {
  readonly adminPages: {
    /** Announces the scripts of a page to administrators who open it. */
    register(page: AddedAdminPage): void;
  };
  /** Saved object partition of a tenant; `userName` matters for the private tenant only. */
  tenantPartition(tenant: string, userName: string): string;
  /**
   * Whether a user may work in a tenant: their roles include it, and neither the configuration nor
   * the engine disables it.
   * @param tenant - wire name
   */
  mayUseTenant(tenant: string, user: Pick<Identity, 'userName' | 'tenants'>): Promise<boolean>;
  /**
   * Names of all tenants except the global one, independent of the caller, for tasks per tenant.
   * @returns `undefined` if the backend does not list them
   */
  tenantNames(): Promise<readonly string[] | undefined>;
}
export type SecurityPluginStart = Record<string, never>;
