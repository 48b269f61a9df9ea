/** Registry of the apps of plugins and of their updaters. */
import { BehaviorSubject, type Observable, of, type Subscription, combineLatest, map } from 'rxjs';
import type { IBasePath } from '../http/types';
import { browserLog } from '../utils/browser_log';
import { applyUpdaters } from './app_status';
import { defaultAppRoute } from './app_urls';
import { type App, AppNavLinkStatus, AppStatus, type AppUpdater } from './types';

/** Key of the updaters that apply to all apps. */
const EVERY_APP = Symbol('every app');

interface ScopedUpdater {
  readonly appId: string | typeof EVERY_APP;
  readonly update: AppUpdater;
}

export class AppRegistry {
  private readonly apps$ = new BehaviorSubject<ReadonlyMap<string, App>>(new Map());
  /** The latest updater of each source observable. */
  private readonly updaters$ = new BehaviorSubject<ReadonlyMap<symbol, ScopedUpdater>>(new Map());
  private readonly owners = new Map<string, symbol>();
  private readonly withdrawn = new Set<symbol>();
  private readonly subscriptions: Subscription[] = [];
  private isClosed = false;

  constructor(private readonly basePath: IBasePath) {}

  /** In registration order. */
  get apps(): ReadonlyMap<string, App> {
    return this.apps$.value;
  }

  register(app: App, owner: symbol): void {
    const appRoute = app.appRoute ?? defaultAppRoute(app.id);
    if (this.isClosed || this.withdrawn.has(owner)) {
      throw new Error('Applications cannot be registered after "setup"');
    }
    if (this.apps.has(app.id)) {
      throw new Error(`An application is already registered with the id "${app.id}"`);
    }
    if ([...this.apps.values()].some((other) => other.appRoute === appRoute)) {
      throw new Error(`An application is already registered with the appRoute "${appRoute}"`);
    }
    const base = this.basePath.get();
    if (base !== '' && appRoute.startsWith(`${base}/`)) {
      throw new Error('Cannot register an application route that includes HTTP base path');
    }
    this.owners.set(app.id, owner);
    this.apps$.next(new Map(this.apps).set(app.id, { ...app, appRoute }));
    if (app.updater$ !== undefined) this.follow(app.updater$, app.id);
  }

  registerAppUpdater(updater$: Observable<AppUpdater>): void {
    this.follow(updater$, EVERY_APP);
  }

  /**
   * Handles the failure of an owner: its apps become inaccessible regardless of updaters, and it
   * can register no more.
   */
  withdraw(owner: symbol): void {
    this.withdrawn.add(owner);
    for (const [appId, appOwner] of this.owners) {
      if (appOwner === owner) this.follow(of(inaccessible), appId);
    }
  }

  /** Closes registration. */
  close(): void {
    this.isClosed = true;
  }

  stop(): void {
    this.subscriptions.splice(0).forEach((subscription) => subscription.unsubscribe());
  }

  /** Apps with updaters applied. Replays the latest value. */
  getUpdated$(): Observable<ReadonlyMap<string, App>> {
    return combineLatest([this.apps$, this.updaters$]).pipe(
      map(
        ([apps, updaters]) =>
          new Map(
            [...apps].map(([id, app]) => {
              const own = [...updaters.values()].filter(
                ({ appId }) => appId === EVERY_APP || appId === id
              );
              return [
                id,
                applyUpdaters(
                  app,
                  own.map(({ update }) => update)
                ),
              ];
            })
          )
      )
    );
  }

  private follow(updater$: Observable<AppUpdater>, appId: ScopedUpdater['appId']): void {
    const source = Symbol('updater source');
    this.subscriptions.push(
      updater$.subscribe({
        next: (update) => {
          this.updaters$.next(new Map(this.updaters$.value).set(source, { appId, update }));
        },
        // If a source fails, its last updater stays in effect.
        error: (error: unknown) => browserLog.error(error),
      })
    );
  }
}

const inaccessible: AppUpdater = () => ({
  status: AppStatus.inaccessible,
  navLinkStatus: AppNavLinkStatus.hidden,
});
