import type { SecurityPluginSetup } from '@sd/plugins/security/server';

/** Optional in the manifest: without it there is no Security app. */
export interface SetupDeps {
  readonly security?: SecurityPluginSetup;
}

/** Contract for plugins that depend on the server part. */
export type FieldNotesPluginSetup = Record<string, never>;

export interface FieldNotesPluginStart {
  /** Number of notes that a user wrote today, across all tenants. */
  countToday(userName: string): Promise<number>;
}
