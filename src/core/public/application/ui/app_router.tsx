/**
 * Shows the app of the current URL. Core has one routing rule, the first registered app whose route
 * matches, so it needs no router library, which the login page would have to download.
 */
import type { History, Location } from 'history';
import { type ReactElement, useLayoutEffect, useSyncExternalStore } from 'react';
import type { BehaviorSubject } from 'rxjs';
import type { AppRoutes } from '../app_urls';
import { findAppId, isSegmentPrefix, ownAddress } from '../app_urls';
import type { CurrentApp } from '../current_app';
import { ScopedHistory } from '../scoped_history';
import type { App, PublicAppInfo } from '../types';
import { useObservable } from '../../utils/use_observable';
import { AppContainer } from './app_container';

export interface AppRouterProps {
  readonly apps: ReadonlyMap<string, App>;
  readonly routes: AppRoutes;
  readonly applications$: BehaviorSubject<ReadonlyMap<string, PublicAppInfo>>;
  readonly basePath: string;
  readonly administratorsUrl: string | undefined;
  readonly history: History;
  readonly current: CurrentApp;
  readonly prepareShell: () => Promise<void>;
  readonly setIsMounting: (isMounting: boolean) => void;
}

export function AppRouter({
  apps,
  routes,
  applications$,
  basePath,
  administratorsUrl,
  history,
  current,
  prepareShell,
  setIsMounting,
}: AppRouterProps): ReactElement {
  const { pathname } = useLocation(history);
  const infos = useObservable(applications$, applications$.value);
  const appId = findAppId(routes, pathname) ?? '';
  const app = apps.get(appId);
  // An exact app matches paths below its route too, but is not shown there.
  const route = app === undefined ? undefined : routes.get(appId);
  // An exact app matches paths below its route too, but is not shown there. An unmatched path names
  // an app by its id.
  const fits =
    route !== undefined &&
    (route.exactRoute
      ? isSame(pathname, route.appRoute)
      : isSegmentPrefix(route.appRoute, pathname));
  const target = route && !fits ? ownAddress(appId, route, pathname) : undefined;
  useLayoutEffect(() => {
    if (target !== undefined) history.replace({ ...history.location, pathname: target });
  }, [history, target]);
  return (
    <AppContainer
      key={appId}
      appId={appId}
      app={fits ? app : undefined}
      appPath={route?.appRoute ?? pathname}
      appStatus={infos.get(appId)?.status}
      basePath={basePath}
      administratorsUrl={administratorsUrl}
      createScopedHistory={(path) => new ScopedHistory(history, path)}
      current={current}
      prepareShell={prepareShell}
      setIsMounting={setIsMounting}
    />
  );
}

const isSame = (pathname: string, route: string): boolean =>
  pathname === route || pathname === `${route}/`;

function useLocation(history: History): Location {
  return useSyncExternalStore(
    (onChange) => history.listen(onChange),
    () => history.location
  );
}
