import type { Location } from 'history';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { useKit } from '../kit/kit_context';

/** Current location of the app; while the app is being left, the last location inside it. */
export function useAppLocation(): Location {
  const { history } = useKit();
  const latest = useRef(history.location);
  const subscribe = useCallback(
    (onChange: () => void) => {
      // Includes a redirect during the first rendering, before this subscription.
      latest.current = history.location;
      return history.listen((location) => {
        latest.current = location;
        onChange();
      });
    },
    [history]
  );
  return useSyncExternalStore(subscribe, () => latest.current);
}
