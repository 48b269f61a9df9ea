/** `/api/v1/alarms`: alarm destinations and the state of their deliveries. */
import { CodedError } from '@sd/contracts';
import { READ_ALARMS, SECURITY_ERRORS, TEST_ALARM } from '../../common';
import type { RouteDeps } from './shared/route_deps';

export function registerAlarmRoutes({ handle, alarms }: RouteDeps): void {
  handle(READ_ALARMS, () => alarms.stateWithStored());

  handle(TEST_ALARM, async ({ params, request }) => {
    const by = request.auth?.identity.userName ?? '';
    const outcome = await alarms.test(params.name, by);
    if (!outcome) throw new CodedError(SECURITY_ERRORS.unknownAlarmDestination);
    return outcome;
  });
}
