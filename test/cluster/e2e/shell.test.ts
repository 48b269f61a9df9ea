/** The shell: keyboard, languages, branding, start-up, and faulty input. */
import { describeJourneys } from '../../helpers/cluster_journeys';
import { SHELL } from '../e2e_selection';

describeJourneys(SHELL);
