import type { SecurityEvent, SecurityPluginSetup } from '@sd/plugins/security/server';

export type FailedLogin = Omit<Extract<SecurityEvent, { kind: 'failed_login' }>, 'kind'>;

/** Required in the manifest. */
export interface SetupDeps {
  readonly security: SecurityPluginSetup;
}

export type AlarmsPluginSetup = Record<string, never>;
export type AlarmsPluginStart = Record<string, never>;
