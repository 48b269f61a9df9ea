/** Browser part of Field notes: registers the apps. All screens load on demand. */
import { BehaviorSubject } from 'rxjs';
import {
  AppNavLinkStatus,
  type AppUpdater,
  type CoreSetup,
  type CoreStart,
  DEFAULT_APP_CATEGORIES,
  type Plugin,
  type PluginInitializerContext,
  t,
  send,
} from '@sd/core/public';
import {
  ACTIVITY_PATH,
  APP_ID,
  APP_ROUTE,
  WELCOME_APP_ID,
  WELCOME_ROUTE,
  type ClientConfig,
  READ_ABOUT,
} from '../common';
import type { FieldNotesDeps } from './services/deps';
import { activityTitle } from './services/texts';
import { NotesClient } from './services/notes_client';
import { TemplateRegistry } from './services/template_registry';
import type { FieldNotesPluginSetup, FieldNotesPluginStart, SetupDeps, StartDeps } from './types';

type FieldNotesCoreSetup = CoreSetup<StartDeps, FieldNotesPluginStart>;

/** Changes of the Security app in one note. */
const MOST_CHANGES = 20;

/** Last in its category. */
const APP_ORDER = 9500;

const appTitle = () => t('fieldNotes.appTitle', 'Field notes');

export class FieldNotesPlugin implements Plugin<
  FieldNotesPluginSetup,
  FieldNotesPluginStart,
  SetupDeps,
  StartDeps
> {
  private readonly templates = new TemplateRegistry();
  /** Updates the default path, so that the app reopens at the last location. */
  private readonly updater$ = new BehaviorSubject<AppUpdater>(() => ({}));
  private readonly motto: string;

  constructor(context: PluginInitializerContext) {
    this.motto = context.config.get<ClientConfig>().motto;
  }

  setup(core: FieldNotesCoreSetup, { security }: SetupDeps): FieldNotesPluginSetup {
    this.registerApps(core);
    security?.adminPages.register({
      id: 'fieldNotes.activity',
      path: ACTIVITY_PATH,
      title: activityTitle,
      words: () => t('fieldNotes.activity.words', 'writers days'),
      navigation: { group: 'investigate', order: 100 },
      load: async () => (await import('./apps/activity_page')).activityPage(core.http),
    });
    security?.saveActions.register({
      id: 'fieldNotes.changes',
      label: () => t('fieldNotes.changes.label', 'Write a note…'),
      iconType: 'notebookApp',
      maxChanges: MOST_CHANGES,
      load: async () => (await import('./apps/changes_dialog')).changesDialog(core.http),
    });
    security?.entityParts.register({
      id: 'fieldNotes.userNotes',
      entity: 'user',
      path: 'notes',
      title: appTitle,
      order: 60,
      load: async () => (await import('./apps/user_notes')).userNotes(core.http),
    });
    security?.impactParts.register({
      id: 'fieldNotes.changedNotes',
      load: async () => (await import('./apps/changed_notes')).changedNotes(core.http),
    });
    return { templates: { register: (template) => this.templates.register(template) } };
  }

  async start(core: CoreStart): Promise<FieldNotesPluginStart> {
    this.templates.close();
    return {
      writeNote: (templateId) =>
        core.application.navigateToApp(APP_ID, {
          path: templateId ? `/new/from/${encodeURIComponent(templateId)}` : '/new',
        }),
    };
  }

  stop(): void {
    this.updater$.complete();
  }

  private registerApps(core: FieldNotesCoreSetup): void {
    const { application, http } = core;
    application.register({
      id: APP_ID,
      title: appTitle(),
      appRoute: APP_ROUTE,
      category: DEFAULT_APP_CATEGORIES.kibana,
      order: APP_ORDER,
      euiIconType: 'notebookApp',
      updater$: this.updater$,
      mount: async (params) => {
        const [{ mountNotesApp }, deps] = await Promise.all([
          import('./apps/notes'),
          this.getDeps(core),
        ]);
        return mountNotesApp(params, deps);
      },
    });
    // Anonymous page without header and navigation.
    http.anonymousPaths.register(WELCOME_ROUTE);
    application.register({
      id: WELCOME_APP_ID,
      title: appTitle(),
      appRoute: WELCOME_ROUTE,
      exactRoute: true,
      chromeless: true,
      navLinkStatus: AppNavLinkStatus.hidden,
      mount: async ({ element }) => {
        const [{ mountWelcome }, about] = await Promise.all([
          import('./apps/welcome'),
          send(http, READ_ABOUT),
        ]);
        return mountWelcome(element, { about, appHref: http.basePath.prepend(APP_ROUTE) });
      },
    });
  }

  private async getDeps(core: FieldNotesCoreSetup): Promise<FieldNotesDeps> {
    const [start, { security }] = await core.getStartServices();
    return {
      core: start,
      ...(security && { security }),
      client: new NotesClient(start.http, start.savedObjects.client),
      templates: this.templates,
      motto: this.motto,
      onVisit: (path) => this.updater$.next(() => ({ defaultPath: path })),
    };
  }
}
