/** What somebody types, once the typing rests. */
import { useEffect, useState } from 'react';

/** Milliseconds without a change after which a simulation is asked: a pause, not each key. */
const REST_MS = 400;

/** The value as it was when it last stayed the same for a while. */
export function useDebouncedValue<T>(
  value: T,
  isSame: (one: T, other: T) => boolean = Object.is,
  restMs = REST_MS
): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (isSame(value, rested)) return undefined;
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, rested, isSame, restMs]);
  return rested;
}
