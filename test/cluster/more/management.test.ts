/** Settings and saved objects, and names that scripts go by. */
import { describeJourneys } from '../../helpers/cluster_journeys';
import { MANAGEMENT } from './embedded_only';

describeJourneys(MANAGEMENT);
