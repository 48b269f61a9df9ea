/**
 * A server from its arguments to its end: configuration, logging, discovery of plugins (their
 * configuration is validated before anything is changed), then the services of `composition.ts`,
 * then requests are accepted. Stop drains requests first.
 */
import { resolve } from 'node:path';
import type { BackendOpener } from './backend';
import { Composition } from './composition';
import {
  assertAdminCertificates,
  assertAuditFile,
  assertClusterTls,
  loadConfig,
  readKeyMeanings,
  readServerTls,
  readSyslogAuthorities,
  type ConfigService,
  type CoreConfig,
  type ServerArguments,
} from './config';
import { readPackageInfo, resolvePaths, type ServerPaths } from './environment';
import type { HttpService, RouteLimits } from './http';
import { LoggingService } from './logging';
import { PluginsService, type PluginsServiceDeps } from './plugins';
import { openBuild } from './rendering';
import { EXIT_INVALID_CONFIG, StartError, toStartError } from './start_error';
import { announceFirstCredentials } from './first_start_message';

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

export class Server {
  private logging: LoggingService | undefined;
  private plugins: PluginsService | undefined;
  private composition: Composition | undefined;
  private stopping: Promise<void> | undefined;

  constructor(private readonly options: ServerOptions) {}

  /** URL as a browser on this machine would open it. */
  get url(): string {
    if (!this.composition) throw new Error('The server is not started.');
    return this.composition.http.url;
  }

  /** Limits of each route and entry point of core and plugins. */
  get budgets(): readonly RouteLimits[] {
    return this.composition?.http.budgets() ?? [];
  }

  /** Registered routes of core and plugins. */
  get routes(): HttpService['registered'] {
    return this.composition?.http.registered ?? [];
  }

  /** @throws {StartError} one line for the administrator */
  async start(): Promise<void> {
    const { config, core, paths } = await this.configure();
    const logging = (this.logging = new LoggingService(core.logging));
    try {
      const found = await this.discoverPlugins(config, core, logging.root, paths);
      const { args, env, openBackend } = this.options;
      const composition = new Composition({
        args,
        env,
        openBackend,
        config,
        core,
        logging,
        paths,
        ...found,
      });
      this.composition = composition;
      await composition.start();
      const { http } = composition;
      await http.start();
      logging.root.get('http', 'server').info(`http server running at ${http.url}`);
      this.announceFirstCredentials(http.url);
    } catch (error) {
      // The engine stores only password hashes, so the password must be shown even if a later step
      // of the start fails.
      this.announceFirstCredentials();
      throw toStartError(error);
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
    const { logging, composition } = this;
    if (!logging) return;
    const log = logging.root.get('server');
    const reloaded = await Promise.allSettled([
      (async () => logging.reopen())(),
      this.reloadLogLevel(logging),
      composition?.http.reloadTls(),
    ]);
    // What a failed reload leaves in use is reported as well.
    await composition?.certificates.check();
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
    return { pluginsService: service, plugins, build, packageInfo, dataPath };
  }

  private async stopAll(reason: string | undefined): Promise<void> {
    const log = this.logging?.root.get('server');
    if (reason) log?.info(`Stopping: ${reason}.`);
    await this.composition?.http.stop();
    await this.composition?.stop();
    if (reason) log?.info('Stopped.');
    this.logging?.stop();
  }

  private announceFirstCredentials(url?: string): void {
    const { composition } = this;
    const credentials = composition?.firstCredentials;
    if (!composition || !credentials) return;
    composition.firstCredentials = undefined;
    const log = this.logging?.root.get('server');
    announceFirstCredentials(url, credentials, this.options.stdout, log);
  }
}
