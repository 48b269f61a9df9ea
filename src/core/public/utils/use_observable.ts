import { useEffect, useState } from 'react';
import type { Observable } from 'rxjs';

/** The latest value of a stream; the given one until the first arrives. */
export function useObservable<T>(source$: Observable<T>, initialValue: T): T {
  const [value, setValue] = useState(initialValue);
  useEffect(() => {
    const subscription = source$.subscribe((next) => setValue(() => next));
    return () => subscription.unsubscribe();
  }, [source$]);
  return value;
}
