/** Server part of connected clusters: connections, comparison, one user on all, sharing. */
import type { CoreSetup, Plugin, PluginInitializerContext } from '@sd/core/server';
import {
  CLUSTER_PATH,
  CLUSTERS_PATH,
  COMPARE_PATH,
  NEW_CLUSTER_PATH,
  RESOURCES_PATH,
  SECURITY_ROUTE,
} from '../common';
import { registerComparisonRoutes } from './comparisons/routes';
import type { ClustersConfig } from './config';
import { registerClusterRoutes } from './connections/choice_routes';
import { ClusterRegistry } from './connections/cluster_registry';
import { registerClusterConnections } from './connections/connection_routes';
import { registerEverywhereRoutes } from './everywhere/routes';
import { registerResourceSharingRoutes } from './resource_sharing/routes';
import type { ConnectionDeps, EnteredById } from './connections/connection_deps';
import type { ClustersPluginSetup, ClustersPluginStart, SetupDeps } from './types';

/** Chunks of the pages in the browser. */
const PAGES = {
  [RESOURCES_PATH]: 'clusters-resources_page',
  [COMPARE_PATH]: 'clusters-compare_page',
  [CLUSTERS_PATH]: 'clusters-clusters_page',
  [NEW_CLUSTER_PATH]: 'clusters-cluster_edit_page',
  [CLUSTER_PATH]: 'clusters-cluster_edit_page',
};

export class ClustersPlugin implements Plugin<ClustersPluginSetup, ClustersPluginStart, SetupDeps> {
  private registry: ClusterRegistry | undefined;

  constructor(private readonly context: PluginInitializerContext<ClustersConfig>) {}

  async setup(core: CoreSetup, { security }: SetupDeps): Promise<ClustersPluginSetup> {
    const { backend, http } = core;
    if (!backend) throw new Error('The manifest of this plugin lacks the privilege "backend".');
    const { logger } = this.context;
    const { changes, mapEngineErrors, routeTools: tools } = security;
    const sessions = security.sessions(backend);
    const entered = sessions.valueOf<EnteredById>('clusters');
    const registry = await ClusterRegistry.open({
      config: this.context.config.get(),
      tools,
      store: backend.documents('connections'),
      connectionKey: backend.connectionKey,
      connect: backend.connect,
      enteredBy: (request) => entered.read(request),
      logger: logger.get('connections'),
    });
    this.registry = registry;
    backend.clusters.provide(registry);
    backend.addCertificates(() => registry.certificates);
    const deps: ConnectionDeps = {
      ...security.engineCalls(http),
      clusters: backend.clusters,
      registry,
      entered,
      changes,
      mapEngineErrors,
      tools,
      sessions,
      connectionChanged: backend.internal.connectionChanged,
      logger: logger.get('routes'),
    };
    registerClusterRoutes(deps);
    registerClusterConnections(deps);
    registerComparisonRoutes(deps);
    registerEverywhereRoutes(deps);
    registerResourceSharingRoutes(deps);
    core.capabilities.registerProvider(() => ({
      securityClusters: { connected: !registry.isEmpty },
    }));
    for (const [path, page] of Object.entries(PAGES))
      security.adminPages.register({ path, imports: [page, 'security-parts'] });
    // Above the side navigation of every page of the app.
    core.pages.addPreloadProvider(({ auth, url }) =>
      !registry.isEmpty && auth?.identity.hasApiAccess && url.pathname.startsWith(SECURITY_ROUTE)
        ? { imports: ['clusters-cluster_picker', 'security-parts'] }
        : {}
    );
    return {};
  }

  start(): ClustersPluginStart {
    return {};
  }

  async stop(): Promise<void> {
    await this.registry?.stop();
  }
}
