import { type MonoTypeOperatorFunction, ReplaySubject, share } from 'rxjs';

/**
 * Replays to late subscribers while somebody is subscribed. The source is left with the last
 * subscriber and subscribed again with the next, also after it failed or completed.
 */
export const shareWeakReplay = <T>(bufferSize?: number): MonoTypeOperatorFunction<T> =>
  share({
    connector: () => new ReplaySubject<T>(bufferSize),
    resetOnComplete: true,
    resetOnError: true,
    resetOnRefCountZero: true,
  });
