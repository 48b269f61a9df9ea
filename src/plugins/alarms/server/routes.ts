/** `/api/v1/alarms`: alarm destinations and the state of their deliveries. */
import { CodedError } from '@sd/contracts';
import type { Router } from '@sd/core/server';
import { ALARM_ERRORS, READ_ALARMS, TEST_ALARM } from '../common';
import type { AlarmService } from './alarm_service';

export function registerRoutes(
  router: Router,
  alarms: Pick<AlarmService, 'stateWithStored' | 'test'>
): void {
  router.handle(READ_ALARMS, () => alarms.stateWithStored());

  router.handle(TEST_ALARM, async ({ params, request }) => {
    const by = request.auth?.identity.userName ?? '';
    const outcome = await alarms.test(params.name, by);
    if (!outcome) throw new CodedError(ALARM_ERRORS.unknownDestination);
    return outcome;
  });
}
