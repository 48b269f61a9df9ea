/** Composes the services of the browser core, and runs their phases in a fixed order. */
import type { InjectedMetadata } from '../common';
import { ApplicationService, type InternalApplicationSetup } from './application';
import type { InternalApplicationStart } from './application/types';
import { ChromeService } from './chrome';
import { ContextService } from './context';
import { CoreApp } from './core_apps';
import { DocLinksService } from './doc_links';
import { FatalErrorsService } from './fatal_errors';
import type { FatalErrorsSetup } from './fatal_errors/types';
import { HttpService } from './http';
import { I18nService, loadFullFormatter } from './i18n';
import { InjectedMetadataService } from './injected_metadata';
import { IntegrationsService } from './integrations';
import { NotificationsService } from './notifications';
import { OverlayService } from './overlays';
import { PluginsService } from './plugins';
import type { InternalCoreSetup, InternalCoreStart } from './plugins/plugin_context';
import { loadUtilityClasses, RenderingService } from './rendering';
import { SavedObjectsService } from './saved_objects';
import { ThemeService } from './theme';
import { UiSettingsService } from './ui_settings';
import { browserLog } from './utils/browser_log';

export interface CoreSystemParams {
  /** Rendering replaces its content. */
  readonly rootDomElement: HTMLElement;
  readonly browserSupportsCsp: boolean;
  readonly injectedMetadata: InjectedMetadata;
}

const MAIN_CONTAINER_ID = 'kibana-body';
const ROOT_CLASS = 'coreSystemRootDomElement';

export class CoreSystem {
  private readonly rootDomElement: HTMLElement;
  private readonly coreId = Symbol('core');
  private readonly injectedMetadata: InjectedMetadataService;
  private readonly fatalErrors: FatalErrorsService;
  private readonly integrations = new IntegrationsService();
  private readonly docLinks = new DocLinksService();
  private readonly http = new HttpService();
  private readonly uiSettings = new UiSettingsService();
  private readonly theme = new ThemeService();
  private readonly notifications = new NotificationsService();
  private readonly context: ContextService;
  private readonly application: ApplicationService;
  private readonly coreApp = new CoreApp();
  private readonly savedObjects = new SavedObjectsService();
  private readonly i18n = new I18nService();
  private readonly overlays = new OverlayService();
  private readonly chrome: ChromeService;
  private readonly rendering = new RenderingService();
  private readonly plugins: PluginsService;
  private fatalErrorsSetup?: FatalErrorsSetup;
  private isStopped = false;

  constructor({ rootDomElement, browserSupportsCsp, injectedMetadata }: CoreSystemParams) {
    this.rootDomElement = rootDomElement;
    this.injectedMetadata = new InjectedMetadataService(injectedMetadata);
    this.fatalErrors = new FatalErrorsService(rootDomElement, () => this.stop());
    this.context = new ContextService(this.coreId);
    this.application = new ApplicationService(this.coreId);
    this.chrome = new ChromeService(browserSupportsCsp);
    this.plugins = new PluginsService(this.injectedMetadata.setup());
  }

  /** @returns undefined after a failure, which the fatal error screen then shows */
  async setup(): Promise<{ readonly fatalErrors: FatalErrorsSetup } | undefined> {
    try {
      const injectedMetadata = this.injectedMetadata.setup();
      // Set up first, so that every later failure can be shown.
      const fatalErrors = this.fatalErrors.setup({ injectedMetadata });
      this.fatalErrorsSetup = fatalErrors;
      this.integrations.setup();
      this.docLinks.setup();
      const http = this.http.setup({ injectedMetadata, fatalErrors });
      const uiSettings = this.uiSettings.setup({ http, injectedMetadata });
      const theme = this.theme.setup({ http, injectedMetadata, uiSettings });
      const notifications = this.notifications.setup({ uiSettings });
      const context = this.context.setup({ pluginDependencies: this.plugins.getOpaqueIds() });
      const application: InternalApplicationSetup = this.application.setup({ context, http });
      this.coreApp.setup({ application, http, injectedMetadata, notifications });
      const core: InternalCoreSetup = {
        application,
        context,
        fatalErrors,
        http,
        injectedMetadata,
        notifications,
        theme,
        uiSettings,
      };
      await this.plugins.setup(core);
      return this.isStopped ? undefined : { fatalErrors };
    } catch (error) {
      this.reportFatalError(error);
      return undefined;
    }
  }

  /** @returns undefined after a failure, which the fatal error screen then shows */
  async start(): Promise<{ readonly application: InternalApplicationStart } | undefined> {
    try {
      const application = await this.startServices();
      return application && { application };
    } catch (error) {
      this.reportFatalError(error);
      return undefined;
    }
  }

  /** Safe after a failed setup or start. The fatal error screen stays. */
  stop(): void {
    this.isStopped = true;
    this.plugins.stop();
    this.coreApp.stop();
    this.notifications.stop();
    this.overlays.stop();
    this.http.stop();
    this.integrations.stop();
    this.uiSettings.stop();
    this.theme.stop();
    this.chrome.stop();
    this.i18n.stop();
    this.application.stop();
    this.rendering.stop();
    this.rootDomElement.replaceChildren();
    this.rootDomElement.classList.remove(ROOT_CLASS);
  }

  /** @returns undefined if stopped meanwhile: a plugin may report a fatal error at any time */
  private async startServices(): Promise<InternalApplicationStart | undefined> {
    // Attached just before rendering.
    const mainElement = document.createElement('div');
    mainElement.id = MAIN_CONTAINER_ID;
    const notificationsElement = document.createElement('div');
    const overlaysElement = document.createElement('div');

    const injectedMetadata = this.injectedMetadata.start();
    const uiSettings = this.uiSettings.start();
    const theme = this.theme.start();
    const docLinks = this.docLinks.start({ injectedMetadata });
    const http = this.http.start();
    const savedObjects = this.savedObjects.start({ http });
    const i18n = this.i18n.start();
    const fatalErrors = this.fatalErrors.start();
    const integrations = this.integrations.start({ uiSettings });
    const overlays = this.overlays.start({
      i18n,
      targetDomElement: overlaysElement,
      uiSettings,
      theme,
    });
    const notifications = this.notifications.start({
      i18n,
      overlays,
      targetDomElement: notificationsElement,
      theme,
      injectedMetadata,
    });
    const application = await this.application.start({
      http,
      overlays,
      firstCapabilities: injectedMetadata.getPagePreload()?.capabilities,
      administratorsUrl: injectedMetadata.getBranding().links?.administrators,
      prepareShell: async () => {
        await Promise.all([integrations.loadDates(), loadFullFormatter(), loadUtilityClasses()]);
      },
    });
    const chrome = this.chrome.start({
      application,
      docLinks,
      http,
      injectedMetadata,
      notifications,
      uiSettings,
      theme,
    });
    this.coreApp.start({ application, chrome, http, notifications, uiSettings, docLinks });

    const core: InternalCoreStart = {
      application,
      chrome,
      docLinks,
      fatalErrors,
      http,
      i18n,
      injectedMetadata,
      notifications,
      overlays,
      savedObjects,
      theme,
      uiSettings,
    };
    this.application.registerMountContext('core', () => mountContext(core));
    await this.plugins.start(core);
    if (this.isStopped) return undefined;

    this.rootDomElement.classList.add(ROOT_CLASS);
    this.rootDomElement.replaceChildren(mainElement, notificationsElement, overlaysElement);
    this.rendering.start({ application, chrome, overlays, targetDomElement: mainElement });
    return application;
  }

  /**
   * Shows texts and `Error` objects on the fatal error screen; logs anything else to the console.
   */
  reportFatalError(error: unknown): void {
    if (
      this.fatalErrorsSetup === undefined ||
      !(typeof error === 'string' || error instanceof Error)
    ) {
      browserLog.error(error);
      return;
    }
    try {
      this.fatalErrorsSetup.add(error);
    } catch {
      // `add` rethrows the error after recording and showing it.
    }
  }
}

/**
 * Deprecated. The `core` value that `mount(context, params)` receives
 * (docs/reference/core.md#mount-contexts).
 */
function mountContext(core: InternalCoreStart) {
  const { application, injectedMetadata } = core;
  const { capabilities, navigateToApp } = application;
  const { getInjectedVar } = injectedMetadata;
  return {
    application: { capabilities, navigateToApp },
    chrome: core.chrome,
    docLinks: core.docLinks,
    http: core.http,
    i18n: core.i18n,
    injectedMetadata: { getInjectedVar },
    notifications: core.notifications,
    overlays: core.overlays,
    savedObjects: core.savedObjects,
    uiSettings: core.uiSettings,
  };
}
