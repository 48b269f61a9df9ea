/**
 * The app that the address names, with what it has told the shell: its leave handler and its action
 * menu, both of which go when another app comes.
 *
 * Source: docs/reference/core.md#navigation, #leaving-an-app and #action-menu.
 */
import type { History, UnregisterCallback } from 'history';
import { BehaviorSubject, distinctUntilChanged, type Observable } from 'rxjs';
import type { MountPoint } from '../types';
import type { AppLeaveHandler } from './types';

export class CurrentApp {
  private readonly currentId$ = new BehaviorSubject<string | undefined>(undefined);
  private readonly currentActionMenu$ = new BehaviorSubject<MountPoint | undefined>(undefined);
  private readonly unlisten: UnregisterCallback;
  private handler?: AppLeaveHandler;

  /** @param findAppId - by path without base path */
  constructor(
    history: History,
    readonly findAppId: (pathname: string) => string | undefined
  ) {
    this.enter(history.location.pathname);
    // Listens before the router does, so that the new app is known before it mounts.
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

  /** The last call wins; ignored from an app that is not the current one. */
  setLeaveHandler(appId: string, handler: AppLeaveHandler): void {
    if (appId === this.id) this.handler = handler;
  }

  /** The last call wins; ignored from an app that is not the current one. */
  setActionMenu(appId: string, menu: MountPoint | undefined): void {
    if (appId === this.id) this.currentActionMenu$.next(menu);
  }

  /** For an app that is taken away without another one coming, e.g. made inaccessible. */
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
