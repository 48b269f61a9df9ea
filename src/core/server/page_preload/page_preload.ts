/**
 * What a page asks for as soon as it runs, put into the page itself: answers of routes as of this
 * moment, and hints which scripts it will want. What cannot be had in time is left out, and the
 * page asks for it as it would have without this, so that a failure is met by whoever asks.
 */
import type { Capabilities, InjectedMetadata } from '../../common';
import type { RouteRequest } from '../http/types';
import type { Logger } from '../logging/types';

/** What a plugin knows of a page before its scripts run. */
export interface PagePreload {
  /**
   * Path and query of a `GET` route, without base path and exactly as the page asks for it, to what
   * makes its JSON for this request. Must not change anything.
   */
  readonly responses?: Readonly<Record<string, () => Promise<unknown>>>;
  /** Ids of the apps that the plugin's browser part registers for this request. */
  readonly apps?: readonly string[];
  /**
   * Names of the script parts that this address loads: `<plugin>-<module>` for what
   * `import('./module')` in that plugin brings. Unknown names are no mistake.
   */
  readonly imports?: readonly string[];
}

/** Called for every page; when it throws, its values are left out. */
export type PagePreloadProvider = (request: RouteRequest) => PagePreload;

/** What stands in pages beside the metadata of core. */
export interface PagesServiceSetup {
  /** Puts into pages what their scripts would ask for first. */
  addPreloadProvider(provider: PagePreloadProvider): void;
}

/** A page is not held up longer for what its scripts can ask for themselves. */
const LIMIT_MS = 300;
/** Apps of core, which has no provider. */
const CORE_APPS: readonly string[] = ['error', 'status'];
/** Of the shell around every app. */
const SHELL_IMPORTS: readonly string[] = [
  'core-header',
  'core-utility_classes',
  'core-full_formatter',
  'core-date_integration',
  'icons',
];

export interface PagePreloaderDeps {
  readonly resolveCapabilities: (
    request: RouteRequest,
    apps: readonly string[]
  ) => Promise<Capabilities>;
  readonly log: Logger;
}

/** First values of one page. */
export interface ResolvedPreload {
  readonly metadata: NonNullable<InjectedMetadata['pagePreload']>;
  readonly imports: readonly string[];
}

export class PagePreloader implements PagesServiceSetup {
  private readonly providers: PagePreloadProvider[] = [];

  constructor(private readonly deps: PagePreloaderDeps) {}

  addPreloadProvider(provider: PagePreloadProvider): void {
    this.providers.push(provider);
  }

  /**
   * Never rejects, and ends within the limit. A page without a user comes with capabilities alone,
   * which its login page would request.
   */
  async of(request: RouteRequest, isAnonymous = false): Promise<ResolvedPreload> {
    const found = this.providers.flatMap((provider) => this.ask(provider, request));
    const all: readonly PagePreload[] = isAnonymous ? found.map(({ apps }) => ({ apps })) : found;
    const apps = [...CORE_APPS, ...all.flatMap((values) => values.apps ?? [])];
    const [capabilities, ...responses] = await Promise.all([
      this.inTime('capabilities', () => this.deps.resolveCapabilities(request, apps)),
      ...all.flatMap(({ responses: makers = {} }) =>
        Object.entries(makers).map(
          async ([path, make]) => [path, await this.inTime(path, make)] as const
        )
      ),
    ]);
    return {
      metadata: {
        ...(capabilities !== undefined && { capabilities }),
        responses: Object.fromEntries(responses.filter(([, response]) => response !== undefined)),
      },
      imports: [
        ...(request.url.pathname.startsWith('/app/') && !isAnonymous ? SHELL_IMPORTS : []),
        ...all.flatMap(({ imports = [] }) => imports),
      ],
    };
  }

  private ask(provider: PagePreloadProvider, request: RouteRequest): readonly PagePreload[] {
    try {
      return [provider(request)];
    } catch (error) {
      this.deps.log.debug('A provider of first values failed.', { reason: String(error) });
      return [];
    }
  }

  /** @returns undefined when it failed or took too long */
  private async inTime<T>(what: string, make: () => Promise<T>): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), LIMIT_MS);
    });
    try {
      return await Promise.race([make(), late]);
    } catch (error) {
      this.deps.log.debug('A first value is left out of the page.', {
        what,
        reason: String(error),
      });
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}
