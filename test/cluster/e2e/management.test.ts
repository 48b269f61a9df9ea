/** Settings and saved objects, test selectors, and the measured journeys. */
import { describeJourneys } from '../../helpers/cluster_journeys';
import { MANAGEMENT } from '../e2e_selection';

describeJourneys(MANAGEMENT);
