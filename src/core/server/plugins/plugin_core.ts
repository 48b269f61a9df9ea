/** Core as one plugin's server part sees it: what it has hooked in ends when it is left out. */
import type { HttpServiceSetup, RouteRegistrar, Router } from '../http/types';
import type { Contracts, PluginWrapper } from './plugin_wrapper';
import type { CoreSetup, CoreStart } from './types';

/** Core as all plugins have it in common. */
export interface SharedCoreSetup extends Omit<CoreSetup, 'getStartServices'> {
  /** Once every plugin has started. */
  readonly started: Promise<CoreStart>;
}

/** @param startContracts - of those the plugin names, when they have started */
export function coreOf(
  { started, ...core }: SharedCoreSetup,
  plugin: PluginWrapper,
  startContracts: () => Contracts
): CoreSetup {
  return {
    ...core,
    http: httpOf(core.http, plugin),
    pages: {
      addPreloadProvider: (provider) =>
        core.pages.addPreloadProvider((request) => (plugin.isLeftOut ? {} : provider(request))),
    },
    getStartServices: async () => {
      const start = await started;
      // Neither resolved, for it has no part in this, nor rejected: it would end the whole server.
      if (plugin.isLeftOut) return new Promise<never>(() => undefined);
      return [start, startContracts(), plugin.startContract];
    },
  };
}

/**
 * Its routes and entry points answer 404, after the checks of access, as if they had not been
 * registered.
 */
function httpOf(http: HttpServiceSetup, plugin: PluginWrapper): HttpServiceSetup {
  return {
    ...http,
    createRouter: () => routerOf(http.createRouter(), plugin),
    registerOnPreResponse: (handler) =>
      http.registerOnPreResponse((...args) => (plugin.isLeftOut ? undefined : handler(...args))),
    registerEntryPoint: ({ handler, ...entryPoint }) =>
      http.registerEntryPoint({
        ...entryPoint,
        handler: async (request) =>
          plugin.isLeftOut
            ? {
                statusCode: 404,
                body: { statusCode: 404, error: 'Not Found', message: 'Not Found' },
              }
            : handler(request),
      }),
  };
}

function routerOf(router: Router, plugin: PluginWrapper): Router {
  const guarded =
    (register: RouteRegistrar): RouteRegistrar =>
    (config, handler) =>
      register(config, (request, response) =>
        plugin.isLeftOut ? response.notFound() : handler(request, response)
      );
  return {
    get: guarded(router.get),
    post: guarded(router.post),
    put: guarded(router.put),
    patch: guarded(router.patch),
    delete: guarded(router.delete),
  };
}
