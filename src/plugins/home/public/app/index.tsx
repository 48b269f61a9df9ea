/** Entry point of the lazily loaded screen. */
import { i18n, type AppMountParameters, type AppUnmount } from '@sd/core/public';
import { createKitMemory, renderKitApp } from '@sd/ui_kit';
import { HomeScreen } from './home_screen';
import type { HomeDeps } from './home_deps';

export const renderHomeApp = (params: AppMountParameters, deps: HomeDeps): AppUnmount =>
  renderKitApp(
    params,
    deps.core,
    {
      memory: createKitMemory('securityDashboards.home.'),
      root: { text: i18n.translate('home.appTitle', { defaultMessage: 'Home' }), path: '/' },
    },
    <HomeScreen {...deps} />
  );
