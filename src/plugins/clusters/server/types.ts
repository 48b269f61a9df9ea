import type { Logger, PrivilegedBackend } from '@sd/core/server';
import type { EngineCalls, SecurityPluginSetup, SessionTools } from '@sd/plugins/security/server';

/** Required in the manifest. */
export interface SetupDeps {
  readonly security: SecurityPluginSetup;
}

export type Tools = SecurityPluginSetup['routeTools'];

/** What the routes are made of, built once by the plugin. */
export interface PluginDeps
  extends EngineCalls, Pick<SecurityPluginSetup, 'changes' | 'mapEngineErrors'> {
  readonly sessions: SessionTools;
  readonly clusters: PrivilegedBackend['clusters'];
  readonly tools: Tools;
  readonly logger: Logger;
}

export type ClustersPluginSetup = Record<string, never>;
export type ClustersPluginStart = Record<string, never>;
