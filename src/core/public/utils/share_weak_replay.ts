import { type MonoTypeOperatorFunction, ReplaySubject, share } from 'rxjs';

/**
 * Replays to late subscribers while at least one is subscribed. Unsubscribes from the source with
 * the last subscriber and subscribes again with the next, even after it failed or completed.
 */
export const shareWeakReplay = <T>(bufferSize?: number): MonoTypeOperatorFunction<T> =>
  share({
    connector: () => new ReplaySubject<T>(bufferSize),
    resetOnComplete: true,
    resetOnError: true,
    resetOnRefCountZero: true,
  });
