import {
  BehaviorSubject,
  distinctUntilChanged,
  map,
  type Observable,
  Subject,
  Subscription,
  takeUntil,
} from 'rxjs';
import type { HttpSetup, HttpStart, IAnonymousPaths, IBasePath } from './types';
import type { InjectedMetadata } from '../../common';
import type { FatalErrorsSetup } from '../fatal_errors/types';
import type { InjectedMetadataSetup } from '../injected_metadata/types';
import { Fetch } from './fetch';

/** Matches exact paths only: paths below them are not anonymous. */
export class AnonymousPaths implements IAnonymousPaths {
  private readonly paths = new Set<string>();

  constructor(private readonly basePath: IBasePath) {}

  /** @param path - without base path */
  register(path: string): void {
    this.paths.add(normalize(path));
  }

  /** @param path - with base path */
  isAnonymous(path: string): boolean {
    return this.paths.has(normalize(this.basePath.remove(path)));
  }
}

function normalize(path: string): string {
  const lower = path.toLowerCase();
  const withSlash = lower.startsWith('/') ? lower : `/${lower}`;
  return withSlash.length > 1 ? withSlash.replace(/\/+$/, '') || '/' : withSlash;
}

/** Scheme and host, or a host without scheme (`//host`). Such URLs are left unchanged. */
const HAS_HOST = /^([a-z][a-z\d+.-]*:|\/\/)/i;

export class BasePath implements IBasePath {
  readonly serverBasePath: string;

  /**
   * @param basePath - of this request, without a trailing slash; empty for none
   * @param serverBasePath - as configured; default: the same
   */
  constructor(
    private readonly basePath: string = '',
    serverBasePath: string = basePath
  ) {
    this.serverBasePath = serverBasePath;
  }

  get = (): string => this.basePath;

  /** Changes only URLs without a host whose path starts with `/`; keeps query and hash. */
  prepend = (url: string): string =>
    this.basePath !== '' && url.startsWith('/') && !HAS_HOST.test(url) ? this.basePath + url : url;

  /** Removes whole segments only; exactly the base path becomes `/`. */
  remove = (url: string): string => {
    if (this.basePath === '' || HAS_HOST.test(url) || !url.startsWith(this.basePath)) return url;
    const rest = url.slice(this.basePath.length);
    if (rest === '') return '/';
    if (rest.startsWith('/')) return rest;
    return /^[?#]/.test(rest) ? `/${rest}` : url;
  };
}

/** Age after which preloaded responses may be outdated and the page requests them again. */
export const PRELOADED_RESPONSES_TTL_MS = 30_000;

class PreloadedResponses {
  private readonly responses: Map<string, unknown>;

  /**
   * @param pagePreload - from the page; paths without base path
   * @param root - prefix of each path: origin and base path of the page
   * @param sinceMs - milliseconds since the page load began
   */
  constructor(
    pagePreload: InjectedMetadata['pagePreload'],
    private readonly root: string,
    private readonly sinceMs: () => number = () => performance.now()
  ) {
    this.responses = new Map(Object.entries(pagePreload?.responses ?? {}));
  }

  /** Returns each preloaded response once. @returns `undefined` if the server has to be asked */
  take({ method, url }: Pick<Request, 'method' | 'url'>): Response | undefined {
    if (this.responses.size === 0) return undefined;
    if (method !== 'GET' || this.sinceMs() > PRELOADED_RESPONSES_TTL_MS) {
      this.responses.clear();
      return undefined;
    }
    const path = url.slice(this.root.length);
    if (!url.startsWith(`${this.root}/`) || !this.responses.has(path)) return undefined;
    const response = this.responses.get(path);
    this.responses.delete(path);
    return new Response(JSON.stringify(response), {
      headers: { 'content-type': 'application/json' },
    });
  }
}

/**
 * Number of operations in progress, summed over all sources.
 *
 * Source: docs/reference/core.md#base-path-and-loading-count.
 */
class LoadingCount {
  private readonly stop$ = new Subject<void>();
  private readonly subscriptions = new Subscription();
  private readonly total$ = new BehaviorSubject(0);

  constructor(private readonly fatalErrors: FatalErrorsSetup) {}

  /** Replays distinct values; ends with 0 and completes on stop. */
  getLoadingCount$ = (): Observable<number> => this.total$.pipe(distinctUntilChanged());

  /**
   * A completed source counts as 0. A source that fails or emits a negative number is a fatal
   * error.
   */
  addLoadingCountSource = (count$: Observable<number>): void => {
    let own = 0;
    const setOwn = (next: number) => {
      const delta = next - own;
      own = next;
      if (delta !== 0) this.total$.next(this.total$.value + delta);
    };
    const subscription = count$.pipe(map(assertNotNegative), takeUntil(this.stop$)).subscribe({
      next: setOwn,
      complete: () => setOwn(0),
      error: (error: Error) => {
        setOwn(0);
        this.report(error);
      },
    });
    this.subscriptions.add(subscription);
  };

  stop(): void {
    this.stop$.next();
    this.stop$.complete();
    this.subscriptions.unsubscribe();
    this.total$.complete();
  }

  private report(error: Error): void {
    try {
      this.fatalErrors.add(error);
    } catch {
      // `add` rethrows the error after recording it; here it has no caller to catch it.
    }
  }
}

function assertNotNegative(count: number): number {
  if (count < 0) {
    throw new Error('Observables passed to loadingCount.add() must only emit positive numbers');
  }
  return count;
}

interface HttpServiceSetupDeps {
  readonly injectedMetadata: InjectedMetadataSetup;
  readonly fatalErrors: FatalErrorsSetup;
  /** Sends requests; default: the browser's `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Default: the URL of the page. */
  readonly getPageUrl?: () => string;
  /** Language that the browser requests by itself; default: the browser's own. */
  readonly browserLanguage?: string;
}

/** One contract for setup and start (docs/reference/core.md#requests-from-the-browser). */
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
