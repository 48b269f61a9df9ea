import type { CheckedFindings, EngineResult, PrivilegedBackend } from '@sd/core/server';
import type { SecurityPluginSetup } from '@sd/plugins/security/server';

/** Required in the manifest. */
export interface SetupDeps {
  readonly security: SecurityPluginSetup;
}

export type Finding = CheckedFindings['findings'][number];

/**
 * Findings that the server looks for by itself, without a request. They are nobody's in particular:
 * check rights before you show them.
 */
export interface ServerFindings {
  /** Of this installation; `undefined` where the server has no account on the cluster. */
  checkHome(): Promise<EngineResult<CheckedFindings>> | undefined;
  /** The connected clusters, by id. */
  connected(): ReadonlyMap<string, ConnectedFindings>;
  /**
   * Records what a check has found.
   * @param cluster - id of the cluster; `HOME_CLUSTER` for this installation
   * @returns those that nobody has accepted, in the same order
   */
  withoutAccepted(cluster: string, found: readonly Finding[]): Promise<readonly Finding[]>;
}

/** Findings of a connected cluster. */
export interface ConnectedFindings {
  /** Of the cluster. */
  readonly name: string;
  /** Where its credentials go. Another destination is another cluster, whatever its id. */
  readonly destination: string;
  /** Stands for the connection; another object after each change of it. */
  readonly connection: object;
  /**
   * Checks with the credentials that the connection stores; absent unless they are complete. The
   * plugin that calls it has a setting for the clusters that it may check.
   * @param limitMs - milliseconds, after which the check fails
   */
  readonly check?: (limitMs: number) => Promise<EngineResult<CheckedFindings>>;
}

/** Contract for other server plugins. */
export interface FindingsPluginSetup {
  /**
   * What the server finds by itself, with its own permissions and the credentials that connections
   * store.
   * @param holder - `core.backend` of the plugin, which only plugins with that privilege have
   * @throws for anything else
   */
  ofServer(holder: Pick<PrivilegedBackend, 'internal'> | undefined): ServerFindings;
}
export type FindingsPluginStart = Record<string, never>;
