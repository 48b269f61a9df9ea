/** Server part of home: the kinds of saved objects, the demonstration set, facts of the set-up. */
import type { CoreSetup, CoreStart, Plugin, PluginInitializerContext } from '@sd/core/server';
import type { SecurityPluginSetup } from '../../security/server';
import { demoMarkerType, seedDemoObjects, type DemoSeederDeps } from './demo_seeder';
import { savedObjectTypes } from './saved_object_types';
import { registerSetUpRoute } from './set_up_route';
import { HOME_APP_ID } from '../common';

/** As the manifest names them. */
export interface HomeSetupDeps {
  readonly security?: SecurityPluginSetup;
}

export class HomePlugin implements Plugin<HomePluginSetup, HomePluginStart, HomeSetupDeps> {
  private tenants: DemoSeederDeps['tenants'];

  constructor(private readonly context: PluginInitializerContext) {}

  setup(core: CoreSetup, { security }: HomeSetupDeps): HomePluginSetup {
    const { savedObjects } = core;
    savedObjectTypes.forEach((type) => savedObjects.registerType(type));
    savedObjects.registerType(demoMarkerType);
    this.tenants = security && {
      names: () => security.tenantNames(),
      partition: (tenant) => security.tenantPartition(tenant, ''),
    };
    core.pages.addPreloadProvider(({ url }) => ({
      apps: [HOME_APP_ID],
      imports: url.pathname === `/app/${HOME_APP_ID}` ? ['home-app'] : [],
    }));
    if (security) registerSetUpRoute(core.http.createRouter(), core.engine);
    return {};
  }

  /** The demonstration set is no reason not to start: failing to write it is logged. */
  async start({ savedObjects }: CoreStart): Promise<HomePluginStart> {
    const { env, logger } = this.context;
    if (env.demo) {
      try {
        await seedDemoObjects({
          savedObjects,
          logger,
          ...(this.tenants && { tenants: this.tenants }),
        });
      } catch (error) {
        logger.error(error instanceof Error ? error : String(error));
      }
    }
    return {};
  }
}

export type HomePluginSetup = Record<string, never>;
export type HomePluginStart = Record<string, never>;
