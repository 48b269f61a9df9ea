/**
 * The history the app routes by: its scoped history, with a question in front of every move that would give up unsaved
 * changes. Scoped histories cannot block (specification section 5), so moves that come from outside, such as the
 * browser's back button, are withheld while the question is open, and undone on "no".
 */
import type {
  Action,
  History,
  Location,
  LocationDescriptorObject,
  LocationListener,
} from 'history';
import type { ScopedHistoryContract } from '../application/types';
import type { UnsavedChangesGuard } from './unsaved_changes_guard';

type Target = string | LocationDescriptorObject;
type Inner = Pick<ScopedHistoryContract, Exclude<keyof History, 'block'>>;

export class GuardedHistory implements History {
  private shown: Location;
  private shownAction: Action;
  private readonly listeners = new Set<LocationListener>();
  private readonly stopListening: () => void;
  private isOwnMove = false;
  private isUndoing = false;
  private isHolding = false;

  /** @param isSamePlace - whether a move between two paths loses nothing; unless told, between equal ones */
  constructor(
    private readonly inner: Inner,
    private readonly guard: UnsavedChangesGuard,
    private readonly isSamePlace: (from: string, to: string) => boolean = Object.is
  ) {
    this.shown = inner.location;
    this.shownAction = inner.action;
    this.stopListening = inner.listen((location, action) => this.onMove(location, action));
  }

  /** What is on screen, which during a question is not what the address bar says. */
  get location(): Location {
    return this.shown;
  }

  get action(): Action {
    return this.shownAction;
  }

  get length(): number {
    return this.inner.length;
  }

  push = (to: Target, state?: unknown): void =>
    this.move(to, () => this.inner.push(to as string, state));

  replace = (to: Target, state?: unknown): void =>
    this.move(to, () => this.inner.replace(to as string, state));

  go = (delta: number): void => this.inner.go(delta);
  goBack = (): void => this.inner.goBack();
  goForward = (): void => this.inner.goForward();
  createHref = (location: LocationDescriptorObject): string => this.inner.createHref(location);

  block = (): never => {
    throw new Error('Use the guard over unsaved changes: a scoped history cannot block.');
  };

  listen = (listener: LocationListener): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  stop(): void {
    this.stopListening();
    this.listeners.clear();
  }

  private move(to: Target, perform: () => void): void {
    const performOwn = () => {
      this.isOwnMove = true;
      perform();
      this.isOwnMove = false;
    };
    if (this.isHarmless(pathnameOf(to))) performOwn();
    else void this.guard.mayLeave().then((isAgreed) => isAgreed && performOwn());
  }

  private onMove(location: Location, action: Action): void {
    if (this.isUndoing) {
      this.isUndoing = false;
      return;
    }
    if (this.isHolding) return;
    if (this.isOwnMove || this.isHarmless(location.pathname)) {
      this.show(location, action);
      return;
    }
    this.isHolding = true;
    void this.guard.mayLeave().then((isAgreed) => {
      this.isHolding = false;
      if (isAgreed) this.show(this.inner.location, action);
      else this.undo(action);
    });
  }

  private show(location: Location, action: Action): void {
    this.shown = location;
    this.shownAction = action;
    for (const listener of [...this.listeners]) listener(location, action);
  }

  private undo(action: Action): void {
    this.isUndoing = true;
    if (action === 'PUSH') this.inner.goBack();
    else this.inner.push({ ...this.shown, key: undefined });
  }

  private isHarmless(pathname: string | undefined): boolean {
    if (!this.guard.isActive || pathname === undefined) return true;
    return this.isSamePlace(this.shown.pathname, pathname);
  }
}

const pathnameOf = (to: Target): string | undefined =>
  typeof to === 'string' ? to.split(/[?#]/, 1)[0] : to.pathname;
