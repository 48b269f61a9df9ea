/** Metrics of deliveries. */
import type { AlarmDestination } from '@sd/contracts';
import type { AddedMetric } from '@sd/core/server';

export const alarmMetrics = (
  destinations: () => readonly AlarmDestination[]
): readonly AddedMetric[] =>
  (['waiting', 'delivered', 'lost'] as const).map((state) => ({
    kind: state === 'waiting' ? 'gauge' : 'counter',
    name: state === 'waiting' ? 'alarms_waiting' : `alarms_${state}_total`,
    help: `Alarm messages by destination: ${state}.`,
    labelNames: ['destination'],
    read: () => destinations().map((one) => [one[state], { destination: one.name }]),
  }));
