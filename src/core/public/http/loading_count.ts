/**
 * How many things are loading, summed over sources.
 *
 * Source: docs/reference/core.md#base-path-and-loading-count.
 */
import {
  BehaviorSubject,
  distinctUntilChanged,
  map,
  type Observable,
  Subject,
  Subscription,
  takeUntil,
} from 'rxjs';
import type { FatalErrorsSetup } from '../fatal_errors/types';

export class LoadingCount {
  private readonly stop$ = new Subject<void>();
  private readonly subscriptions = new Subscription();
  private readonly total$ = new BehaviorSubject(0);

  constructor(private readonly fatalErrors: FatalErrorsSetup) {}

  /** Replays, distinct; ends with 0 and completes on stop. */
  getLoadingCount$ = (): Observable<number> => this.total$.pipe(distinctUntilChanged());

  /**
   * A source that completes counts 0 from then; one that fails, or emits below 0, is a fatal error.
   */
  addLoadingCountSource = (count$: Observable<number>): void => {
    let own = 0;
    const setOwn = (next: number) => {
      const delta = next - own;
      own = next;
      if (delta !== 0) this.total$.next(this.total$.value + delta);
    };
    const subscription = count$.pipe(map(assertNotNegative), takeUntil(this.stop$)).subscribe({
      next: setOwn,
      complete: () => setOwn(0),
      error: (error: Error) => {
        setOwn(0);
        this.report(error);
      },
    });
    this.subscriptions.add(subscription);
  };

  stop(): void {
    this.stop$.next();
    this.stop$.complete();
    this.subscriptions.unsubscribe();
    this.total$.complete();
  }

  private report(error: Error): void {
    try {
      this.fatalErrors.add(error);
    } catch {
      // `add` throws again what it has recorded; here nobody could catch it.
    }
  }
}

function assertNotNegative(count: number): number {
  if (count < 0) {
    throw new Error('Observables passed to loadingCount.add() must only emit positive numbers');
  }
  return count;
}
