/** The specified behavior of account, administration, audit logging and configuration. */
import { describeJourneys } from '../../helpers/cluster_journeys';
import { SPECIFIED } from '../e2e_selection';

describeJourneys(SPECIFIED);
