/** Browser part of home, the default app. */
import { type CoreSetup, type CoreStart, type NoPluginDeps, type Plugin, t } from '@sd/core/public';
import type { ManagementPluginStart } from '../../management/public';
import type { SecurityPluginStart } from '../../security/public';
import { HOME_APP_ID } from '../common';

export type HomePluginSetup = Record<string, never>;
export type HomePluginStart = Record<string, never>;

/** Sorts home before the apps with a category. */
const HOME_ORDER = 0;

/** Plugin names as in the manifest. */
export interface HomeStartDeps {
  readonly management?: ManagementPluginStart;
  readonly security?: SecurityPluginStart;
}

export class HomePlugin implements Plugin<
  HomePluginSetup,
  HomePluginStart,
  NoPluginDeps,
  HomeStartDeps
> {
  setup(core: CoreSetup<HomeStartDeps, HomePluginStart>): HomePluginSetup {
    core.application.register({
      id: HOME_APP_ID,
      title: t('home.appTitle', 'Home'),
      order: HOME_ORDER,
      euiIconType: 'home',
      mount: async (params) => {
        const [{ renderHomeApp }, [start, { management, security }]] = await Promise.all([
          import('./app'),
          core.getStartServices(),
        ]);
        return renderHomeApp(params, {
          core: start,
          ...(management && { management }),
          ...(security && { security }),
        });
      },
    });
    return {};
  }

  start(_core: CoreStart): HomePluginStart {
    return {};
  }
}
