import { BehaviorSubject, map, type Observable, ReplaySubject, takeUntil } from 'rxjs';
import type { ChromeNavControl, ChromeNavControls } from './types';

/**
 * Header controls of plugins, by slot and order. Source: docs/reference/core.md#header-controls.
 */
export class NavControlsService {
  private readonly stop$ = new ReplaySubject<void>(1);

  start(): ChromeNavControls {
    const left = new ControlList(this.stop$);
    const center = new ControlList(this.stop$);
    const right = new ControlList(this.stop$);
    return {
      registerLeft: left.add,
      registerCenter: center.add,
      registerRight: right.add,
      getLeft$: left.get$,
      getCenter$: center.get$,
      getRight$: right.get$,
    };
  }

  stop(): void {
    this.stop$.next();
  }
}

class ControlList {
  private readonly controls$ = new BehaviorSubject<readonly ChromeNavControl[]>([]);

  constructor(private readonly stop$: Observable<void>) {}

  add = (control: ChromeNavControl): void =>
    this.controls$.next([...this.controls$.value, control]);

  /** Sorted by order. Controls without one come last, in registration order. */
  get$ = (): Observable<readonly ChromeNavControl[]> =>
    this.controls$.pipe(
      map((controls) => [...controls].sort(byOrder)),
      takeUntil(this.stop$)
    );
}

/**
 * Sorts ascending, entries without an order last. Compares explicitly, because `Infinity -
 * Infinity` is NaN.
 */
export function byOrder(a: { readonly order?: number }, b: { readonly order?: number }): number {
  const [first, second] = [a.order ?? Infinity, b.order ?? Infinity];
  return first === second ? 0 : first < second ? -1 : 1;
}
