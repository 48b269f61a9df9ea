import type { Subscription } from 'rxjs';
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
export function followAnimationSetting(uiSettings: IUiSettingsClient): Subscription {
  return uiSettings
    .get$<boolean>('accessibility:disableAnimations', false)
    .subscribe((isDisabled) => {
      insertStyle('disableAnimationsCss', isDisabled ? NO_ANIMATIONS_CSS : '');
    });
}
