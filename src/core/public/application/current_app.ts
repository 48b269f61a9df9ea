/** The app of the current URL, with its leave handler and action menu, until another app opens. */
import type { History, UnregisterCallback } from 'history';
import { BehaviorSubject, distinctUntilChanged, type Observable } from 'rxjs';
import type { MountPoint } from '../types';
import type { AppLeaveHandler } from './types';

export class CurrentApp {
  private readonly currentId$ = new BehaviorSubject<string | undefined>(undefined);
  private readonly currentActionMenu$ = new BehaviorSubject<MountPoint | undefined>(undefined);
  private readonly unlisten: UnregisterCallback;
  private handler?: AppLeaveHandler;

  /** @param findAppId - takes a path without base path */
  constructor(
    history: History,
    readonly findAppId: (pathname: string) => string | undefined
  ) {
    this.enter(history.location.pathname);
    // Subscribes before the router does, so that the new app is current before it mounts.
    this.unlisten = history.listen(({ pathname }) => this.enter(pathname));
  }

  get id(): string | undefined {
    return this.currentId$.value;
  }

  get id$(): Observable<string | undefined> {
    return this.currentId$.asObservable();
  }

  get actionMenu$(): Observable<MountPoint | undefined> {
    return this.currentActionMenu$.pipe(distinctUntilChanged());
  }

  get leaveHandler(): AppLeaveHandler | undefined {
    return this.handler;
  }

  /** The last call wins. Ignored if the app is not the current one. */
  setLeaveHandler(appId: string, handler: AppLeaveHandler): void {
    if (appId === this.id) this.handler = handler;
  }

  /** The last call wins. Ignored if the app is not the current one. */
  setActionMenu(appId: string, menu: MountPoint | undefined): void {
    if (appId === this.id) this.currentActionMenu$.next(menu);
  }

  /**
   * Clears an app that goes away without another one opening, for example when it becomes
   * inaccessible.
   */
  forget(appId: string): void {
    if (appId === this.id) this.reset();
  }

  stop(): void {
    this.unlisten();
    this.reset();
    this.currentId$.complete();
    this.currentActionMenu$.complete();
  }

  private enter(pathname: string): void {
    const id = this.findAppId(pathname);
    if (id === this.id) return;
    this.reset();
    this.currentId$.next(id);
  }

  private reset(): void {
    this.handler = undefined;
    this.currentActionMenu$.next(undefined);
  }
}
