/** Visibility of header and drawer. */
import {
  BehaviorSubject,
  combineLatest,
  map,
  merge,
  type Observable,
  of,
  ReplaySubject,
  switchMap,
  take,
  takeUntil,
} from 'rxjs';
import type { ApplicationStart } from '../application/types';
import { parseQueryParams } from '../utils/query_params';

export interface Visibility {
  /**
   * Replays. Emits for each change of an input, even if the value stays the same. Completes on
   * stop.
   */
  readonly isVisible$: Observable<boolean>;
  setIsVisible(isVisible: boolean): void;
}

/**
 * @param locationHash - the page URL's hash at start, e.g. `#/home?embed=true`
 * @param stop$ - replays once it has emitted
 */
export function createVisibility(
  application: Pick<ApplicationStart, 'applications$' | 'currentAppId$'>,
  locationHash: string,
  stop$: Observable<void>
): Visibility {
  // Hidden until the first app is current, so that a chromeless page never flashes the header.
  const isAppHidden$ = merge(
    of(true),
    application.currentAppId$.pipe(
      switchMap((appId) =>
        application.applications$.pipe(
          take(1),
          map((apps) => (appId === undefined ? true : apps.get(appId)?.chromeless === true))
        )
      )
    )
  );
  const isForcedHidden$ = new BehaviorSubject(hasEmbedParameter(locationHash));
  const latest$ = new ReplaySubject<boolean>(1);
  combineLatest([isAppHidden$, isForcedHidden$])
    .pipe(
      map(([isAppHidden, isForcedHidden]) => !isAppHidden && !isForcedHidden),
      takeUntil(stop$)
    )
    .subscribe(latest$);
  return {
    isVisible$: latest$.pipe(takeUntil(stop$)),
    setIsVisible: (isVisible) => isForcedHidden$.next(!isVisible),
  };
}

/** The hash has its own query string: `#/path?embed=true`. */
function hasEmbedParameter(locationHash: string): boolean {
  const queryStart = locationHash.indexOf('?');
  return queryStart !== -1 && parseQueryParams(locationHash.slice(queryStart)).has('embed');
}
