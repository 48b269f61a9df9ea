/** Settings and saved objects, names that scripts go by, and journeys as numbers. */
import { describeJourneys } from '../../helpers/cluster_journeys';
import { MANAGEMENT } from '../e2e_selection';

describeJourneys(MANAGEMENT);
