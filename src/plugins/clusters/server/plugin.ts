/** Server part of connected clusters: comparison, promotion, one user on all, resource sharing. */
import type { CoreSetup, Plugin, PluginInitializerContext } from '@sd/core/server';
import { COMPARE_PATH, RESOURCES_PATH } from '../common';
import { registerComparisonRoutes } from './comparisons/routes';
import { registerPersonRoutes } from './person/routes';
import { registerResourceSharingRoutes } from './resource_sharing/routes';
import type { ClustersPluginSetup, ClustersPluginStart, PluginDeps, SetupDeps } from './types';

/** Chunks of the pages in the browser. */
const PAGES = {
  [RESOURCES_PATH]: 'clusters-resources_page',
  [COMPARE_PATH]: 'clusters-compare_page',
};

export class ClustersPlugin implements Plugin<ClustersPluginSetup, ClustersPluginStart, SetupDeps> {
  constructor(private readonly context: PluginInitializerContext) {}

  setup({ backend, http }: CoreSetup, { security }: SetupDeps): ClustersPluginSetup {
    if (!backend) throw new Error('The manifest of this plugin lacks the privilege "backend".');
    const { changes, mapEngineErrors, routeTools: tools, sessions } = security;
    const { clusters } = backend;
    const calls = security.engineCalls(http);
    const logger = this.context.logger.get('routes');
    const deps: PluginDeps = {
      ...calls,
      clusters,
      changes,
      mapEngineErrors,
      tools,
      sessions,
      logger,
    };
    registerComparisonRoutes(deps);
    registerPersonRoutes(deps);
    registerResourceSharingRoutes(deps);
    for (const [path, page] of Object.entries(PAGES))
      security.adminPages.register({ path, imports: [page, 'security-parts'] });
    return {};
  }

  start(): ClustersPluginStart {
    return {};
  }
}
