/** Every screen opens once, without an error in the console or anything cut off. */
import { SCREENS } from './screens/catalogue';
import { GLANCE, lookAtEach } from './screens/every_screen';

jest.setTimeout(60_000);

lookAtEach(SCREENS, undefined, GLANCE);
