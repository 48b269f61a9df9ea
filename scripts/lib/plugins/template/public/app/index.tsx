/** Entry of the lazily loaded app. */
import { type AppMountParameters, type CoreStart, t, type UnmountCallback } from '@sd/core/public';
import { AppFrame, createKitMemory, renderKitApp } from '@sd/ui_kit';
import { HelloPage } from './hello_page';

export const mountApp = (params: AppMountParameters, core: CoreStart): UnmountCallback =>
  renderKitApp(
    params,
    core,
    {
      memory: createKitMemory('sampleApp.'),
      root: {
        text: t('sampleApp.appTitle', 'Sample app'),
        path: '/',
      },
    },
    <AppFrame>
      <HelloPage />
    </AppFrame>
  );
