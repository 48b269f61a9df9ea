import type { SecurityPluginSetup } from '@sd/plugins/security/server';

/** Required in the manifest. */
export interface SetupDeps {
  readonly security: SecurityPluginSetup;
}

export type RequestsPluginSetup = Record<string, never>;
export type RequestsPluginStart = Record<string, never>;
