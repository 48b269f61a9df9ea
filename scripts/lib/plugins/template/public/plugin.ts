/** Browser part: registers the app. */
import {
  DEFAULT_APP_CATEGORIES,
  i18n,
  type CoreSetup,
  type CoreStart,
  type NoPluginDeps,
  type Plugin,
} from '@sd/core/public';
import { APP_ID } from '../common';

export type SampleAppPluginSetup = Record<string, never>;
export type SampleAppPluginStart = Record<string, never>;

export class SampleAppPlugin implements Plugin<SampleAppPluginSetup, SampleAppPluginStart> {
  setup(core: CoreSetup<NoPluginDeps, SampleAppPluginStart>): SampleAppPluginSetup {
    core.application.register({
      id: APP_ID,
      title: i18n.translate('sampleApp.appTitle', { defaultMessage: 'Sample app' }),
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
