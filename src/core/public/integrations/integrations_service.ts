/** Applies user settings to libraries and the page (docs/reference/core.md#integrations). */
import { Subscription } from 'rxjs';
import { insertStyle } from '../csp_nonce';
import type { IUiSettingsClient } from '../ui_settings/types';

/** Keeps progress indicators animated: without motion they would not show activity. */
const NO_ANIMATIONS_CSS = `
*:not(.essentialAnimation),
*:not(.essentialAnimation):before,
*:not(.essentialAnimation):after {
  transition-duration: 0s !important;
  transition-delay: 0s !important;
  animation-duration: 0s !important;
  animation-delay: 0s !important;
}`;

/** Fills or empties `style#disableAnimationsCss` according to `accessibility:disableAnimations`. */
function followAnimationSetting(uiSettings: IUiSettingsClient): Subscription {
  return uiSettings
    .get$<boolean>('accessibility:disableAnimations', false)
    .subscribe((isDisabled) => {
      insertStyle('disableAnimationsCss', isDisabled ? NO_ANIMATIONS_CSS : '');
    });
}

interface IntegrationsStart {
  /**
   * Applies the date settings and the page's language to moment whenever it loads. Core awaits this
   * before the first app inside the shell mounts.
   */
  loadDates(): Promise<void>;
}

export class IntegrationsService {
  private readonly subscriptions = new Subscription();

  setup(): void {}

  start({ uiSettings }: { readonly uiSettings: IUiSettingsClient }): IntegrationsStart {
    this.subscriptions.add(followAnimationSetting(uiSettings));
    let dates: Promise<void> | undefined;
    return {
      loadDates: () => (dates ??= this.loadDates(uiSettings)),
    };
  }

  stop(): void {
    this.subscriptions.unsubscribe();
  }

  private async loadDates(uiSettings: IUiSettingsClient): Promise<void> {
    const { followDateSettings, loadMomentLocale } = await import('./date_integration');
    await loadMomentLocale();
    if (!this.subscriptions.closed) this.subscriptions.add(followDateSettings(uiSettings));
  }
}
