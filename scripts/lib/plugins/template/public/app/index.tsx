/** Entry of the lazily loaded app. */
import {
  i18n,
  type AppMountParameters,
  type CoreStart,
  type UnmountCallback,
} from '@sd/core/public';
import { AppFrame, createKitMemory, renderKitApp } from '@sd/ui_kit';
import { HelloPage } from './hello_page';

export const mountApp = (params: AppMountParameters, core: CoreStart): UnmountCallback =>
  renderKitApp(
    params,
    core,
    {
      memory: createKitMemory('sampleApp.'),
      root: {
        text: i18n.translate('sampleApp.appTitle', { defaultMessage: 'Sample app' }),
        path: '/',
      },
    },
    <AppFrame>
      <HelloPage />
    </AppFrame>
  );
