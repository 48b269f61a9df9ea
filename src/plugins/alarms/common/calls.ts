/** Alarm destinations of this installation. */
import { ALARM_LIMITS, ALARM_TEST, ALARMS, defineCall } from '@sd/contracts';
import { Type } from '@sinclair/typebox';
import { ALARM_ERRORS } from './errors';

const params = Type.Object({
  name: Type.String({ minLength: 1, maxLength: ALARM_LIMITS.nameLength }),
});

export const READ_ALARMS = defineCall({
  method: 'GET',
  path: '/api/v1/alarms',
  summary: 'Alarm destinations and their deliveries',
  access: 'admin',
  rights: 'full',
  responses: { 200: ALARMS },
});

export const TEST_ALARM = defineCall({
  method: 'POST',
  path: '/api/v1/alarms/{name}/test',
  summary: 'Send a test message to one destination',
  access: 'admin',
  rights: 'full',
  params,
  responses: { 200: ALARM_TEST },
  errors: [ALARM_ERRORS.unknownDestination],
  limits: { perMinute: ALARM_LIMITS.testsPerMinute },
});
