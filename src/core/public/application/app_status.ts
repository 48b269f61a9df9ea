/**
 * What others see of the registered apps, under the updaters in force.
 *
 * Every change starts again from the registered values, so an updater that returns nothing undoes
 * what it did. With several, the last one wins, except that the most restrictive status and nav
 * link status do. A field that no updater returns keeps its registered value (the lineage reset
 * it). Source: docs/reference/core.md#app-updaters; specification section 4.
 */
import {
  type App,
  AppNavLinkStatus,
  AppStatus,
  type AppUpdatableFields,
  type AppUpdater,
  type PublicAppInfo,
} from './types';
import { defaultAppRoute } from './app_urls';
import { browserLog } from '../utils/browser_log';

const UPDATABLE = ['status', 'navLinkStatus', 'tooltip', 'defaultPath'] as const;

export function applyUpdaters<S>(app: App<S>, updaters: readonly AppUpdater[]): App<S> {
  let changes: Partial<AppUpdatableFields> = {};
  for (const updater of updaters) {
    // An updater neither mounts the app nor depends on the type of its history.
    const fields = runUpdater(updater, app as unknown as App);
    const status = strictest(changes.status, fields.status);
    const navLinkStatus = strictest(changes.navLinkStatus, fields.navLinkStatus);
    changes = {
      ...changes,
      ...pickUpdatable(fields),
      ...(status === undefined ? {} : { status }),
      ...(navLinkStatus === undefined ? {} : { navLinkStatus }),
    };
  }
  return { ...app, ...changes };
}

/**
 * One that throws changes nothing: a slip of one plugin must not take all apps away. The server
 * authorizes.
 */
function runUpdater(updater: AppUpdater, app: App): Partial<AppUpdatableFields> {
  try {
    return updater(app) ?? {};
  } catch (error) {
    browserLog.error(error);
    return {};
  }
}

function strictest<T extends number>(a: T | undefined, b: T | undefined): T | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a > b ? a : b;
}

function pickUpdatable(fields: Partial<AppUpdatableFields>): Partial<AppUpdatableFields> {
  return Object.fromEntries(
    UPDATABLE.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]])
  );
}

export function toPublicAppInfo<S>(app: App<S>): PublicAppInfo {
  const { mount: _mount, updater$: _updater$, ...info } = app;
  const status = app.status ?? AppStatus.accessible;
  return {
    ...info,
    status,
    navLinkStatus: resolveNavLinkStatus(app.navLinkStatus, status),
    appRoute: app.appRoute ?? defaultAppRoute(app.id),
  };
}

function resolveNavLinkStatus(
  navLinkStatus: AppNavLinkStatus = AppNavLinkStatus.default,
  status: AppStatus
): AppNavLinkStatus {
  if (navLinkStatus !== AppNavLinkStatus.default) return navLinkStatus;
  return status === AppStatus.inaccessible ? AppNavLinkStatus.hidden : AppNavLinkStatus.visible;
}
