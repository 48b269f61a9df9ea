/** Browser part: registers the app. */
import {
  type CoreSetup,
  type CoreStart,
  DEFAULT_APP_CATEGORIES,
  type NoPluginDeps,
  type Plugin,
  t,
} from '@sd/core/public';
import { APP_ID } from '../common';

export type SampleAppPluginSetup = Record<string, never>;
export type SampleAppPluginStart = Record<string, never>;

export class SampleAppPlugin implements Plugin<SampleAppPluginSetup, SampleAppPluginStart> {
  setup(core: CoreSetup<NoPluginDeps, SampleAppPluginStart>): SampleAppPluginSetup {
    core.application.register({
      id: APP_ID,
      title: t('sampleApp.appTitle', 'Sample app'),
      category: DEFAULT_APP_CATEGORIES.kibana,
      euiIconType: 'apps',
      mount: async (params) => {
        const [{ mountApp }, [start]] = await Promise.all([
          import('./app'),
          core.getStartServices(),
        ]);
        return mountApp(params, start);
      },
    });
    return {};
  }

  start(_core: CoreStart): SampleAppPluginStart {
    return {};
  }
}
