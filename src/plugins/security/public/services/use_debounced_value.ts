/** Debounces input. */
import { useEffect, useState } from 'react';

/** Milliseconds without a change before a simulation runs. */
const REST_MS = 400;

/** Returns the value once it has not changed for a while. */
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
