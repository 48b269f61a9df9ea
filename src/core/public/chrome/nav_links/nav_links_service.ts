/** Navigation links, derived from the registered apps. */
import {
  BehaviorSubject,
  combineLatest,
  map,
  type Observable,
  ReplaySubject,
  takeUntil,
} from 'rxjs';
import {
  type ApplicationStart,
  AppNavLinkStatus,
  AppStatus,
  type PublicAppInfo,
} from '../../application/types';
import type { ChromeNavLink, ChromeNavLinks, ChromeNavLinkUpdatableFields } from '../types';
import { byOrder } from '../nav_controls_service';

const UPDATABLE = ['disabled', 'hidden', 'url', 'href'] as const satisfies ReadonlyArray<
  keyof ChromeNavLinkUpdatableFields
>;

/** @throws `` `id` is required. `` (specification section 5) */
export function createNavLink(properties: ChromeNavLink): ChromeNavLink {
  if (!properties.id) throw new Error('`id` is required.');
  return Object.freeze({ ...properties });
}

/** Ignores fields that cannot be updated, regardless of the caller's types. */
function updateNavLink(link: ChromeNavLink, values: ChromeNavLinkUpdatableFields): ChromeNavLink {
  const allowed = UPDATABLE.filter((field) => field in values).map((field) => [
    field,
    values[field],
  ]);
  return createNavLink({ ...link, ...Object.fromEntries(allowed) });
}

/**
 * Sources: specification section 3 "Application" and "Nav link";
 * docs/reference/core.md#navigation-links.
 */
function navLinkOfApp(
  app: PublicAppInfo,
  getUrlForApp: ApplicationStart['getUrlForApp']
): ChromeNavLink {
  const {
    id,
    title,
    category,
    order,
    tooltip,
    euiIconType,
    icon,
    defaultPath,
    status,
    navLinkStatus,
  } = app;
  const href = getUrlForApp(id, { path: defaultPath, absolute: true });
  const usesAppStatus = navLinkStatus === AppNavLinkStatus.default;
  return createNavLink({
    id,
    title,
    category,
    order,
    tooltip,
    euiIconType,
    icon,
    baseUrl: getUrlForApp(id, { absolute: true }),
    href,
    url: href,
    hidden: usesAppStatus
      ? status === AppStatus.inaccessible
      : navLinkStatus === AppNavLinkStatus.hidden,
    disabled: usesAppStatus ? false : navLinkStatus === AppNavLinkStatus.disabled,
  });
}

type LinksById = ReadonlyMap<string, ChromeNavLink>;
/** Applied again after every change of the apps. */
type LinkUpdater = (links: LinksById) => LinksById;

interface NavLinksStartDeps {
  readonly application: Pick<ApplicationStart, 'applications$' | 'getUrlForApp'>;
}

export class NavLinksService {
  private readonly stop$ = new ReplaySubject<void>(1);

  start({ application }: NavLinksStartDeps): ChromeNavLinks {
    const updaters$ = new BehaviorSubject<readonly LinkUpdater[]>([]);
    const links$ = new BehaviorSubject<LinksById>(new Map());
    const isForced$ = new BehaviorSubject(false);

    combineLatest([
      application.applications$.pipe(map((apps) => toLinks(apps, application))),
      updaters$,
    ])
      .pipe(
        map(([links, updaters]) => updaters.reduce((current, update) => update(current), links)),
        takeUntil(this.stop$)
      )
      .subscribe((links) => links$.next(links));

    return {
      getNavLinks$: () => links$.pipe(map(sortLinks), takeUntil(this.stop$)),
      get: (id) => links$.value.get(id),
      getAll: () => sortLinks(links$.value),
      has: (id) => links$.value.has(id),
      showOnly: (id) => {
        if (!links$.value.has(id)) return;
        updaters$.next([
          ...updaters$.value,
          (links) => new Map([...links].filter(([linkId]) => linkId === id)),
        ]);
      },
      update: (id, values) => {
        if (!links$.value.has(id)) return undefined;
        const updater: LinkUpdater = (links) => {
          const link = links.get(id);
          return link ? new Map(links).set(id, updateNavLink(link, values)) : links;
        };
        updaters$.next([...updaters$.value, updater]);
        return links$.value.get(id);
      },
      enableForcedAppSwitcherNavigation: () => isForced$.next(true),
      getForceAppSwitcherNavigation$: (): Observable<boolean> =>
        isForced$.pipe(takeUntil(this.stop$)),
    };
  }

  stop(): void {
    this.stop$.next();
  }
}

/** Chromeless apps have no link. */
function toLinks(
  apps: ReadonlyMap<string, PublicAppInfo>,
  { getUrlForApp }: NavLinksStartDeps['application']
): LinksById {
  return new Map(
    [...apps]
      .filter(([, app]) => !app.chromeless)
      .map(([id, app]) => [id, navLinkOfApp(app, getUrlForApp)])
  );
}

const sortLinks = (links: LinksById): readonly ChromeNavLink[] => [...links.values()].sort(byOrder);
