/** Opens every screen once and expects no console error and no clipped content. */
import { SCREENS } from './screens/catalogue';
import { GLANCE, checkEachScreen } from './screens/screen_checks';

jest.setTimeout(60_000);

checkEachScreen(SCREENS, undefined, GLANCE);
