/**
 * Server part of change requests and drift: changes that a colleague approves, and those that bring
 * the configuration and a folder of files together.
 */
import { pairwise } from 'rxjs';
import type {
  CoreSetup,
  Plugin,
  PluginInitializerContext,
  PrivilegedBackend,
} from '@sd/core/server';
import type { SecurityPluginSetup } from '@sd/plugins/security/server';
import { DRIFT_PATH, REQUEST_PATH, REQUESTS_PATH } from '../common';
import { AppliedRequests } from './change_requests/applied_requests';
import { ChangeRequestService } from './change_requests/change_request_service';
import { ChangeRequestStore, type StoredRequest } from './change_requests/change_request_store';
import { registerChangeRequestRoutes } from './change_requests/routes';
import type { RequestsConfig } from './config';
import { prepareDemonstration, withDemonstration } from './demonstration';
import { DriftChecker } from './drift/drift_checker';
import { driftMetric, driftStatus } from './drift/drift_status';
import { registerDriftRoutes } from './drift/routes';
import type { RequestsPluginSetup, RequestsPluginStart, SetupDeps } from './types';

/** Chunks of the pages in the browser. */
const PAGES = {
  [REQUESTS_PATH]: 'requests-requests_page',
  [REQUEST_PATH]: 'requests-request_page',
  [DRIFT_PATH]: 'requests-drift_page',
};

/** How much it changes, never what. */
const changeRequestEvent = ({ id, title, reason, author, changes, decided }: StoredRequest) => ({
  kind: 'change_request' as const,
  request: {
    id,
    title,
    author,
    entries: changes.length,
    ...(reason !== undefined && { reason }),
    ...(decided && { decided }),
  },
});

export class RequestsPlugin implements Plugin<RequestsPluginSetup, RequestsPluginStart, SetupDeps> {
  private appliedRequests: AppliedRequests | undefined;
  private drift: DriftChecker | undefined;
  private prepareDemonstration: (() => Promise<void>) | undefined;

  constructor(private readonly context: PluginInitializerContext<RequestsConfig>) {}

  setup(core: CoreSetup, { security }: SetupDeps): RequestsPluginSetup {
    const { backend, http } = core;
    if (!backend) throw new Error('The manifest of this plugin lacks the privilege "backend".');
    const config = withDemonstration(this.context.config.get(), this.context.env);
    const { asScoped } = core.engine;
    const { changes, mapEngineErrors } = security;
    const { handle } = security.engineCalls(http);
    const logger = this.context.logger.get('routes');
    const service = this.openChangeRequests(backend, security, config);
    registerChangeRequestRoutes({ handle, asScoped, changes, service });
    const checker = this.openDrift(core, backend, security, config.drift);
    registerDriftRoutes({ handle, asScoped, changes, mapEngineErrors, checker, logger });
    core.capabilities.registerProvider(() => ({
      securityDrift: { configured: checker !== undefined },
    }));
    for (const [path, page] of Object.entries(PAGES))
      security.adminPages.register({ path, imports: [page, 'security-parts'] });
    return {};
  }

  async start(): Promise<RequestsPluginStart> {
    await this.prepareDemonstration?.();
    this.drift?.start();
    this.appliedRequests?.start();
    return {};
  }

  async stop(): Promise<void> {
    await Promise.all([this.drift?.stop(), this.appliedRequests?.stop()]);
  }

  private openChangeRequests(
    { documents, internal, because }: PrivilegedBackend,
    { announce: tell, changes }: SecurityPluginSetup,
    { change_requests: { four_eyes: needsFourEyes } }: RequestsConfig
  ): ChangeRequestService {
    const { env, logger } = this.context;
    const configuration = () => internal.configuration();
    const announce = (request: StoredRequest) => tell(changeRequestEvent(request));
    const store = new ChangeRequestStore(documents('change_requests'));
    const applied = new AppliedRequests({
      requests: store,
      configuration,
      announce,
      logger: logger.get('change_requests'),
    });
    this.appliedRequests = applied;
    this.prepareDemonstration = () =>
      prepareDemonstration({ env, changeRequests: store, configuration, logger });
    return new ChangeRequestService({
      store,
      applied,
      changes,
      because,
      announce,
      needsFourEyes,
      logger: logger.get('routes'),
    });
  }

  private openDrift(
    { engine, status }: CoreSetup,
    { configurationFiles: files, internal, addMetric }: PrivilegedBackend,
    { announce, changes: { compareFiles } }: SecurityPluginSetup,
    { folder, interval_seconds: intervalSeconds, ignore }: RequestsConfig['drift']
  ): DriftChecker | undefined {
    if (folder === undefined) return undefined;
    this.drift = new DriftChecker({
      folder,
      intervalSeconds,
      ignore,
      files,
      configuration: (known) => internal.configuration(known),
      compareFiles,
      logger: this.context.logger.get('drift'),
    });
    const { result$ } = this.drift;
    addMetric?.(driftMetric(result$));
    result$.pipe(pairwise()).subscribe(([before, now]) => {
      if (before?.state === 'in_sync' && now?.state === 'drifted')
        announce({ kind: 'drift', folder, entries: now.entries.length });
    });
    status.set(driftStatus(engine.status$, result$));
    return this.drift;
  }
}
