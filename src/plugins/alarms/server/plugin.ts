/** Server part of alarms: tells destinations what happens in the security plugin. */
import type { CoreSetup, Plugin, PluginInitializerContext } from '@sd/core/server';
import type { SecurityEvent } from '@sd/plugins/security/server';
import { ALARMS_PATH } from '../common';
import type { AlarmService } from './alarm_service';
import type { AlarmsConfig } from './config';
import { createAlarms } from './create_alarms';
import { alarmMetrics } from './metrics';
import { registerRoutes } from './routes';
import type { AlarmsPluginSetup, AlarmsPluginStart, SetupDeps } from './types';

export class AlarmsPlugin implements Plugin<AlarmsPluginSetup, AlarmsPluginStart, SetupDeps> {
  private alarms: AlarmService | undefined;

  constructor(private readonly context: PluginInitializerContext<AlarmsConfig>) {}

  setup({ backend, http }: CoreSetup, { security, findings }: SetupDeps): AlarmsPluginSetup {
    if (!backend) throw new Error('The manifest of this plugin lacks the privilege "backend".');
    const alarms = createAlarms({
      config: this.context.config.get(),
      backend,
      findings: findings?.ofServer(backend),
      server: http.getServerInfo().name,
      publicBaseUrl: http.publicBaseUrl,
      log: this.context.logger,
    });
    this.alarms = alarms;
    security.onEvent((event) => announce(alarms, event));
    security.clusters.onRemoved((id) => alarms.forget(id));
    security.adminPages.register({ path: ALARMS_PATH, imports: ['alarms-alarms_page'] });
    registerRoutes(http.createRouter(), alarms);
    for (const metric of alarmMetrics(() => alarms.state.destinations)) backend.addMetric?.(metric);
    return {};
  }

  start(): AlarmsPluginStart {
    this.alarms?.start();
    return {};
  }

  async stop(): Promise<void> {
    await this.alarms?.stop();
  }
}

function announce(alarms: AlarmService, event: SecurityEvent): void {
  switch (event.kind) {
    case 'failed_login':
      return alarms.loginFailed(event);
    case 'drift':
      return alarms.drifted(event.folder, event.entries);
    case 'change_request':
      return alarms.changeRequested(event.request);
  }
}
