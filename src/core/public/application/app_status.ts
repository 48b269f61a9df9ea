/**
 * Public view of the registered apps with updaters applied.
 *
 * Each change is computed from the registered values, so an updater that returns nothing reverts
 * its earlier changes. Of several updaters the last one wins, except that the most restrictive
 * status and nav link status apply. A field that no updater returns keeps its registered value
 * (OpenSearch Dashboards resets it).
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
    // Safe cast: an updater neither mounts the app nor depends on the type of its history.
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
 * An updater that throws changes nothing: a bug in one plugin must not make all apps inaccessible.
 * The server enforces authorization.
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
