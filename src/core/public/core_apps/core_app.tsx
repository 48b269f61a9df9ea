/** The apps of core: the server status page, the guides and the page for URL errors. */
import { GUIDES_APP_ID } from '../../common';
import type {
  AppMountParameters,
  ApplicationSetup,
  InternalApplicationStart,
} from '../application/types';
import { AppNavLinkStatus } from '../application/types';
import type { ChromeStart } from '../chrome/types';
import type { DocLinksStart } from '../doc_links/types';
import type { HttpSetup, HttpStart } from '../http/types';
import { t } from '../i18n';
import type { InjectedMetadataSetup } from '../injected_metadata/types';
import type { NotificationsSetup, NotificationsStart } from '../notifications/types';
import type { IUiSettingsClient } from '../ui_settings/types';
import { renderErrorApp } from './errors/error_app';
import { type UrlWatchEnvironment, watchUrlLength } from './errors/url_overflow';

const STATUS_ROUTE = '/status';

export interface CoreAppSetupDeps {
  readonly application: Pick<ApplicationSetup, 'register'>;
  readonly http: HttpSetup;
  readonly injectedMetadata: Pick<InjectedMetadataSetup, 'getAnonymousStatusPage' | 'getBranding'>;
  readonly notifications: NotificationsSetup;
}
export interface CoreAppStartDeps {
  readonly application: Pick<InternalApplicationStart, 'history'>;
  readonly http: Pick<HttpStart, 'basePath'>;
  readonly notifications: NotificationsStart;
  readonly uiSettings: Pick<IUiSettingsClient, 'get'>;
  readonly docLinks?: DocLinksStart;
  readonly chrome: Pick<ChromeStart, 'docTitle' | 'setBreadcrumbs'>;
}

export class CoreApp {
  private productName = '';
  private chrome?: CoreAppStartDeps['chrome'];
  private stopWatching?: () => void;

  constructor(private readonly environment: UrlWatchEnvironment = browserEnvironment()) {}

  setup({ application, http, injectedMetadata, notifications }: CoreAppSetupDeps): void {
    this.productName = injectedMetadata.getBranding().productName;
    const { productName } = this;
    const errorTitle = t('core.application.appErrorTitle', 'App Error');
    const statusTitle = t('core.statusPage.appTitle', 'Server Status');
    application.register({
      id: 'error',
      title: errorTitle,
      navLinkStatus: AppNavLinkStatus.hidden,
      // Bundled instead of loaded as a chunk: it must work when the network fails.
      mount: ({ element, history }: AppMountParameters) => {
        this.chrome?.docTitle.change(errorTitle);
        return renderErrorApp(element, {
          history,
          basePath: http.basePath,
          userAgent: this.environment.userAgent,
        });
      },
    });

    if (injectedMetadata.getAnonymousStatusPage()) http.anonymousPaths.register(STATUS_ROUTE);
    application.register({
      id: 'status',
      title: statusTitle,
      appRoute: STATUS_ROUTE,
      chromeless: true,
      navLinkStatus: AppNavLinkStatus.hidden,
      mount: async ({ element }: AppMountParameters) => {
        this.chrome?.docTitle.change(statusTitle);
        const { renderStatusApp } = await import('./status/status_app');
        return renderStatusApp(element, { http, toasts: notifications.toasts, productName });
      },
    });

    application.register({
      id: GUIDES_APP_ID,
      title: t('core.guides.title', 'Guides'),
      // Opened from help and from the palette.
      navLinkStatus: AppNavLinkStatus.hidden,
      mount: async ({ element, history }: AppMountParameters) => {
        const { renderGuidesApp } = await import('./guides/guides_app');
        // Apps are mounted after the start.
        const chrome = this.chrome as CoreAppStartDeps['chrome'];
        return renderGuidesApp(element, { history, http, chrome });
      },
    });
  }

  start({ application, chrome, http, notifications, uiSettings }: CoreAppStartDeps): void {
    this.chrome = chrome;
    if (!application.history) return;
    this.stopWatching = watchUrlLength({
      history: application.history,
      basePath: http.basePath,
      toasts: notifications.toasts,
      uiSettings,
      productName: this.productName,
      environment: this.environment,
    });
  }

  stop(): void {
    this.stopWatching?.();
    this.stopWatching = undefined;
  }
}

const browserEnvironment = (): UrlWatchEnvironment => ({
  location: window.location,
  userAgent: window.navigator.userAgent,
});
