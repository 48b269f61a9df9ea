/** Every screen opens once, without an error in the console or anything cut off. */
import { SCREENS } from './screens/catalogue';
import { GLANCE, checkEachScreen } from './screens/screen_checks';

jest.setTimeout(60_000);

checkEachScreen(SCREENS, undefined, GLANCE);
