/**
 * Browser part of Field notes: registers the apps and header elements. All screens load on demand.
 */
import { BehaviorSubject, type Subscription } from 'rxjs';
import {
  type AppMount,
  type AppMountDeprecated,
  AppNavLinkStatus,
  type AppUpdater,
  type CoreSetup,
  type CoreStart,
  DEFAULT_APP_CATEGORIES,
  type Plugin,
  type PluginInitializerContext,
  t,
} from '@sd/core/public';
import {
  API,
  APP_ID,
  APP_ROUTE,
  PRINT_APP_ID,
  WELCOME_APP_ID,
  WELCOME_ROUTE,
  type AboutInfo,
  type ClientConfig,
} from '../common';
import type { FieldNotesDeps } from './services/deps';
import { Drafts } from './services/drafts';
import { NotesExport } from './services/export_notes';
import { NotesClient } from './services/notes_client';
import { TemplateRegistry } from './services/template_registry';
import { createVersionWatch } from './services/version_watch';
import type { FieldNotesPluginSetup, FieldNotesPluginStart, SetupDeps, StartDeps } from './types';

type FieldNotesCoreSetup = CoreSetup<StartDeps, FieldNotesPluginStart>;

/** Last in its category. */
const APP_ORDER = 9500;
const SECTION_ID = 'field-notes';

const appTitle = () => t('fieldNotes.appTitle', 'Field notes');

export class FieldNotesPlugin implements Plugin<
  FieldNotesPluginSetup,
  FieldNotesPluginStart,
  SetupDeps,
  StartDeps
> {
  private readonly templates = new TemplateRegistry();
  private readonly drafts = new Drafts(window.sessionStorage);
  private readonly exporting = new NotesExport();
  /** Updates the default path, so that the app reopens at the last location. */
  private readonly updater$ = new BehaviorSubject<AppUpdater>(() => ({}));
  private readonly motto: string;
  private readonly ends: Array<() => void> = [];

  constructor(context: PluginInitializerContext) {
    this.motto = context.config.get<ClientConfig>().motto;
  }

  setup(core: FieldNotesCoreSetup, plugins: SetupDeps): FieldNotesPluginSetup {
    this.registerApps(core);
    this.registerInManagement(core, plugins);
    core.http.addLoadingCountSource(this.exporting.running$);
    this.ends.push(core.http.intercept(createVersionWatch(() => this.promptReload(core))));
    this.endWithPlugin(core.fatalErrors.get$().subscribe(() => this.drafts.keep()));
    return { templates: { register: (template) => this.templates.register(template) } };
  }

  async start(core: CoreStart): Promise<FieldNotesPluginStart> {
    this.templates.close();
    core.chrome.navControls.registerRight({
      order: 100,
      // Rendered on every page, so it stays small. Heavier parts load on the first click.
      mount: (element) => {
        let unmount: (() => void) | undefined;
        let isUnmounted = false;
        void import('./chrome/nav_control').then(({ mountNavControl }) => {
          if (!isUnmounted) unmount = mountNavControl(element, core);
        });
        return () => {
          isUnmounted = true;
          unmount?.();
        };
      },
    });
    return {
      writeNote: (templateId) =>
        core.application.navigateToApp(APP_ID, {
          path: templateId ? `/new/from/${encodeURIComponent(templateId)}` : '/new',
        }),
    };
  }

  stop(): void {
    this.ends.forEach((end) => end());
    this.updater$.complete();
    this.exporting.stop();
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
          http.get<AboutInfo>(API.about),
        ]);
        return mountWelcome(element, { about, appHref: http.basePath.prepend(APP_ROUTE) });
      },
    });
    // Legacy style of ported plugins: a named context and a mount function with two parameters.
    application.registerMountContext('fieldNotes', () => this.getDeps(core));
    const mountPrint: AppMountDeprecated = async (context, params) => {
      const { mountPrintApp } = await import('./apps/print');
      return mountPrintApp(params, context['fieldNotes'] as FieldNotesDeps, core.injectedMetadata);
    };
    application.register({
      id: PRINT_APP_ID,
      title: t('fieldNotes.print.title', 'Field notes, printed'),
      chromeless: true,
      navLinkStatus: AppNavLinkStatus.hidden,
      // Core distinguishes the two mount signatures by their number of declared parameters.
      mount: mountPrint as unknown as AppMount,
    });
  }

  private registerInManagement(core: FieldNotesCoreSetup, { management }: SetupDeps): void {
    management?.sections.register({
      id: SECTION_ID,
      title: appTitle(),
      description: t(
        'fieldNotes.management.description',
        'Your roles, and how many notes you have written today.'
      ),
      mount: async (params) => {
        const [{ mountAuthorPage }, deps] = await Promise.all([
          import('./apps/author'),
          this.getDeps(core),
        ]);
        return mountAuthorPage(params, deps);
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
      drafts: this.drafts,
      exporting: this.exporting,
      motto: this.motto,
      onVisit: (path) => this.updater$.next(() => ({ defaultPath: path })),
    };
  }

  private promptReload(core: FieldNotesCoreSetup): void {
    core.notifications.toasts.addWarning({
      title: t('fieldNotes.otherVersion.title', 'Field notes has been updated'),
      text: t('fieldNotes.otherVersion.text', 'Reload the page to use the new version.'),
    });
  }

  private endWithPlugin(subscription: Subscription): void {
    this.ends.push(() => subscription.unsubscribe());
  }
}
