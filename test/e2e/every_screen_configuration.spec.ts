import { SCREEN_GROUPS } from './screens/catalogue';
import { checkEachScreen } from './screens/screen_checks';

jest.setTimeout(60_000);

checkEachScreen(SCREEN_GROUPS.configuration);
