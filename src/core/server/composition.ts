/**
 * The services of a server, in their order.
 *
 * Setup: http (503 from here on), translations, certificates, backend, saved objects, settings,
 * capabilities, status, metrics, pages, plugins. Start: saved objects, settings, pages, plugins,
 * status. Stop runs in reverse order of setup.
 */
import { join } from 'node:path';
import { of } from 'rxjs';
import type { BackendStatus } from '../../backend/api';
import { releaseFacts } from '../../contracts';
import { WorkerPool } from '../../workers';
import { AuditOutputs } from './audit_outputs';
import { BackendService, type BackendOpener, type FirstCredentials } from './backend';
import { CapabilitiesService } from './capabilities';
import { CertificateMonitor, readCoreCertificates } from './certificates';
import { readVariable, type ConfigService, type CoreConfig, type ServerArguments } from './config';
import type { PackageInfo, ServerPaths } from './environment';
import { GuideLibrary, guidePreload, registerGuideRoutes } from './guides';
import { HttpService, type InternalHttpServiceSetup } from './http';
import { I18nService, type I18nServiceSetup } from './i18n';
import type { LoggingService } from './logging';
import { MetricsService } from './metrics';
import { PagePreloader } from './page_preload';
import type { CoreSetup, CoreStart, PluginsService } from './plugins';
import type { openBuild } from './rendering';
import { registerCoreRoutes, RenderingService } from './rendering';
import { SavedObjectsService } from './saved_objects';
import { coreStatuses, LEFT_OUT, registerHealthRoutes, StatusService } from './status';
import { UiSettingsService } from './ui_settings';

export interface CompositionDeps {
  readonly args: Pick<ServerArguments, 'isDemo' | 'isDev'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: opens the configured backend. */
  readonly openBackend?: BackendOpener;
  readonly config: ConfigService;
  readonly core: CoreConfig;
  readonly logging: LoggingService;
  readonly paths: ServerPaths;
  readonly pluginsService: PluginsService;
  readonly plugins: { readonly ids: readonly string[]; readonly folders: readonly string[] };
  readonly build: ReturnType<typeof openBuild>;
  readonly packageInfo: PackageInfo;
  readonly dataPath: string;
}

type OpenedBackend = Awaited<ReturnType<Composition['openBackend']>>;
type Stores = ReturnType<Composition['setupStores']>;
type Status = ReturnType<Composition['setupStatus']>;

export class Composition {
  readonly http: HttpService;
  readonly certificates: CertificateMonitor;
  /** Set when the backend is open, so that it is known if a later step of the start fails. */
  firstCredentials: FirstCredentials | undefined;
  private readonly log: LoggingService['root'];
  private readonly stops: (() => void | Promise<void>)[] = [];

  constructor(private readonly deps: CompositionDeps) {
    const { core, logging, packageInfo } = deps;
    this.log = logging.root;
    this.http = new HttpService({
      config: core.server,
      productName: core.branding.productName,
      version: packageInfo.version,
      log: this.log.get('http'),
      accessLog: logging.access,
      slowRequestMs: core.logging.slowRequest,
      collectorToken: core.metrics.token,
    });
    this.certificates = new CertificateMonitor({ log: this.log.get('certificates') });
    this.onStop(() => this.certificates.stop());
  }

  /** Afterwards, `http` can start. */
  async start(): Promise<void> {
    const { pluginsService } = this.deps;
    this.logVersions();
    const http = this.http.setup();
    await this.http.listen();
    const i18n = this.setupTranslations(http);
    const coreCertificates = readCoreCertificates(this.deps.core);
    this.certificates.add(() => [...this.http.certificates, ...coreCertificates]);

    const opened = await this.openBackend();
    const stores = this.setupStores(http, i18n, opened);
    const status = this.setupStatus(http, i18n, opened);
    const metrics = await this.setupMetrics(http, status, opened);
    const started = createStartSignal<CoreStart>();
    const { pages, rendering } = this.setupPages(http, i18n, opened, stores, started.promise);
    this.onStop(() => pluginsService.stop());
    await pluginsService.setup((id, privileges) => ({
      http: http as CoreSetup['http'],
      engine: opened.engine,
      savedObjects: stores.savedObjects,
      uiSettings: stores.uiSettings,
      capabilities: stores.capabilities,
      pages,
      started: started.promise,
      status: status.setup.forPlugin(id),
      ...(privileges.includes('backend') && { backend: this.offerBackend(opened, metrics) }),
    }));

    const coreStart: CoreStart = {
      savedObjects: await stores.savedObjectsService.start(),
      uiSettings: stores.uiSettingsService.start(),
      engine: opened.engine,
    };
    rendering.start({ uiSettings: coreStart.uiSettings });
    await pluginsService.start(coreStart);
    started.resolve(coreStart);
    for (const id of pluginsService.leftOutIds) status.setup.forPlugin(id).set(of(LEFT_OUT));
    await status.service.start();
    // Not waited for: a provider's certificates are fetched.
    void this.certificates.start();
  }

  /** Each failure is logged, and the others go on. */
  async stop(): Promise<void> {
    for (const stop of this.stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        this.log.get('server').error(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  private onStop(stop: () => void | Promise<void>): void {
    this.stops.push(stop);
  }

  private logVersions(): void {
    const { packageInfo, dataPath, config } = this.deps;
    this.log
      .get('server')
      .info(
        `Security Dashboards ${packageInfo.version} on Node ${process.versions.node}, data folder ${dataPath}, configuration ${config.fileNames.join(', ')}`
      );
    for (const note of config.notes()) this.log.get('config').warn(note);
  }

  private setupTranslations(http: InternalHttpServiceSetup): I18nServiceSetup {
    const { core, paths, plugins } = this.deps;
    return new I18nService().setup({
      http,
      locale: core.i18n.locale,
      folders: [
        join(paths.coreResources, 'translations'),
        // Texts of the UI kit, which all screens use.
        join(paths.coreResources, 'translations', 'ui_kit'),
        ...plugins.folders.map((folder) => join(folder, 'translations')),
      ],
      log: this.log.get('i18n'),
    });
  }

  private async openBackend() {
    const { core, dataPath, args, env } = this.deps;
    const workers = new WorkerPool();
    this.onStop(() => workers.stop());
    // Stopped after the backend, which hands over its last events when it stops.
    const auditOutputs = new AuditOutputs(core.engine.audit, this.log.get('audit'));
    this.onStop(() => auditOutputs.stop());
    const service = new BackendService(this.deps.openBackend);
    this.onStop(() => service.stop());
    const { firstCredentials, ...opened } = await service.setup({
      config: core,
      dataPath,
      isDemo: args.isDemo,
      initialAdminPassword: readVariable('SECURITY_INITIAL_ADMIN_PASSWORD', env),
      workers,
      auditSink: auditOutputs.sink,
      log: this.log.get('engine'),
    });
    this.firstCredentials = firstCredentials;
    const { backend } = opened;
    let reason: BackendStatus['reason'];
    backend.status$.subscribe((current) => (reason = current.reason));
    const outage = () => reason && { id: reason.code, defaultMessage: reason.defaultMessage };
    this.certificates.add(async () => (await backend.certificates?.()) ?? []);
    return { ...opened, auditOutputs, outage };
  }

  private setupStores(
    http: InternalHttpServiceSetup,
    i18n: I18nServiceSetup,
    { backend }: OpenedBackend
  ) {
    const { core, packageInfo } = this.deps;
    const savedObjectsService = new SavedObjectsService({
      openStore: backend.savedObjects,
      router: http.createRouter(),
      logger: this.log.get('saved-objects'),
      config: core.savedObjects,
    });
    this.onStop(() => savedObjectsService.stop());
    const savedObjects = savedObjectsService.setup();
    const uiSettingsService = new UiSettingsService();
    this.onStop(() => uiSettingsService.stop());
    const uiSettings = uiSettingsService.setup({
      http,
      savedObjects,
      preferences: backend.preferences,
      overrides: core.uiSettings.overrides,
      i18n,
      packageInfo,
      log: this.log.get('ui-settings'),
    });
    const capabilitiesService = new CapabilitiesService();
    const capabilities = capabilitiesService.setup({ http });
    capabilities.registerProvider(() => ({
      securityFeatures: { ...backend.features },
      ...(backend.engine.release && {
        securityRelease: releaseFacts(backend.engine.release()),
      }),
    }));
    return {
      savedObjectsService,
      savedObjects,
      uiSettingsService,
      uiSettings,
      capabilitiesService,
      capabilities,
    };
  }

  private setupStatus(
    http: InternalHttpServiceSetup,
    i18n: I18nServiceSetup,
    { backend, outage }: OpenedBackend
  ) {
    const { core, packageInfo, plugins } = this.deps;
    registerHealthRoutes(http, this.http.isShuttingDown);
    const service = new StatusService();
    this.onStop(() => service.stop());
    const setup = service.setup({
      http,
      i18n,
      log: this.log.get('status'),
      name: core.server.name,
      uuid: backend.instanceId,
      packageInfo,
      intervalMs: core.ops.interval,
      isAnonymous: core.status.allowAnonymous,
      outage,
      core: { ...coreStatuses(backend), certificates: this.certificates.status$ },
      pluginIds: plugins.ids,
    });
    return { service, setup };
  }

  private async setupMetrics(
    http: InternalHttpServiceSetup,
    { setup }: Status,
    { backend, auditOutputs }: OpenedBackend
  ): Promise<MetricsService> {
    const service = new MetricsService();
    this.onStop(() => service.stop());
    await service.setup({
      http,
      access: this.deps.core.metrics.access,
      packageInfo: this.deps.packageInfo,
      levels: () => setup.levels(),
      figures: () => backend.figures?.() ?? {},
      observeCalls: backend.observeCalls?.bind(backend),
      auditOutputs: () => auditOutputs.figures(),
      certificates: () => this.certificates.secondsLeft,
    });
    return service;
  }

  private setupPages(
    http: InternalHttpServiceSetup,
    i18n: I18nServiceSetup,
    { outage }: OpenedBackend,
    { capabilitiesService }: Stores,
    started: Promise<CoreStart>
  ) {
    const { core, build, packageInfo, paths, plugins, pluginsService, args } = this.deps;
    const pages = new PagePreloader({
      resolveCapabilities: (request, apps) => capabilitiesService.resolve(request, apps),
      log: this.log.get('rendering'),
    });
    const rendering = new RenderingService();
    rendering.setup({
      pagePreload: (request, isAnonymous) => pages.of(request, isAnonymous),
      http,
      i18n,
      build,
      packageInfo,
      isDev: args.isDev,
      config: core,
      outage,
      uiPlugins: () => pluginsService.uiPlugins,
    });
    registerCoreRoutes({
      http,
      build,
      assetsFolder: join(paths.coreResources, 'assets'),
      pluginFolders: new Map(
        plugins.ids.map((id, index) => [id, plugins.folders[index] as string])
      ),
      isStatusPageAnonymous: core.status.allowAnonymous,
      outage,
      defaultRoute: async (request) => {
        const { uiSettings } = await started;
        return uiSettings.asScopedToRequest(request).get<string>('defaultRoute');
      },
    });
    const guides = new GuideLibrary(join(paths.coreResources, 'guides'));
    registerGuideRoutes(http, guides);
    pages.addPreloadProvider((request) => guidePreload(request, guides));
    return { pages, rendering };
  }

  /** What a plugin gets that may log users in. */
  private offerBackend({ privileged }: OpenedBackend, metrics: MetricsService) {
    const { countLogin, addMetric } = metrics;
    const { add: addCertificates, ending: endingCertificates } = this.certificates;
    return {
      ...privileged,
      countLogin,
      addMetric,
      addCertificates,
      endingCertificates,
    };
  }
}

/** A promise that is resolved from outside. */
function createStartSignal<T>(): { readonly promise: Promise<T>; resolve(value: T): void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
