/**
 * Preloads data into a page that its scripts would request first. Data that is not ready in time is
 * left out; the page then requests it and handles any errors as usual.
 */
import { type Capabilities, GUIDES_APP_ID, type InjectedMetadata } from '../../common';
import type { RouteRequest } from '../http/types';
import type { Logger } from '../logging/types';

/** A plugin's knowledge about a page before its scripts run. */
export interface PagePreload {
  /**
   * Functions that compute the JSON response for this request, by path and query of a `GET` route:
   * without base path, and exactly as the page requests it. They must not change anything.
   */
  readonly responses?: Readonly<Record<string, () => Promise<unknown>>>;
  /** Ids of the apps that the plugin's browser part registers for this request. */
  readonly apps?: readonly string[];
  /**
   * Names of the script chunks that this URL loads: `<plugin>-<module>` for `import('./module')` in
   * that plugin. Unknown names are ignored.
   */
  readonly imports?: readonly string[];
}

/** Called for every page. If it throws, its values are left out. */
export type PagePreloadProvider = (request: RouteRequest) => PagePreload;

/** Additions of plugins to the data embedded in pages. */
export interface PagesServiceSetup {
  /** Registers responses and hints that pages should preload. */
  addPreloadProvider(provider: PagePreloadProvider): void;
}

/** Pages do not wait longer than this for data that their scripts can request themselves. */
const LIMIT_MS = 300;
/** Apps of core. */
const CORE_APPS: readonly string[] = ['error', GUIDES_APP_ID, 'status'];
/** Chunks of the shell, which every app needs. */
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

/** Preloaded data of one page. */
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
   * Never rejects, and ends within the time limit. A page without a user includes only
   * capabilities, which its login page would request.
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
      this.deps.log.debug('A preload provider failed.', { reason: String(error) });
      return [];
    }
  }

  /** @returns undefined if it failed or took too long */
  private async inTime<T>(what: string, make: () => Promise<T>): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), LIMIT_MS);
    });
    try {
      return await Promise.race([make(), late]);
    } catch (error) {
      this.deps.log.debug('A preloaded response is omitted from the page.', {
        what,
        reason: String(error),
      });
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}
