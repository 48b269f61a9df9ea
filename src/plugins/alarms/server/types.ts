import type { FindingsPluginSetup } from '@sd/plugins/findings/server';
import type { SecurityEvent, SecurityPluginSetup } from '@sd/plugins/security/server';

export type FailedLogin = Omit<Extract<SecurityEvent, { kind: 'failed_login' }>, 'kind'>;

export interface SetupDeps {
  /** Required in the manifest. */
  readonly security: SecurityPluginSetup;
  /** Optional: without it there are no alarms about findings. */
  readonly findings?: FindingsPluginSetup;
}

export type AlarmsPluginSetup = Record<string, never>;
export type AlarmsPluginStart = Record<string, never>;
