/**
 * The links of the navigation, derived from the registered apps. Source:
 * docs/reference/core.md#navigation-links.
 */
import {
  BehaviorSubject,
  combineLatest,
  map,
  type Observable,
  ReplaySubject,
  takeUntil,
} from 'rxjs';
import type { ApplicationStart, PublicAppInfo } from '../../application/types';
import { byOrder } from '../nav_controls_service';
import type { ChromeNavLink, ChromeNavLinks } from '../types';
import { navLinkOfApp, updateNavLink } from './nav_link';

type LinksById = ReadonlyMap<string, ChromeNavLink>;
/** Applied anew after every change of the applications. */
type LinkUpdater = (links: LinksById) => LinksById;

export interface NavLinksStartDeps {
  readonly application: Pick<ApplicationStart, 'applications$' | 'getUrlForApp'>;
}

export class NavLinksService {
  private readonly stop$ = new ReplaySubject<void>(1);

  start({ application }: NavLinksStartDeps): ChromeNavLinks {
    const updaters$ = new BehaviorSubject<readonly LinkUpdater[]>([]);
    const links$ = new BehaviorSubject<LinksById>(new Map());
    const isForced$ = new BehaviorSubject(false);

    combineLatest([
      application.applications$.pipe(map((apps) => linksOf(apps, application))),
      updaters$,
    ])
      .pipe(
        map(([links, updaters]) => updaters.reduce((current, update) => update(current), links)),
        takeUntil(this.stop$)
      )
      .subscribe((links) => links$.next(links));

    return {
      getNavLinks$: () => links$.pipe(map(sorted), takeUntil(this.stop$)),
      get: (id) => links$.value.get(id),
      getAll: () => sorted(links$.value),
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
function linksOf(
  apps: ReadonlyMap<string, PublicAppInfo>,
  { getUrlForApp }: NavLinksStartDeps['application']
): LinksById {
  return new Map(
    [...apps]
      .filter(([, app]) => !app.chromeless)
      .map(([id, app]) => [id, navLinkOfApp(app, getUrlForApp)])
  );
}

const sorted = (links: LinksById): readonly ChromeNavLink[] => [...links.values()].sort(byOrder);
