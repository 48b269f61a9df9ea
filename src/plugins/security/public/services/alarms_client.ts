/** Alarm destinations of this installation. All functions reject with the HTTP service's error. */
import type { AlarmsBody, AlarmTest } from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import { type Read, useServerQuery } from '@sd/ui_kit';
import { ALARMS_PATH } from '../../common';
import { useAdmin } from './admin_context';
import { SECURITY_KEY } from './query_keys';

const ALARMS_KEY = [...SECURITY_KEY, 'alarms'] as const;

export function useAlarms(): Read<AlarmsBody> {
  const { http } = useAdmin().core;
  return useServerQuery(ALARMS_KEY, (signal) => http.get<AlarmsBody>(ALARMS_PATH, { signal }), {
    isFresh: true,
    keepsPrevious: true,
  });
}

export const testAlarm = (http: Pick<HttpSetup, 'post'>, name: string): Promise<AlarmTest> =>
  http.post<AlarmTest>(`${ALARMS_PATH}/${encodeURIComponent(name)}/test`);
