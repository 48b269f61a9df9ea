import { useEffect, useState } from 'react';
import type { Observable } from 'rxjs';

/**
 * Latest value of a stream; the initial value until the first one arrives. A value that the stream
 * replays on subscription is used in the first rendering, which avoids a second one and layout
 * shifts.
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
