/** What other server plugins may use. */
export interface SecurityPluginSetup {
  /** Saved-object partition of a tenant; `userName` matters for the private one. */
  tenantPartition(tenant: string, userName: string): string;
}
export type SecurityPluginStart = Record<string, never>;
