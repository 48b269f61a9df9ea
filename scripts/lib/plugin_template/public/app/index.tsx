/** Entry of the lazily loaded app. */
import {
  i18n,
  renderApp,
  type AppMountParameters,
  type CoreStart,
  type UnmountCallback,
} from '@sd/core/public';
import { AppFrame, createKit, createKitMemory, KitProvider } from '@sd/ui_kit';
import { HelloPage } from './hello_page';

export function mountApp(params: AppMountParameters, core: CoreStart): UnmountCallback {
  const kit = createKit(core, params, {
    memory: createKitMemory('sampleApp.'),
    root: {
      text: i18n.translate('sampleApp.appTitle', { defaultMessage: 'Sample app' }),
      path: '/',
    },
  });
  const unmount = renderApp(
    params.element,
    <KitProvider services={kit.services}>
      <AppFrame>
        <HelloPage />
      </AppFrame>
    </KitProvider>
  );
  return () => {
    unmount();
    kit.stop();
  };
}
