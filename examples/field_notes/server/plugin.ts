/** Server part of Field notes. Each extension point that it registers has its own file. */
import { BehaviorSubject } from 'rxjs';
import type { CoreSetup, Plugin, PluginInitializerContext, ServiceStatus } from '@sd/core/server';
import { Activity, activityType } from './activity';
import { registerCapabilities } from './capabilities';
import type { FieldNotesConfig } from './config';
import { noteType } from './note_type';
import { registerRoutes } from './routes';
import { fieldNotesSettings } from './settings';
import type { FieldNotesPluginSetup, FieldNotesPluginStart, SetupDeps } from './types';
import { ACTIVITY_PATH } from '../common';

/** Plain text probes for monitoring tools that support neither JSON nor cookies. */
const PROBE_PREFIX = '/field-notes/probe';
const AVAILABLE: ServiceStatus = { level: 'available', summary: 'Notes can be written' };

export class FieldNotesPlugin implements Plugin<
  FieldNotesPluginSetup,
  FieldNotesPluginStart,
  SetupDeps
> {
  private readonly status$ = new BehaviorSubject<ServiceStatus>(AVAILABLE);
  private activity!: Activity;

  constructor(private readonly context: PluginInitializerContext<FieldNotesConfig>) {}

  setup(core: CoreSetup, { security }: SetupDeps): FieldNotesPluginSetup {
    const { manifest, config: configuration } = this.context;
    const config = configuration.get();
    const { http, savedObjects, uiSettings, capabilities, status, engine } = core;

    savedObjects.registerType(noteType);
    savedObjects.registerType(activityType);
    uiSettings.register(fieldNotesSettings);
    registerCapabilities(capabilities, config.reader_roles);
    status.set(this.status$);
    this.activity = new Activity(async () => {
      const [start] = await core.getStartServices();
      return start.savedObjects.createInternalClient('');
    });

    security?.adminPages.register({
      path: ACTIVITY_PATH,
      imports: ['field_notes-activity_page'],
    });
    registerRoutes({
      router: http.createRouter(),
      config,
      version: manifest.version,
      activity: this.activity,
      engine,
      getStart: async () => (await core.getStartServices())[0],
      onWrite: (error) => this.reportWrite(error),
    });
    http.registerEntryPoint({
      prefix: PROBE_PREFIX,
      maxBytes: 1,
      handler: async () => {
        const { level } = this.status$.value;
        const headers = {
          'content-type': 'text/plain; charset=utf-8',
          'cache-control': 'no-store',
        };
        return { statusCode: level === 'available' ? 200 : 503, headers, body: `${level}\n` };
      },
    });
    return {};
  }

  start(): FieldNotesPluginStart {
    return { countToday: (userName) => this.activity.countToday(userName) };
  }

  stop(): void {
    this.status$.complete();
  }

  private reportWrite(error: unknown): void {
    const isBroken = this.status$.value.level !== 'available';
    if (error === undefined) {
      if (isBroken) this.status$.next(AVAILABLE);
      return;
    }
    this.context.logger.error(error instanceof Error ? error : String(error));
    if (!isBroken)
      this.status$.next({
        level: 'degraded',
        summary: 'Notes cannot be counted, so none is written',
      });
  }
}
