/** Every screen of the product and how to reach it. */
import { HOME_SCREENS, OBJECT_SCREENS, SETTINGS_SCREENS } from './management_screens';
import type { Screen } from './screen';
import { CONFIGURATION_SCREENS } from './configuration_screens';
import { ACCOUNT_SCREENS, ANONYMOUS_SCREENS, ROLE_SCREENS, USER_SCREENS } from './security_screens';
import { OVERLAY_SCREENS, SHELL_SCREENS } from './shell_screens';

export { openScreen, type Screen, type Visitor } from './screen';

export const SCREENS: readonly Screen[] = [
  ...ANONYMOUS_SCREENS,
  ...HOME_SCREENS,
  ...ROLE_SCREENS,
  ...USER_SCREENS,
  ...CONFIGURATION_SCREENS,
  ...ACCOUNT_SCREENS,
  ...SETTINGS_SCREENS,
  ...OBJECT_SCREENS,
  ...SHELL_SCREENS,
  ...OVERLAY_SCREENS,
];
