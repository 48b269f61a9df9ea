/** Server part of management: what the screens ask beyond the APIs of core. */
import type { CoreSetup, Plugin, PluginInitializerContext } from '@sd/core/server';
import type { SecurityPluginSetup } from '../../security/server';
import { registerCopyRoute } from './copy_route';
import { registerTypesRoute } from './types_route';
import { MANAGEMENT_APP_ID } from '../common';

export type ManagementPluginSetup = Record<string, never>;
export type ManagementPluginStart = Record<string, never>;

/** As the manifest names them. */
export interface ManagementSetupDeps {
  readonly security?: SecurityPluginSetup;
}

export class ManagementPlugin implements Plugin<
  ManagementPluginSetup,
  ManagementPluginStart,
  ManagementSetupDeps
> {
  constructor(private readonly context: PluginInitializerContext) {}

  /** Without the security plugin there are no tenants, hence no route that copies between them. */
  setup(core: CoreSetup, { security }: ManagementSetupDeps): ManagementPluginSetup {
    core.pages.addPreloadProvider(({ url }) => ({
      apps: [MANAGEMENT_APP_ID],
      imports: url.pathname.startsWith(`/app/${MANAGEMENT_APP_ID}`) ? ['management-app'] : [],
    }));
    const router = core.http.createRouter();
    const getSavedObjects = async () => (await core.getStartServices())[0].savedObjects;
    registerTypesRoute({ router, getSavedObjects });
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
