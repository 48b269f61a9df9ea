/** The chrome service with its own apps and storage, for tests. */
import { BehaviorSubject, lastValueFrom, type Observable, ReplaySubject, toArray } from 'rxjs';
import { AppNavLinkStatus, AppStatus, type PublicAppInfo } from '../application/types';
import {
  applicationServiceMock,
  docLinksServiceMock,
  httpServiceMock,
  injectedMetadataServiceMock,
  notificationServiceMock,
  themeServiceMock,
} from '../mocks';
import { ChromeService } from './chrome_service';

export const app = (id: string, more: Partial<PublicAppInfo> = {}): PublicAppInfo => ({
  id,
  title: `Title of ${id}`,
  appRoute: `/app/${id}`,
  status: AppStatus.accessible,
  navLinkStatus: AppNavLinkStatus.visible,
  ...more,
});

export const memoryStorage = (initial: Record<string, string> = {}) => {
  const entries = new Map(Object.entries(initial));
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
};

interface SetupOptions {
  readonly apps?: PublicAppInfo[];
  readonly browserSupportsCsp?: boolean;
  readonly warnLegacyBrowsers?: boolean;
  readonly hash?: string;
  readonly storage?: ReturnType<typeof memoryStorage>;
  readonly userAgent?: string;
  readonly basePath?: string;
}

export function setup(options: SetupOptions = {}) {
  const { apps = [], basePath = '', storage = memoryStorage() } = options;
  const applications$ = new BehaviorSubject<ReadonlyMap<string, PublicAppInfo>>(
    new Map(apps.map((each) => [each.id, each]))
  );
  const currentAppId$ = new ReplaySubject<string | undefined>(1);
  const application = {
    ...applicationServiceMock.createInternalStartContract({ basePath }),
    applications$,
    currentAppId$,
  };
  const notifications = notificationServiceMock.createStartContract();
  const document = { title: 'Security Dashboards' };
  const service = new ChromeService(options.browserSupportsCsp ?? true, {
    storage,
    document,
    location: { hash: options.hash ?? '' },
    userAgent: options.userAgent ?? 'a modern browser',
  });
  const chrome = service.start({
    application,
    docLinks: docLinksServiceMock.createStartContract(),
    http: httpServiceMock.createStartContract({ basePath }),
    injectedMetadata: injectedMetadataServiceMock.createSetupContract({
      csp: { warnLegacyBrowsers: options.warnLegacyBrowsers ?? true },
    }),
    notifications,
    theme: themeServiceMock.createSetupContract(),
  });
  const setApps = (...next: PublicAppInfo[]) =>
    applications$.next(new Map(next.map((each) => [each.id, each])));
  return { service, chrome, setApps, currentAppId$, notifications, document, storage };
}

export const collect = <T>(source$: Observable<T>): Promise<T[]> =>
  lastValueFrom(source$.pipe(toArray()));
