/** The catalogue: every screen of the product and how to reach it. */
import { HOME_SCREENS, OBJECT_SCREENS, SETTINGS_SCREENS } from './management_screens';
import type { Screen } from './screen';
import { CONFIGURATION_SCREENS } from './configuration_screens';
import { FACTOR_SCREENS } from './factor_screens';
import { RECORD_SCREENS } from './records_screens';
import {
  ACCOUNT_SCREENS,
  ANONYMOUS_SCREENS,
  EXPLORER_SCREENS,
  ROLE_SCREENS,
  USER_SCREENS,
} from './security_screens';
import { OVERLAY_SCREENS, SHELL_SCREENS } from './shell_screens';

export { AWAY_SCREENS, type ClusterState } from './away_screens';
export { CLUSTER_SCREENS } from './cluster_screens';
export { openScreen, type Screen, type Visitor } from './screen';

/** Groups that take about the same time, one for each `every_screen_{group}.spec.ts`. */
export const SCREEN_GROUPS = {
  people: [
    ...ANONYMOUS_SCREENS,
    ...USER_SCREENS,
    ...EXPLORER_SCREENS,
    ...ACCOUNT_SCREENS,
    ...FACTOR_SCREENS,
  ],
  roles: [...ROLE_SCREENS, ...RECORD_SCREENS],
  shell: [
    ...SHELL_SCREENS,
    ...OVERLAY_SCREENS,
    ...HOME_SCREENS,
    ...SETTINGS_SCREENS,
    ...OBJECT_SCREENS,
    ...CONFIGURATION_SCREENS,
  ],
} as const satisfies Readonly<Record<string, readonly Screen[]>>;

export const SCREENS: readonly Screen[] = Object.values(SCREEN_GROUPS).flat();
