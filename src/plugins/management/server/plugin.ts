/** Server part of management: what the screens ask beyond the APIs of core. */
import type { CoreSetup, Plugin, PluginInitializerContext } from '@sd/core/server';
import type { SecurityPluginSetup } from '../../security/server';
import { registerCopyRoute } from './copy_route';
import { registerTypesRoute } from './types_route';

export type ManagementPluginSetup = Record<string, never>;
export type ManagementPluginStart = Record<string, never>;

export class ManagementPlugin implements Plugin<ManagementPluginSetup, ManagementPluginStart> {
  constructor(private readonly context: PluginInitializerContext) {}

  /** Without the security plugin there are no tenants, hence no route that copies between them. */
  setup(core: CoreSetup, plugins: Readonly<Record<string, unknown>>): ManagementPluginSetup {
    const router = core.http.createRouter();
    const getSavedObjects = async () => (await core.getStartServices())[0].savedObjects;
    registerTypesRoute({ router, getSavedObjects });
    const security = plugins['security'] as SecurityPluginSetup | undefined;
    if (security) {
      registerCopyRoute({
        router,
        getSavedObjects,
        security,
        logger: this.context.logger.get('copy'),
      });
    }
    return {};
  }

  start(): ManagementPluginStart {
    return {};
  }
}
