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

/**
 * Groups of about the same size, so that the `every_screen_{group}.spec.ts` files can run in
 * parallel.
 */
export const SCREEN_GROUPS = {
  management: [...HOME_SCREENS, ...SETTINGS_SCREENS, ...OBJECT_SCREENS],
  roles: ROLE_SCREENS,
  configuration: CONFIGURATION_SCREENS,
  records: RECORD_SCREENS,
  people: [
    ...ANONYMOUS_SCREENS,
    ...USER_SCREENS,
    ...EXPLORER_SCREENS,
    ...ACCOUNT_SCREENS,
    ...FACTOR_SCREENS,
  ],
  shell: [...SHELL_SCREENS, ...OVERLAY_SCREENS],
} as const satisfies Readonly<Record<string, readonly Screen[]>>;

export const SCREENS: readonly Screen[] = Object.values(SCREEN_GROUPS).flat();
