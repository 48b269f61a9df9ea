/** Debounces input. */
import { useEffect, useState } from 'react';

/** Milliseconds without a change before a simulation runs. */
const DEBOUNCE_MS = 400;

/** Returns the value once it has not changed for a while. */
export function useDebouncedValue<T>(
  value: T,
  isSame: (one: T, other: T) => boolean = Object.is,
  delayMs = DEBOUNCE_MS
): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    if (isSame(value, debounced)) return undefined;
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, debounced, isSame, delayMs]);
  return debounced;
}
