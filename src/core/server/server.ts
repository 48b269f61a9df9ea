/**
 * Composition of the server.
 *
 * Setup order: configuration, logging, plugin discovery (plugin configuration is validated before
 * anything is changed), port (503 from here on), http, translations, backend, saved objects,
 * settings, capabilities, status, pages, plugins. Start order: saved objects, settings, pages,
 * plugins, status, then requests are accepted. Stop drains requests, then runs in reverse order.
 */
import { join, resolve } from 'node:path';
import { of } from 'rxjs';
import { AuditOutputs } from './audit_outputs';
import { BackendService, type BackendOpener, type FirstCredentials } from './backend';
import type { BackendStatus } from '../../backend/api';
import { releaseFacts } from '../../contracts';
import { CapabilitiesService } from './capabilities';
import { CertificateMonitor, readCoreCertificates } from './certificates';
import {
  assertAdminCertificates,
  assertAuditFile,
  assertClusterTls,
  loadConfig,
  readKeyMeanings,
  readServerTls,
  readSyslogAuthorities,
  readVariable,
  type ConfigService,
  type CoreConfig,
  type ServerArguments,
} from './config';
import { readPackageInfo, resolvePaths, type ServerPaths } from './environment';
import { HttpService, type RouteLimits } from './http';
import { I18nService } from './i18n';
import { LoggingService } from './logging';
import { MetricsService } from './metrics';
import { PluginsService, type CoreSetup, type CoreStart, type PluginsServiceDeps } from './plugins';
import { PagePreloader } from './page_preload';
import { openBuild, registerCoreRoutes, RenderingService } from './rendering';
import { SavedObjectsService } from './saved_objects';
import { EXIT_INVALID_CONFIG, StartError, startErrorOf } from './start_error';
import { coreStatuses, LEFT_OUT, registerHealthRoutes, StatusService } from './status';
import { announceFirstCredentials } from './first_start_message';
import { UiSettingsService } from './ui_settings';
import { WorkerPool } from '../../workers';

export interface ServerOptions {
  readonly args: Omit<ServerArguments, 'isHelp' | 'isVersion' | 'isCheck'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  /** Paths of the installation; tests override them. */
  readonly paths?: Partial<ServerPaths>;
  readonly loadPlugin?: PluginsServiceDeps['loadModule'];
  /** Default: opens the configured backend. */
  readonly openBackend?: BackendOpener;
}

const NO_ESSENTIAL_PLUGIN =
  'There is no plugin that logs users in: it is missing, does not load, or is switched off by its key "enabled" or by plugins.initialize. The server does not start without one.';

type Stoppable = () => void | Promise<void>;

export class Server {
  private readonly stops: Stoppable[] = [];
  private logging: LoggingService | undefined;
  private http: HttpService | undefined;
  private certificates: CertificateMonitor | undefined;
  private plugins: PluginsService | undefined;
  private stopping: Promise<void> | undefined;
  private firstCredentials: FirstCredentials | undefined;

  constructor(private readonly options: ServerOptions) {}

  /** URL as a browser on this machine would open it. */
  get url(): string {
    if (!this.http) throw new Error('The server is not started.');
    return this.http.url;
  }

  /** Limits of each route and entry point of core and plugins. */
  get budgets(): readonly RouteLimits[] {
    return this.http?.budgets() ?? [];
  }

  /** Registered routes of core and plugins. */
  get routes(): HttpService['registered'] {
    return this.http?.registered ?? [];
  }

  /** @throws {StartError} one line for the administrator */
  async start(): Promise<void> {
    const { config, core, paths } = await this.configure();
    const logging = (this.logging = new LoggingService(core.logging));
    try {
      const http = await this.compose(config, core, logging, paths);
      await http.start();
      logging.root.get('http', 'server').info(`http server running at ${http.url}`);
      this.announceFirstCredentials(http.url);
    } catch (error) {
      // The engine stores only password hashes, so the password must be shown even if a later step
      // of the start fails.
      this.announceFirstCredentials();
      throw startErrorOf(error);
    }
  }

  /**
   * Runs all checks of a start that come before accessing data or binding the port.
   * @returns descriptions of the keys that are set
   * @throws {StartError} like {@link start}
   */
  async checkConfig(): Promise<string> {
    const { config, core, paths } = await this.configure();
    const logging = new LoggingService({ level: 'warn', json: false, dest: 'stdout' });
    await this.checkServerTls(config, core);
    await this.discoverPlugins(config, core, logging.root, paths);
    return `${config.describe(readKeyMeanings(paths.root))}\nThe configuration is valid.\n`;
  }

  /**
   * Drains requests, then stops services in reverse order. May be called at any time, and
   * repeatedly.
   */
  stop(reason?: string): Promise<void> {
    this.stopping ??= this.stopAll(reason);
    return this.stopping;
  }

  /**
   * Reopens the log file, and reads `logging.level` and the files of `server.ssl` again. Failures
   * are logged, and the previous state stays.
   */
  async reload(): Promise<void> {
    const { logging, http } = this;
    if (!logging) return;
    const log = logging.root.get('server');
    const reloaded = await Promise.allSettled([
      (async () => logging.reopen())(),
      this.reloadLogLevel(logging),
      http?.reloadTls(),
    ]);
    // What a failed reload leaves in use is reported as well.
    await this.certificates?.check();
    const failed = reloaded.filter((one) => one.status === 'rejected');
    for (const { reason } of failed) log.error((reason as Error).message);
    if (failed.length === 0) log.info('Reloaded the log file, the log level and the certificate.');
  }

  /** The other keys need a restart. */
  private async reloadLogLevel(logging: LoggingService): Promise<void> {
    const { args, env } = this.options;
    const { config, core } = await loadConfig({
      args,
      env,
      root: resolvePaths(this.options.paths).root,
    });
    config.assertValidValues();
    logging.setLevel(core.logging.level);
  }

  /**
   * An error that reached the process.
   * @returns whether the server goes on: it is logged as that of a plugin (decision 5)
   */
  survives(error: unknown): boolean {
    return this.plugins?.handleLateError(error) ?? false;
  }

  /** Logs an error directly before the process ends. */
  logFatal(error: Error): void {
    if (this.logging) this.logging.root.get('fatal').error(error);
    else process.stderr.write(`${error.stack ?? error.message}\n`);
    this.logging?.flush();
  }

  private async configure() {
    const { args, env } = this.options;
    const paths = resolvePaths(this.options.paths);
    const loaded = await loadConfig({ args, env, root: paths.root });
    const { config, core } = loaded;
    await config.check('engine.authcz', () => assertAdminCertificates(core));
    await config.check('engine.audit.file', () => assertAuditFile(core));
    await config.check('engine.audit.syslog', () =>
      readSyslogAuthorities(core.engine.audit.syslog)
    );
    await config.check('opensearch.ssl', () => assertClusterTls(core.opensearch));
    return { ...loaded, paths };
  }

  private async checkServerTls(config: ConfigService, { server: { ssl } }: CoreConfig) {
    if (ssl.enabled) await config.check('server.ssl', () => readServerTls(ssl));
  }

  /** Plugins have their own sections, so the known keys are complete only after this. */
  private async discoverPlugins(
    config: ConfigService,
    core: CoreConfig,
    log: LoggingService['root'],
    paths: ServerPaths
  ) {
    const { isDemo, isDev } = this.options.args;
    const build = openBuild(paths.buildPublic, { isDev });
    const packageInfo = readPackageInfo(paths.root, build.current());
    const dataPath = resolve(paths.root, core.path.data);
    const service = new PluginsService({
      config,
      log: log.get('plugins'),
      env: {
        version: packageInfo.version,
        productName: core.branding.productName,
        dataPath,
        dev: isDev,
        demo: isDemo,
      },
      searchFolders: [paths.plugins],
      pluginPaths: core.plugins.paths,
      isInitialized: core.plugins.initialize,
      buildFolder: paths.buildPlugins,
      root: paths.root,
      loadModule: this.options.loadPlugin,
    });
    this.plugins = service;
    // A start that fails anyway names problems of the certificate too.
    if (!config.isValid) await this.checkServerTls(config, core);
    const plugins = await service.discover().catch((error: unknown) => {
      config.assertValidValues();
      throw error;
    });
    if (!service.hasEssential)
      await config.check('plugins', () => {
        throw new StartError(NO_ESSENTIAL_PLUGIN, EXIT_INVALID_CONFIG);
      });
    config.assertValid();
    return { service, plugins, build, packageInfo, dataPath };
  }

  private async compose(
    config: ConfigService,
    core: CoreConfig,
    logging: LoggingService,
    paths: ServerPaths
  ) {
    const { isDemo, isDev } = this.options.args;
    const log = logging.root;
    const {
      service: pluginsService,
      plugins,
      build,
      packageInfo,
      dataPath,
    } = await this.discoverPlugins(config, core, log, paths);
    const { version } = packageInfo;
    const { productName } = core.branding;
    log
      .get('server')
      .info(
        `Security Dashboards ${version} on Node ${process.versions.node}, data folder ${dataPath}, configuration ${config.fileNames.join(', ')}`
      );
    for (const note of config.notes()) log.get('config').warn(note);

    const httpService = (this.http = new HttpService({
      config: core.server,
      productName,
      version,
      log: log.get('http'),
      accessLog: logging.access,
      slowRequestMs: core.logging.slowRequest,
      collectorToken: core.metrics.token,
    }));
    const http = httpService.setup();
    await httpService.listen();
    const i18n = new I18nService().setup({
      http,
      locale: core.i18n.locale,
      folders: [
        join(paths.coreResources, 'translations'),
        // Texts of the UI kit, which all screens use.
        join(paths.coreResources, 'translations', 'ui_kit'),
        ...plugins.folders.map((folder) => join(folder, 'translations')),
      ],
      log: log.get('i18n'),
    });

    const certificates = new CertificateMonitor({ log: log.get('certificates') });
    this.certificates = certificates;
    this.onStop(() => certificates.stop());
    const atStart = readCoreCertificates(core);
    certificates.add(() => [...httpService.certificates, ...atStart]);

    const workers = new WorkerPool();
    this.onStop(() => workers.stop());
    // Stopped after the backend, which hands over its last events when it stops.
    const auditOutputs = new AuditOutputs(core.engine.audit, log.get('audit'));
    this.onStop(() => auditOutputs.stop());
    const backendService = new BackendService(this.options.openBackend);
    this.onStop(() => backendService.stop());
    const { backend, engine, privileged, firstCredentials } = await backendService.setup({
      config: core,
      dataPath,
      isDemo,
      initialAdminPassword: readVariable('SECURITY_INITIAL_ADMIN_PASSWORD', this.options.env),
      workers,
      auditSink: auditOutputs.sink,
      log: log.get('engine'),
    });
    this.firstCredentials = firstCredentials;
    let reason: BackendStatus['reason'];
    backend.status$.subscribe((current) => (reason = current.reason));
    const outage = () => reason && { id: reason.code, defaultMessage: reason.defaultMessage };

    const savedObjectsService = new SavedObjectsService({
      openStore: backend.savedObjects,
      router: http.createRouter(),
      logger: log.get('saved-objects'),
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
      log: log.get('ui-settings'),
    });
    const capabilitiesService = new CapabilitiesService();
    const capabilities = capabilitiesService.setup({ http });
    capabilities.registerProvider(() => ({
      securityFeatures: { ...backend.features },
      ...(backend.engine.release && {
        securityRelease: releaseFacts(backend.engine.release()),
      }),
    }));

    registerHealthRoutes(http, httpService.isShuttingDown);
    const statusService = new StatusService();
    this.onStop(() => statusService.stop());
    const status = statusService.setup({
      http,
      i18n,
      log: log.get('status'),
      name: core.server.name,
      uuid: backend.instanceId,
      packageInfo,
      intervalMs: core.ops.interval,
      isAnonymous: core.status.allowAnonymous,
      outage,
      core: { ...coreStatuses(backend), certificates: certificates.status$ },
      pluginIds: plugins.ids,
    });

    const metricsService = new MetricsService();
    this.onStop(() => metricsService.stop());
    await metricsService.setup({
      http,
      access: core.metrics.access,
      packageInfo,
      levels: () => status.levels(),
      figures: () => backend.figures?.() ?? {},
      observeCalls: backend.observeCalls?.bind(backend),
      auditOutputs: () => auditOutputs.figures(),
      certificates: () => certificates.secondsLeft,
    });

    const pagePreload = new PagePreloader({
      resolveCapabilities: (request, apps) => capabilitiesService.resolve(request, apps),
      log: log.get('rendering'),
    });
    const rendering = new RenderingService();
    rendering.setup({
      pagePreload: (request, isAnonymous) => pagePreload.of(request, isAnonymous),
      http,
      i18n,
      build,
      packageInfo,
      isDev,
      config: core,
      outage,
      uiPlugins: () => pluginsService.uiPlugins,
    });
    const started = startSignal<CoreStart>();
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
        const { uiSettings: settings } = await started.promise;
        return settings.asScopedToRequest(request).get<string>('defaultRoute');
      },
    });

    const { countLogin, setDrift, observeAlarms } = metricsService;
    certificates.add(async () => (await backend.certificates?.()) ?? []);
    const { add: addCertificates, ending: endingCertificates } = certificates;
    const counted = {
      ...privileged,
      countLogin,
      setDrift,
      observeAlarms,
      addCertificates,
      endingCertificates,
    };
    this.onStop(() => pluginsService.stop());
    const shared = {
      http: http as CoreSetup['http'],
      engine,
      savedObjects,
      uiSettings,
      capabilities,
      pages: pagePreload,
      started: started.promise,
    };
    await pluginsService.setup((id, privileges) => ({
      ...shared,
      status: status.forPlugin(id),
      ...(privileges.includes('backend') && { backend: counted }),
    }));

    const coreStart: CoreStart = {
      savedObjects: await savedObjectsService.start(),
      uiSettings: uiSettingsService.start(),
      engine,
    };
    rendering.start({ uiSettings: coreStart.uiSettings });
    await pluginsService.start(coreStart);
    started.resolve(coreStart);
    for (const id of pluginsService.leftOutIds) status.forPlugin(id).set(of(LEFT_OUT));
    await statusService.start();
    // Not waited for: a provider's certificates are fetched.
    void certificates.start();
    return httpService;
  }

  private async stopAll(reason: string | undefined): Promise<void> {
    const log = this.logging?.root.get('server');
    if (reason) log?.info(`Stopping: ${reason}.`);
    await this.http?.stop();
    for (const stop of this.stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        log?.error(error instanceof Error ? error : new Error(String(error)));
      }
    }
    if (reason) log?.info('Stopped.');
    this.logging?.stop();
  }

  private announceFirstCredentials(url?: string): void {
    const credentials = this.firstCredentials;
    this.firstCredentials = undefined;
    const log = this.logging?.root.get('server');
    if (credentials) announceFirstCredentials(url, credentials, this.options.stdout, log);
  }

  private onStop(stop: Stoppable): void {
    this.stops.push(stop);
  }
}

/** A promise that is resolved from outside, once every plugin has started. */
function startSignal<T>(): { readonly promise: Promise<T>; resolve(value: T): void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
