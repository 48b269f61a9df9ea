/**
 * A history restricted to URLs below one path, so that an app can route without knowing its own
 * location. Implements the `history` 4 interface over a parent history.
 */
import type {
  Action,
  Href,
  History,
  Location,
  LocationDescriptorObject,
  LocationListener,
  UnregisterCallback,
} from 'history';
import type { ScopedHistoryContract } from './types';

/**
 * Joins with one slash. Collapses repeated slashes in the path only: a query may contain `http://`.
 */
function joinBelow(basePath: string, path: string): string {
  if (path === '') return basePath;
  const cut = path.search(/[?#]/);
  const pathname = cut < 0 ? path : path.slice(0, cut);
  const rest = cut < 0 ? '' : path.slice(cut);
  return `${basePath}/${pathname}`.replace(/\/{2,}/g, '/') + rest;
}

/**
 * The history passed to an app. Locations are relative to its route, and listeners stop when the
 * user leaves the app. Methods throw once another app is open. Source:
 * docs/reference/core.md#scoped-history.
 */
export class ScopedHistory<S = unknown> implements ScopedHistoryContract<S> {
  private isActive = true;
  /** Keys of the entries created inside the scope, oldest first. */
  private readonly entryKeys: Array<string | undefined> = [];
  private currentIndex = 0;
  private readonly basePathWithoutSlash: string;

  /** @throws when the parent's location is not below `basePath` */
  constructor(
    private readonly parentHistory: History<S>,
    private readonly basePath: string
  ) {
    this.basePathWithoutSlash = basePath.replace(/\/$/, '');
    const { pathname, key } = parentHistory.location;
    if (!this.isInScope(pathname)) {
      throw new Error(
        `Browser location [${pathname}] is not currently in expected basePath [${basePath}]`
      );
    }
    this.entryKeys.push(key);
    this.followParent();
  }

  /** Returns a history scoped to a path below this one; its pushes go through this history. */
  createSubHistory = <T = S>(basePath: string): ScopedHistory<T> =>
    new ScopedHistory<T>(this as unknown as History<T>, basePath);

  /** Number of entries created inside the scope: 1 at creation, however many the parent has. */
  get length(): number {
    this.verifyActive();
    return this.entryKeys.length;
  }

  /** Relative to the scope: at its base path, `pathname` is empty or `/`. */
  get location(): Location<S> {
    this.verifyActive();
    return this.stripBasePath(this.parentHistory.location);
  }

  /** The action that led to the location. */
  get action(): Action {
    this.verifyActive();
    return this.parentHistory.action;
  }

  /** A string is a path below the scope, with query and hash. */
  push = (pathOrLocation: string | LocationDescriptorObject<S>, state?: S): void => {
    this.verifyActive();
    if (typeof pathOrLocation === 'string') {
      this.parentHistory.push(joinBelow(this.basePath, pathOrLocation), state);
    } else {
      this.parentHistory.push(this.prependBasePath(pathOrLocation));
    }
  };

  /** Like `push`, but replaces the current entry. */
  replace = (pathOrLocation: string | LocationDescriptorObject<S>, state?: S): void => {
    this.verifyActive();
    if (typeof pathOrLocation === 'string') {
      this.parentHistory.replace(joinBelow(this.basePath, pathOrLocation), state);
    } else {
      this.parentHistory.replace(this.prependBasePath(pathOrLocation));
    }
  };

  /** Moves only within the scope's own entries; 0 reloads. */
  go = (delta: number): void => {
    this.verifyActive();
    const target = this.currentIndex + delta;
    if (delta === 0 || (target >= 0 && target < this.entryKeys.length)) {
      this.parentHistory.go(delta);
    }
  };

  /** Stays inside the scope: does nothing at its first entry. */
  goBack = (): void => this.go(-1);

  /** Stays inside the scope: does nothing at its last entry. */
  goForward = (): void => this.go(1);

  /** Not supported: a scope cannot block its parents. */
  block = (): UnregisterCallback => {
    throw new Error(
      'history.block is not supported. Please use the AppMountParameters.onAppLeave API.'
    );
  };

  /** Listeners are not called after the scope is left. */
  listen = (listener: LocationListener<S>): UnregisterCallback => {
    this.verifyActive();
    return this.parentHistory.listen((location, action) => {
      if (this.isActive && this.isInScope(location.pathname)) {
        listener(this.stripBasePath(location), action);
      }
    });
  };

  /** Returns the URL for a link, with the base path by default. */
  createHref = (
    location: LocationDescriptorObject<S>,
    { prependBasePath = true }: { prependBasePath?: boolean } = {}
  ): Href => {
    this.verifyActive();
    if (!prependBasePath) return this.parentHistory.createHref(location);
    return this.parentHistory.createHref({
      ...location,
      pathname: joinBelow(this.basePath, location.pathname ?? ''),
    });
  };

  private prependBasePath(location: LocationDescriptorObject<S>): LocationDescriptorObject<S> {
    if (location.pathname === undefined) return { ...location };
    return { ...location, pathname: joinBelow(this.basePath, location.pathname) };
  }

  private stripBasePath(location: Location<S>): Location<S> {
    return { ...location, pathname: location.pathname.slice(this.basePathWithoutSlash.length) };
  }

  private isInScope(pathname: string): boolean {
    const base = this.basePathWithoutSlash;
    return pathname === base || pathname.startsWith(`${base}/`);
  }

  private verifyActive(): void {
    if (!this.isActive) {
      throw new Error(
        `ScopedHistory instance has fell out of navigation scope for basePath: ${this.basePath}`
      );
    }
  }

  /**
   * Tracks the scope's entries as the browser tracks its own, until the parent leaves the scope.
   */
  private followParent(): void {
    const unlisten = this.parentHistory.listen((location, action) => {
      if (!this.isInScope(location.pathname)) {
        unlisten();
        this.isActive = false;
        return;
      }
      switch (action) {
        case 'PUSH':
          this.entryKeys.splice(this.currentIndex + 1);
          this.currentIndex = this.entryKeys.push(location.key) - 1;
          break;
        case 'REPLACE':
          this.entryKeys[this.currentIndex] = location.key;
          break;
        case 'POP':
          this.currentIndex = Math.max(0, this.entryKeys.indexOf(location.key));
          break;
        default:
          throw new Error(`Unrecognized history action: ${String(action)}`);
      }
    });
  }
}
