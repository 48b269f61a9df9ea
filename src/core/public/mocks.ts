/**
 * One mock for each contract of the browser core, for tests only. Every method is a jest mock with
 * a neutral default; core's pure parts (base path rules, scoped history) are real.
 */
import { createMemoryHistory } from 'history';
import { BehaviorSubject, NEVER, of, Subject } from 'rxjs';
import type { Capabilities, InjectedMetadata } from '../common';
import { ScopedHistory } from './application/scoped_history';
import type {
  AppMountParameters,
  ApplicationSetup,
  ApplicationStart,
  InternalApplicationStart,
  PublicAppInfo,
} from './application/types';
import type { ChromeStart, InternalChromeStart } from './chrome/types';
import type { ContextContainer, ContextSetup } from './context/types';
import type { DocLinksStart } from './doc_links/types';
import type { FatalErrorsSetup } from './fatal_errors/types';
import { AnonymousPaths, BasePath } from './http/http_service';
import type { HttpInterceptor, HttpSetup } from './http/types';
import { formatFully } from './i18n/full_formatter';
import { setFullFormatter, setTranslations, type Translations } from './i18n/translator';
import type { I18nStart } from './i18n/types';
import type { InjectedMetadataSetup } from './injected_metadata/types';
import type { NotificationsSetup } from './notifications/types';
import { OverlayService } from './overlays/overlay_service';
import type { OverlayBannersStart, OverlayRef, OverlayStart } from './overlays/types';
import type {
  CoreSetup,
  CoreStart,
  NoPluginDeps,
  PluginInitializerContext,
  StartServicesAccessor,
} from './plugins/types';
import type { SavedObjectsClientContract, SavedObjectsStart } from './saved_objects/types';
import type { ThemeSetup } from './theme/types';
import type { IUiSettingsClient } from './ui_settings/types';

// Plural and date messages in tests read as in a started page.
setFullFormatter(formatFully);

type Mocked<T> = jest.Mocked<T>;

export const createCapabilitiesMock = (more: Partial<Capabilities> = {}): Capabilities =>
  ({ navLinks: {}, management: {}, catalogue: {}, ...more }) as Capabilities;

export const applicationServiceMock = {
  createSetupContract: (): Mocked<ApplicationSetup> => ({
    register: jest.fn(),
    registerAppUpdater: jest.fn(),
    registerMountContext: jest.fn(),
  }),
  createStartContract: ({ basePath = '' } = {}): Mocked<ApplicationStart> =>
    ({
      capabilities: createCapabilitiesMock(),
      applications$: new BehaviorSubject<ReadonlyMap<string, PublicAppInfo>>(new Map()),
      currentAppId$: new BehaviorSubject<string | undefined>(undefined),
      navigateToApp: jest.fn(async () => undefined),
      navigateToUrl: jest.fn(async () => undefined),
      getUrlForApp: jest.fn(
        (
          appId: string,
          { path = '', absolute = false }: { path?: string; absolute?: boolean } = {}
        ) =>
          `${absolute ? window.location.origin : ''}${basePath}/app/${appId}${
            path === '' || /^[/?#]/.test(path) ? path : `/${path}`
          }`
      ),
    }) as unknown as Mocked<ApplicationStart>,
  createInternalStartContract: ({ basePath = '' } = {}): Mocked<InternalApplicationStart> =>
    ({
      ...applicationServiceMock.createStartContract({ basePath }),
      history: createMemoryHistory(),
      currentActionMenu$: new BehaviorSubject<undefined>(undefined),
      getComponent: jest.fn(() => null),
    }) as unknown as Mocked<InternalApplicationStart>,
};

export const scopedHistoryMock = {
  /** A real scoped history over a memory history located at the base path. */
  create: ({ basePath = '/app/test', path = '' }: { basePath?: string; path?: string } = {}) => {
    const parent = createMemoryHistory({ initialEntries: [`${basePath}${path}`] });
    return new ScopedHistory(parent, basePath);
  },
};

const createRecentlyAccessedMock = (): Mocked<ChromeStart['recentlyAccessed']> => ({
  add: jest.fn(),
  get: jest.fn(() => []),
  get$: jest.fn(() => of([])),
});

export const chromeServiceMock = {
  createStartContract: (): Mocked<InternalChromeStart> =>
    ({
      navLinks: {
        getNavLinks$: jest.fn(() => of([])),
        get: jest.fn(),
        getAll: jest.fn(() => []),
        has: jest.fn(() => false),
        showOnly: jest.fn(),
        update: jest.fn(),
        enableForcedAppSwitcherNavigation: jest.fn(),
        getForceAppSwitcherNavigation$: jest.fn(() => of(false)),
      },
      navControls: {
        registerLeft: jest.fn(),
        registerCenter: jest.fn(),
        registerRight: jest.fn(),
        getLeft$: jest.fn(() => of([])),
        getCenter$: jest.fn(() => of([])),
        getRight$: jest.fn(() => of([])),
      },
      recentlyAccessed: createRecentlyAccessedMock(),
      docTitle: { change: jest.fn(), reset: jest.fn() },
      setAppTitle: jest.fn(),
      getBrand$: jest.fn(() => of({})),
      setBrand: jest.fn(),
      getIsVisible$: jest.fn(() => new BehaviorSubject(false)),
      setIsVisible: jest.fn(),
      getApplicationClasses$: jest.fn(() => new BehaviorSubject<string[]>([])),
      addApplicationClass: jest.fn(),
      removeApplicationClass: jest.fn(),
      getBadge$: jest.fn(() => of(undefined)),
      setBadge: jest.fn(),
      getBreadcrumbs$: jest.fn(() => of([])),
      setBreadcrumbs: jest.fn(),
      getHelpExtension$: jest.fn(() => of(undefined)),
      setHelpExtension: jest.fn(),
      setHelpSupportUrl: jest.fn(),
      getCustomNavLink$: jest.fn(() => of(undefined)),
      setCustomNavLink: jest.fn(),
      getIsNavDrawerLocked$: jest.fn(() => of(false)),
      getHeaderComponent: jest.fn(() => null as unknown as JSX.Element),
    }) as unknown as Mocked<InternalChromeStart>,
};

export const contextServiceMock = {
  createContainer: (): Mocked<ContextContainer> => {
    const container = { registerContext: jest.fn(), createHandler: jest.fn() };
    container.registerContext.mockReturnValue(container);
    return container as unknown as Mocked<ContextContainer>;
  },
  createSetupContract: (): Mocked<ContextSetup> => ({
    createContextContainer: jest.fn(() => contextServiceMock.createContainer()),
  }),
};

export const docLinksServiceMock = {
  createStartContract: (): DocLinksStart => ({
    DOC_LINK_VERSION: 'latest',
    OPENSEARCH_WEBSITE_URL: 'https://opensearch.org/',
    links: new Proxy(
      {},
      {
        get: (_target, group) =>
          new Proxy(
            {},
            { get: (_t, key) => `https://opensearch.org/docs/${String(group)}/${String(key)}` }
          ),
      }
    ),
  }),
};

export const fatalErrorsServiceMock = {
  createSetupContract: (): Mocked<FatalErrorsSetup> => ({
    add: jest.fn<never, [string | Error, string?]>(undefined as never),
    get$: jest.fn(() => NEVER),
  }),
};

export const httpServiceMock = {
  /** Requests resolve to `undefined` unless a test sets a response. */
  createSetupContract: ({ basePath = '' } = {}): Mocked<HttpSetup> => ({
    basePath: new BasePath(basePath) as unknown as Mocked<HttpSetup>['basePath'],
    anonymousPaths: new AnonymousPaths(
      new BasePath(basePath)
    ) as unknown as Mocked<HttpSetup>['anonymousPaths'],
    fetch: jest.fn(async () => undefined) as unknown as Mocked<HttpSetup>['fetch'],
    get: jest.fn(async () => undefined) as unknown as Mocked<HttpSetup>['get'],
    post: jest.fn(async () => undefined) as unknown as Mocked<HttpSetup>['post'],
    put: jest.fn(async () => undefined) as unknown as Mocked<HttpSetup>['put'],
    patch: jest.fn(async () => undefined) as unknown as Mocked<HttpSetup>['patch'],
    delete: jest.fn(async () => undefined) as unknown as Mocked<HttpSetup>['delete'],
    head: jest.fn(async () => undefined) as unknown as Mocked<HttpSetup>['head'],
    options: jest.fn(async () => undefined) as unknown as Mocked<HttpSetup>['options'],
    intercept: jest.fn((_interceptor: HttpInterceptor) => () => undefined),
    addLoadingCountSource: jest.fn(),
    getLoadingCount$: jest.fn(() => of(0)),
  }),
  createStartContract: (options?: { basePath?: string }) =>
    httpServiceMock.createSetupContract(options),
};

export const i18nServiceMock = {
  createStartContract: (): Mocked<I18nStart> =>
    ({ Context: ({ children }) => children }) as Mocked<I18nStart>,
};

const testEnv: InjectedMetadata['env'] = {
  mode: { name: 'development', dev: true, prod: false },
  packageInfo: { version: '1.0.0', branch: 'main', buildNum: 1, buildSha: 'sha', dist: false },
};

export const injectedMetadataServiceMock = {
  createSetupContract: (more: Partial<InjectedMetadata> = {}): Mocked<InjectedMetadataSetup> => ({
    getBasePath: jest.fn(() => more.basePath ?? ''),
    getServerBasePath: jest.fn(() => more.serverBasePath ?? more.basePath ?? ''),
    getVersion: jest.fn(() => more.version ?? '1.0.0'),
    getBuildNumber: jest.fn(() => more.buildNumber ?? 1),
    getBranch: jest.fn(() => more.branch ?? 'main'),
    getCspConfig: jest.fn(() => more.csp ?? { warnLegacyBrowsers: true }),
    getCspNonce: jest.fn(() => more.cspNonce ?? 'test-nonce'),
    getPlugins: jest.fn(() => more.uiPlugins ?? []),
    getAnonymousStatusPage: jest.fn(() => more.anonymousStatusPage ?? false),
    isAnonymousPage: jest.fn(() => more.isAnonymousPage ?? false),
    getOutage: jest.fn(() => more.outage),
    getLegacyMetadata: jest.fn(
      () => more.legacyMetadata ?? { uiSettings: { defaults: {}, user: {} } }
    ),
    getInjectedVar: jest.fn(
      (name: string, defaultValue?: unknown) => more.vars?.[name] ?? defaultValue
    ),
    getInjectedVars: jest.fn(() => more.vars ?? {}),
    getBranding: jest.fn(
      () =>
        more.branding ?? { productName: 'Security Dashboards', pageTitle: 'Security Dashboards' }
    ),
    getLocale: jest.fn(() => more.i18n?.locale ?? 'en'),
    getEnv: jest.fn(() => more.env ?? testEnv),
    getThemeTag: jest.fn(() => more.theme?.tag ?? 'v8light'),
    getPagePreload: jest.fn(() => more.pagePreload),
  }),
};

export const notificationServiceMock = {
  createSetupContract: (): Mocked<NotificationsSetup> => {
    let nextId = 0;
    const add = (input: unknown) => ({
      id: String(nextId++),
      ...(typeof input === 'string' ? { title: input } : (input as object)),
    });
    const toasts = {
      get$: jest.fn(() => new BehaviorSubject([])),
      add: jest.fn(add),
      remove: jest.fn(),
      addInfo: jest.fn(add),
      addSuccess: jest.fn(add),
      addWarning: jest.fn(add),
      addDanger: jest.fn(add),
      addError: jest.fn((error: Error, options: object) =>
        add({ ...options, text: error.message })
      ),
    };
    return { toasts } as unknown as Mocked<NotificationsSetup>;
  },
  createStartContract: () => notificationServiceMock.createSetupContract(),
};

export const overlayServiceMock = {
  createOverlayRef: (): Mocked<OverlayRef> => ({
    onClose: Promise.resolve(),
    close: jest.fn(async () => undefined),
  }),
  createBanners: (): Mocked<OverlayBannersStart> => {
    let nextId = 0;
    return {
      add: jest.fn(() => String(nextId++)),
      remove: jest.fn(() => true),
      replace: jest.fn(() => String(nextId++)),
      get$: jest.fn(() => new BehaviorSubject([])),
      getComponent: jest.fn(() => null as unknown as JSX.Element),
    } as unknown as Mocked<OverlayBannersStart>;
  },
  createStartContract: (): Mocked<OverlayStart> =>
    ({
      banners: overlayServiceMock.createBanners(),
      openFlyout: jest.fn(() => overlayServiceMock.createOverlayRef()),
      openModal: jest.fn(() => overlayServiceMock.createOverlayRef()),
      openConfirm: jest.fn(async () => true),
    }) as unknown as Mocked<OverlayStart>,
  /** The real dialogs, for tests of their content. */
  createTrueDialogs: (): OverlayStart =>
    new OverlayService().start({
      i18n: i18nServiceMock.createStartContract(),
      targetDomElement: document.body.appendChild(document.createElement('div')),
      uiSettings: uiSettingsServiceMock.createSetupContract(),
    }),
};

export const savedObjectsServiceMock = {
  createClient: (): Mocked<SavedObjectsClientContract> =>
    ({
      create: jest.fn(),
      bulkCreate: jest.fn(async () => ({ savedObjects: [] })),
      get: jest.fn(),
      bulkGet: jest.fn(async () => ({ savedObjects: [] })),
      find: jest.fn(async () => ({ savedObjects: [], total: 0, perPage: 20, page: 1 })),
      update: jest.fn(),
      bulkUpdate: jest.fn(async () => ({ savedObjects: [] })),
      delete: jest.fn(async () => ({})),
    }) as unknown as Mocked<SavedObjectsClientContract>,
  createStartContract: (): Mocked<SavedObjectsStart> =>
    ({ client: savedObjectsServiceMock.createClient() }) as Mocked<SavedObjectsStart>,
};

export const themeServiceMock = {
  createSetupContract: (): Mocked<ThemeSetup> => ({
    theme$: new BehaviorSubject({ darkMode: false }),
    setDarkMode: jest.fn(),
  }),
};

export const uiSettingsServiceMock = {
  /** `get` returns the default override; tests set everything else. */
  createSetupContract: (): Mocked<IUiSettingsClient> =>
    ({
      get: jest.fn((_key: string, defaultOverride?: unknown) => defaultOverride),
      get$: jest.fn((_key: string, defaultOverride?: unknown) => of(defaultOverride)),
      getAll: jest.fn(() => ({})),
      set: jest.fn(async () => true),
      setPersonal: jest.fn(async () => true),
      getPersonal: jest.fn(() => undefined),
      remove: jest.fn(async () => true),
      overrideLocalDefault: jest.fn(),
      isDeclared: jest.fn(() => true),
      isDefault: jest.fn(() => true),
      isCustom: jest.fn(() => false),
      isOverridden: jest.fn(() => false),
      getUpdate$: jest.fn(() => new Subject()),
      getSaved$: jest.fn(() => new Subject()),
      getUpdateErrors$: jest.fn(() => new Subject()),
    }) as unknown as Mocked<IUiSettingsClient>,
};

/** Contracts as plugins receive them; every method is a jest mock. */
export type CoreSetupMock<TStartDeps extends object = NoPluginDeps, TStart = unknown> = {
  readonly [K in Exclude<keyof CoreSetup, 'getStartServices'>]: Mocked<CoreSetup[K]>;
} & {
  readonly getStartServices: jest.MockedFunction<StartServicesAccessor<TStartDeps, TStart>>;
};
export type CoreStartMock = { readonly [K in keyof CoreStart]: Mocked<CoreStart[K]> };

const createPluginMetadataMock = (): Mocked<CoreSetup['injectedMetadata']> => {
  const { getInjectedVar, getOutage, getBranding } =
    injectedMetadataServiceMock.createSetupContract();
  return { getInjectedVar, getOutage, getBranding };
};

interface CreateSetupOptions<TStartDeps extends object, TStart> {
  readonly basePath?: string;
  readonly pluginStartDeps?: TStartDeps;
  readonly pluginStartContract?: TStart;
}

/** Parameters of an app's mount: a detached element and a real history scoped to `appBasePath`. */
function createAppMountParameters(appBasePath = ''): jest.Mocked<AppMountParameters> {
  const history = new ScopedHistory(
    createMemoryHistory({ initialEntries: [appBasePath === '' ? '/' : appBasePath] }),
    appBasePath
  );
  return {
    element: document.createElement('div'),
    history,
    appBasePath,
    onAppLeave: jest.fn(),
    setHeaderActionMenu: jest.fn(),
  } as unknown as jest.Mocked<AppMountParameters>;
}

export const coreMock = {
  createSetup: <TStartDeps extends object = NoPluginDeps, TStart = unknown>({
    basePath = '',
    pluginStartDeps = {} as TStartDeps,
    pluginStartContract,
  }: CreateSetupOptions<TStartDeps, TStart> = {}): CoreSetupMock<TStartDeps, TStart> => ({
    application: applicationServiceMock.createSetupContract(),
    context: contextServiceMock.createSetupContract(),
    fatalErrors: fatalErrorsServiceMock.createSetupContract(),
    http: httpServiceMock.createSetupContract({ basePath }),
    notifications: notificationServiceMock.createSetupContract(),
    uiSettings: uiSettingsServiceMock.createSetupContract(),
    theme: themeServiceMock.createSetupContract(),
    injectedMetadata: createPluginMetadataMock(),
    getStartServices: jest.fn(async () => [
      coreMock.createStart({ basePath }),
      pluginStartDeps,
      pluginStartContract,
    ]) as unknown as CoreSetupMock<TStartDeps, TStart>['getStartServices'],
  }),
  createStart: ({ basePath = '' } = {}): CoreStartMock => ({
    application: applicationServiceMock.createStartContract({ basePath }),
    chrome: chromeServiceMock.createStartContract(),
    docLinks: docLinksServiceMock.createStartContract() as Mocked<DocLinksStart>,
    fatalErrors: fatalErrorsServiceMock.createSetupContract(),
    http: httpServiceMock.createStartContract({ basePath }),
    i18n: i18nServiceMock.createStartContract(),
    injectedMetadata: createPluginMetadataMock(),
    notifications: notificationServiceMock.createStartContract(),
    overlays: overlayServiceMock.createStartContract(),
    savedObjects: savedObjectsServiceMock.createStartContract(),
    theme: themeServiceMock.createSetupContract(),
    uiSettings: uiSettingsServiceMock.createSetupContract(),
  }),
  createPluginInitializerContext: <C extends object = Record<string, unknown>>(
    config: C = {} as C
  ): PluginInitializerContext<C> => ({
    opaqueId: Symbol('test'),
    env: testEnv,
    config: { get: <T = C>() => config as unknown as T },
  }),
  createAppMountParameters,
  /** The misspelled name in OpenSearch Dashboards, for ported tests. */
  createAppMountParamters: createAppMountParameters,
};

/** Switches screens to another language; without an argument, back to English. */
export const showTranslations = (translations?: Translations): void =>
  setTranslations(translations);
