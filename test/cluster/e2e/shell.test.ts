/** Around the pages: keyboard, languages, branding, start-up, and input that is wrong. */
import { describeJourneys } from '../../helpers/cluster_journeys';
import { SHELL } from '../e2e_selection';

describeJourneys(SHELL);
