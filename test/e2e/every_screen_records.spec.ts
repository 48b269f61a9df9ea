import { SCREEN_GROUPS } from './screens/catalogue';
import { lookAtEach } from './screens/every_screen';

jest.setTimeout(60_000);

lookAtEach(SCREEN_GROUPS.records);
