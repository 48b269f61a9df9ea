import { useEffect, useState } from 'react';
import type { Observable } from 'rxjs';

/**
 * The latest value of a stream; the given one until the first arrives. What a stream tells at once,
 * as those do that replay, is there in the first rendering: a page is not drawn twice for it, and
 * nothing in it jumps.
 */
export function useObservable<T>(source$: Observable<T>, initialValue: T): T {
  const [value, setValue] = useState(() => valueNow(source$, initialValue));
  useEffect(() => {
    const subscription = source$.subscribe((next) => setValue(() => next));
    return () => subscription.unsubscribe();
  }, [source$]);
  return value;
}

function valueNow<T>(source$: Observable<T>, otherwise: T): T {
  let value = otherwise;
  source$.subscribe((next) => (value = next)).unsubscribe();
  return value;
}
