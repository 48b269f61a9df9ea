/** Entry point of the lazily loaded section "Advanced settings". */
import { renderApp, type UnmountCallback } from '@sd/core/public';
import { KitProvider } from '@sd/ui_kit';
import type { ScreenDeps } from '../services/screen_deps';
import type { ManagementSectionMountParams } from '../types';
import { SettingsPage } from './settings_page';

export function mountSettings(
  { element, history, kit }: ManagementSectionMountParams,
  deps: ScreenDeps
): UnmountCallback {
  return renderApp(
    element,
    <KitProvider services={kit}>
      <SettingsPage
        {...deps}
        // Read here: React renders later, when the history may already be gone.
        initialSearch={history.location.search}
        reloadPage={() => window.location.reload()}
      />
    </KitProvider>
  );
}
