/** What the routes about connections are made of. */
import type { PrivilegedBackend } from '@sd/core/server';
import type { SessionValue } from '@sd/plugins/security/server';
import type { PluginDeps } from '../types';
import type { EnteredPrincipal } from './cluster_profile';
import type { ClusterRegistry } from './cluster_registry';

/** The credentials that users enter, by id of the cluster. */
export type EnteredById = Readonly<Record<string, EnteredPrincipal>>;

export interface ConnectionDeps extends PluginDeps {
  readonly registry: ClusterRegistry;
  readonly entered: SessionValue<EnteredById>;
  readonly connectionChanged: PrivilegedBackend['internal']['connectionChanged'];
}
