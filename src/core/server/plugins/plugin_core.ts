/** The core contract of one server plugin, whose registrations end once it is left out. */
import { createCallRouter } from '../http/routing/call_router';
import type { HttpServiceSetup, RouteRegistrar, Router } from '../http/types';
import { callPlugin } from './late_errors';
import type { Contracts, PluginWrapper } from './plugin_wrapper';
import type { CoreSetup, CoreStart } from './types';

/** The parts of core that are the same for all plugins. */
export interface SharedCoreSetup extends Omit<CoreSetup, 'getStartServices'> {
  /** Resolves when every plugin has started. */
  readonly started: Promise<CoreStart>;
}

/** @param startContracts - those of the plugin's dependencies, after their start */
export function getCore(
  { started, ...core }: SharedCoreSetup,
  plugin: PluginWrapper,
  startContracts: () => Contracts
): CoreSetup {
  return {
    ...core,
    http: getHttp(core.http, plugin),
    pages: {
      addPreloadProvider: (provider) =>
        core.pages.addPreloadProvider((request) =>
          plugin.isLeftOut ? {} : callPlugin(() => provider(request))
        ),
    },
    getStartServices: async () => {
      const start = await started;
      // Never settles: the plugin must not continue, and a rejection would end the whole server.
      if (plugin.isLeftOut) return new Promise<never>(() => undefined);
      return [start, startContracts(), plugin.startContract];
    },
  };
}

/**
 * If the plugin is left out, its routes and entry points respond with 404 after the access check,
 * as if they were not registered.
 */
function getHttp(http: HttpServiceSetup, plugin: PluginWrapper): HttpServiceSetup {
  return {
    ...http,
    createRouter: (options) => getRouter(http.createRouter(options), plugin),
    registerOnPreResponse: (handler) =>
      http.registerOnPreResponse((...args) =>
        plugin.isLeftOut ? undefined : callPlugin(() => handler(...args))
      ),
    registerEntryPoint: ({ handler, ...entryPoint }) =>
      http.registerEntryPoint({
        ...entryPoint,
        handler: async (request) =>
          plugin.isLeftOut
            ? {
                statusCode: 404,
                body: { statusCode: 404, error: 'Not Found', message: 'Not Found' },
              }
            : callPlugin(() => handler(request)),
      }),
  };
}

function getRouter(router: Router, plugin: PluginWrapper): Router {
  const guard =
    (register: RouteRegistrar): RouteRegistrar =>
    (config, handler) => {
      // Without the privilege, its engine is that of this installation, whatever the request names.
      if (config.options?.forClusters && !plugin.privileges.includes('backend'))
        throw new Error(
          `The route ${config.path} declares "forClusters", but a connected cluster is reached by plugins with the privilege "backend" only.`
        );
      register(config, (request, response) =>
        plugin.isLeftOut ? response.notFound() : callPlugin(() => handler(request, response))
      );
    };
  const verbs = {
    get: guard(router.get),
    post: guard(router.post),
    put: guard(router.put),
    patch: guard(router.patch),
    delete: guard(router.delete),
  };
  return { ...verbs, ...createCallRouter(verbs) };
}
