/** Entry point of the lazily loaded screen. */
import { type AppMountParameters, type AppUnmount, t } from '@sd/core/public';
import { createKitMemory, renderKitApp } from '@sd/ui_kit';
import { HomeScreen } from './home_screen';
import type { HomeDeps } from './home_deps';

export const renderHomeApp = (params: AppMountParameters, deps: HomeDeps): AppUnmount =>
  renderKitApp(
    params,
    deps.core,
    {
      memory: createKitMemory('securityDashboards.home.'),
      root: { text: t('home.appTitle', 'Home'), path: '/' },
    },
    <HomeScreen {...deps} />
  );
