/** Alarms while the plugin that finds something is off: about everything else. */
import type { ServerFindings } from '@sd/plugins/findings/server';
import type { AlarmsConfig } from './config';

export const NO_FINDINGS: ServerFindings = {
  checkHome: async () => ({
    ok: true,
    result: { checkedAtMs: Date.now(), findings: [], skipped: [] },
  }),
  connected: () => new Map(),
  withoutAccepted: async () => [],
};

export const withoutFindings = (config: AlarmsConfig): AlarmsConfig => ({
  ...config,
  events: config.events.filter((kind) => kind !== 'finding'),
});
