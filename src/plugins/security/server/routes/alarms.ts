/** `/api/v1/alarms`: alarm destinations and the state of their deliveries. */
import { Type } from '@sinclair/typebox';
import { ALARM_LIMITS, ALARM_TEST, ALARMS } from '@sd/contracts';
import { ALARMS_PATH, SECURITY_ERRORS } from '../../common';
import { refused } from '../errors';
import type { RouteDeps } from './shared/route_deps';

const ADMIN = { access: 'admin', rights: 'full' } as const;
const params = Type.Object({
  name: Type.String({ minLength: 1, maxLength: ALARM_LIMITS.nameLength }),
});

export function registerAlarmRoutes({ router, alarms }: RouteDeps): void {
  router.get(
    {
      path: ALARMS_PATH,
      validate: false,
      doc: { summary: 'Alarm destinations and their deliveries', responses: { 200: ALARMS } },
      options: ADMIN,
    },
    async (_request, response) => response.ok({ body: await alarms.stateWithStored() })
  );

  router.post(
    {
      path: `${ALARMS_PATH}/{name}/test`,
      validate: { params },
      doc: {
        summary: 'Send a test message to one destination',
        responses: { 200: ALARM_TEST },
        errors: [SECURITY_ERRORS.unknownAlarmDestination],
      },
      options: { ...ADMIN, rateLimitPerMinute: ALARM_LIMITS.testsPerMinute },
    },
    async (request, response) => {
      const by = request.auth?.identity.userName ?? '';
      const body = await alarms.test(request.params.name, by);
      return body
        ? response.ok({ body })
        : refused(response, SECURITY_ERRORS.unknownAlarmDestination);
    }
  );
}
