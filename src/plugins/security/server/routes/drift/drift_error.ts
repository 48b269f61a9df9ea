/** Why nothing was changed, as an error of the route. */
import { CodedError } from '@sd/contracts';

export class DriftError extends CodedError {}
