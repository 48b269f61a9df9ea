import type { FatalErrorsSetup } from '../fatal_errors/types';
import type { InjectedMetadataSetup } from '../injected_metadata/types';
import { AnonymousPaths } from './anonymous_paths';
import { BasePath } from './base_path';
import { Fetch } from './fetch';
import { PreloadedResponses } from './preloaded_responses';
import { LoadingCount } from './loading_count';
import type { HttpSetup, HttpStart } from './types';

export interface HttpServiceSetupDeps {
  readonly injectedMetadata: InjectedMetadataSetup;
  readonly fatalErrors: FatalErrorsSetup;
  /** The network; default: the browser's. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Default: the address of the page. */
  readonly getPageUrl?: () => string;
  /** What the browser asks for by itself; default: its own language. */
  readonly browserLanguage?: string;
}

/** One contract at setup and start (docs/reference/core.md#requests-from-the-browser). */
export class HttpService {
  private contract?: HttpSetup;
  private loadingCount?: LoadingCount;

  setup({
    injectedMetadata,
    fatalErrors,
    fetch = (request) => window.fetch(request),
    getPageUrl = () => window.location.href,
    browserLanguage = window.navigator.language,
  }: HttpServiceSetupDeps): HttpSetup {
    const basePath = new BasePath(
      injectedMetadata.getBasePath(),
      injectedMetadata.getServerBasePath()
    );
    const version = injectedMetadata.getVersion();
    const firstResponses = new PreloadedResponses(
      injectedMetadata.getPagePreload(),
      new URL(getPageUrl()).origin + basePath.get()
    );
    const client = new Fetch({
      basePath,
      version,
      fetch: async (request) => firstResponses.take(request) ?? fetch(request),
      getPageUrl,
      browserLanguage,
    });
    const loadingCount = new LoadingCount(fatalErrors);
    loadingCount.addLoadingCountSource(client.getRequestCount$());
    this.loadingCount = loadingCount;
    const anonymousPaths = new AnonymousPaths(basePath);
    if (injectedMetadata.isAnonymousPage()) {
      anonymousPaths.register(basePath.remove(new URL(getPageUrl()).pathname));
    }
    this.contract = {
      basePath,
      anonymousPaths,
      fetch: client.fetch,
      get: client.shorthand('GET'),
      post: client.shorthand('POST'),
      put: client.shorthand('PUT'),
      patch: client.shorthand('PATCH'),
      delete: client.shorthand('DELETE'),
      head: client.shorthand('HEAD'),
      options: client.shorthand('OPTIONS'),
      intercept: client.intercept,
      addLoadingCountSource: loadingCount.addLoadingCountSource,
      getLoadingCount$: loadingCount.getLoadingCount$,
    };
    return this.contract;
  }

  start(): HttpStart {
    if (this.contract === undefined) throw new Error('HttpService#setup() must be called first!');
    return this.contract;
  }

  stop(): void {
    this.loadingCount?.stop();
  }
}
