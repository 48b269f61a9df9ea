/** Carries user settings into libraries and the page (docs/reference/core.md#integrations). */
import { Subscription } from 'rxjs';
import { insertStyle } from '../csp_nonce';
import type { IUiSettingsClient } from '../ui_settings/types';

/** All but what says "busy": without motion nobody could tell. */
const NO_ANIMATIONS_CSS = `
*:not(.essentialAnimation),
*:not(.essentialAnimation):before,
*:not(.essentialAnimation):after {
  transition-duration: 0s !important;
  transition-delay: 0s !important;
  animation-duration: 0s !important;
  animation-delay: 0s !important;
}`;

/** Fills or empties `style#disableAnimationsCss` as `accessibility:disableAnimations` says. */
function followAnimationSetting(uiSettings: IUiSettingsClient): Subscription {
  return uiSettings
    .get$<boolean>('accessibility:disableAnimations', false)
    .subscribe((isDisabled) => {
      insertStyle('disableAnimationsCss', isDisabled ? NO_ANIMATIONS_CSS : '');
    });
}

interface IntegrationsStart {
  /**
   * Has moment, wherever it gets loaded, follow the date settings in the page's language; core
   * awaits it before the first app inside the shell mounts.
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
